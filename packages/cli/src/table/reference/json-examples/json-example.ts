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

/** What a client sees of a skill. */
export const SIGHT = {
  client: "codex",
  installed: true,
  version: "0.169.0",
  connected: false,
  title: "Codex",
  sees: "own",
  why: "it reads /home/anna/.agents/skills itself",
};
