/** Our key in `_meta` of a skill entry: why its SKILL.md is served with another frontmatter than the file has. */
export const REWRITTEN_KEY = "knowhow/rewritten";

/** Our key in `_meta` of a skill entry: what its manifest leaves out, and why. */
export const NOTES_KEY = "knowhow/notes";

/** Our key in `_meta` of a tool result: numbers and names that the tool reports beside its text. */
export const RESULT_KEY = "knowhow/result";
