/** Deeper than any real frontmatter: JSON Schema inputs of a workflow reach about ten. */
export const MAX_DEPTH = 16;

/** More keys than any real frontmatter has, counted over all its mappings. */
export const MAX_KEYS = 1_000;

/** Keys that a careless copy turns into a prototype. */
export const UNSAFE_KEYS: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);
