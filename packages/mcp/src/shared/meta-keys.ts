/** Our key in `_meta` of a skill entry: why its SKILL.md is served with a rewritten frontmatter. */
export const REWRITTEN_KEY = "knowhow/rewritten";

/** Our key in `_meta` of a skill entry: what its manifest omits, and why. */
export const NOTES_KEY = "knowhow/notes";

/** Our key in `_meta` of a tool result: numbers and names that the tool reports besides its text. */
export const RESULT_KEY = "knowhow/result";

/** Our key in `_meta` of every tool and of every result: the group of tools that it belongs to, for observability. */
export const CATEGORY_KEY = "knowhow/category";
