/** What a YAML text is, and how large it may be. */
export interface YamlLimits {
  /** Completes "… is not valid YAML". */
  readonly noun: string;
  /** How such a text starts. */
  readonly start: string;
  readonly depth: number;
  /** Maximum number of keys in all mappings together. */
  readonly keys: number;
  /** What to do with data that exceeds a limit. */
  readonly hint: string;
  /** The field in whose mappings a key may occur twice, with a warning. */
  readonly repeats?: string;
}

/** Deeper than any real frontmatter: JSON Schema inputs of a workflow need about ten levels. */
export const MAX_DEPTH = 16;

/** More keys than any real frontmatter has, in all mappings together. */
export const MAX_KEYS = 1_000;

export const FRONTMATTER_LIMITS: YamlLimits = {
  noun: "the frontmatter",
  start: "start with `name: …` and `description: …`",
  depth: MAX_DEPTH,
  keys: MAX_KEYS,
  hint: "move data into a file of the skill",
  repeats: "metadata",
};

/** Enough for about a thousand steps, and for groups inside groups. */
export const WORKFLOW_LIMITS: YamlLimits = {
  noun: "the workflow file",
  start: "start with `steps:`",
  depth: 32,
  keys: 10_000,
  hint: "move parts into skills of their own, and call them with `skill`",
};

/** Keys that could set a prototype when copied carelessly. */
export const UNSAFE_KEYS: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);
