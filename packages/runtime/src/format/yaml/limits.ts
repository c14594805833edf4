/** Deeper than any real frontmatter: JSON Schema inputs of a workflow need about ten levels. */
export const MAX_DEPTH = 16;

/** More keys than any real frontmatter has, in all mappings together. */
export const MAX_KEYS = 1_000;

/** Keys that could set a prototype when copied carelessly. */
export const UNSAFE_KEYS: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);
