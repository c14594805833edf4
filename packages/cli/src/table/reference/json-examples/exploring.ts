import { DIAGNOSTIC, type JsonExample, SIGHT } from "./json-example.ts";

/** The JSON of the commands in `specs/exploring.ts`. */
export const EXPLORING_JSON: Readonly<Record<string, JsonExample>> = {
  list: {
    example: {
      skills: [
        {
          name: "pdf",
          description: "Fills in PDF forms. Use when …",
          provider: "agents",
          level: "user",
          source: "user",
          root: "/home/anna/.agents/skills",
          path: "/home/anna/.agents/skills/pdf/SKILL.md",
          version: "1e558f12f1c5c30e",
          tokens: 512,
          eligible: true,
          state: "on",
          verdict: "safe",
          scanned: true,
          sees: { codex: "own", "claude-code": "served", cursor: "none" },
        },
      ],
      diagnostics: [DIAGNOSTIC],
    },
    note: "`state` is `on`, `name-only`, `user-only`, `off`, `ineligible`, `pending` or `refused`; with `--all` also `shadowed`. `verdict` is that of the last scan: `safe`, `review`, `incomplete` or `block`; null if it was never scanned. `sees` says for each client of this machine whether knowhow serves the skill to it (`served`), it reads the folder on its `own`, or neither (`none`); `show` says why.",
  },
  show: {
    example: {
      name: "pdf",
      description: "Fills in PDF forms. Use when …",
      state: "ineligible",
      provider: "agents",
      level: "user",
      source: "user",
      root: "/home/anna/.agents/skills",
      path: "/home/anna/.agents/skills/pdf/SKILL.md",
      version: "1e558f12f1c5c30e",
      digest: "sha256-v1:2e41…",
      tokens: 512,
      license: "MIT",
      compatibility: null,
      allowedTools: ["Read", "Bash(git:*)"],
      metadata: { author: "anna" },
      fields: { author: "anna" },
      extensions: {},
      eligible: false,
      missing: [{ kind: "bins", name: "qpdf", hint: "install qpdf and make sure it is on the PATH" }],
      verdict: "safe",
      clients: [SIGHT],
      resources: [{ path: "references/forms.md", size: 4096 }],
      shadows: ["/usr/share/skills/pdf/SKILL.md"],
      outline: [{ key: "usage", title: "Usage", depth: 2, tokens: 180 }],
      diagnostics: [DIAGNOSTIC],
    },
    note: "`outline` is present with `--outline` only. If a skill has too many or too large files for a digest, `digest` is null and `noDigest` says why.",
  },
  why: {
    example: {
      name: "pdf",
      decisions: [
        { stage: "discovery", outcome: "found", detail: "/home/anna/.agents/skills/pdf/SKILL.md …" },
      ],
      clients: [SIGHT],
    },
    note: "If several files have the name, their decisions follow each other; those of a file start with the stage `discovery`.",
  },
  doctor: {
    example: {
      ok: false,
      checks: [
        {
          check: "files",
          status: "error",
          summary: "1 file skipped",
          items: [
            {
              message: '"notes": `description` is missing',
              path: "/home/anna/.agents/skills/notes/SKILL.md",
              hint: "add `description: …` that says what the skill does and when to use it",
              code: null,
            },
          ],
        },
      ],
      catalog: {
        skills: 42,
        tokens: 3100,
        budget: 4000,
        full: 42,
        shortened: 0,
        nameOnly: 0,
        omitted: 0,
      },
      clients: [
        {
          client: "codex",
          installed: true,
          version: "0.169.0",
          connected: false,
          title: "Codex",
          served: 0,
          own: 26,
          none: 16,
          ownUnserved: { pending: 2 },
        },
      ],
      next: ["run `knowhow validate` to see what is wrong with the skipped files"],
    },
    note: "`status` is `ok`, `info`, `warning` or `error`; `ok` is false if a check is an error. `ownUnserved` counts, by state, skills that a client reads although knowhow does not serve them.",
  },
};
