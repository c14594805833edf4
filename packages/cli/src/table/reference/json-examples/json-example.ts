/** What a command prints with `--json`. */
export interface JsonExample {
  readonly example: object;
  /** What the example cannot show. */
  readonly note?: string;
}

/** A diagnostic, as many commands print it. */
export const DIAGNOSTIC = {
  code: "format.name-mismatch",
  severity: "warning",
  message: '`name` is "pdf" but the directory is "pdf-tools"',
  path: "/home/anna/.agents/skills/pdf-tools/SKILL.md",
  line: 2,
  column: 7,
  hint: "give both the same name",
};
