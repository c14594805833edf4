import { DIAGNOSTIC, type JsonExample } from "./json-example.ts";

/** The JSON of the commands in `specs/authoring.ts`. */
export const AUTHORING_JSON: Readonly<Record<string, JsonExample>> = {
  validate: {
    example: {
      ok: false,
      rules: "spec",
      unseen: [],
      results: [
        {
          path: "/home/anna/.agents/skills/pdf-tools/SKILL.md",
          name: "pdf",
          ok: false,
          diagnostics: [{ ...DIAGNOSTIC, severity: "error" }],
        },
      ],
    },
  },
  lint: {
    example: {
      ok: true,
      unseen: [],
      results: [
        {
          path: "/home/anna/.agents/skills/pdf/SKILL.md",
          name: "pdf",
          diagnostics: [
            {
              code: "lint.missing-when",
              severity: "warning",
              message: "the description does not say when to use the skill",
              path: "/home/anna/.agents/skills/pdf/SKILL.md",
              line: 3,
              column: 1,
              hint: "add a sentence such as “Use when the user asks for …”",
            },
          ],
        },
      ],
    },
  },
  scan: {
    example: {
      results: [
        {
          path: "/home/anna/downloads/pdf-tools",
          name: "pdf-tools",
          verdict: "block",
          findings: [
            {
              rule: "fake-prerequisite",
              owasp: "AST01",
              severity: "critical",
              path: "SKILL.md",
              line: 12,
              message: "A program has to be installed from an archive with a password.",
              evidence: "https://files.example.com/pdf-helper.zip (password: 1234",
              fix: "Do not install it. Remove the section, or name a package of a package manager instead.",
              verdict: "block",
            },
          ],
        },
      ],
    },
  },
  new: {
    example: {
      name: "release-notes",
      directory: "/home/anna/shop/.agents/skills/release-notes",
      path: "/home/anna/shop/.agents/skills/release-notes/SKILL.md",
    },
  },
  simulate: {
    example: {
      ok: true,
      steps: [
        { line: 1, step: "write", paths: [".agents/skills/pdf/SKILL.md"] },
        {
          line: 2,
          step: "user",
          text: "Can you fill in this form?",
          baseline: "## Available skills\n…",
          baselineTokens: 36,
          delta: null,
          inject: [],
          tools: ["skill_search", "skill_load", "skill_read"],
          activeTools: null,
          fingerprint: "9a0c…",
          report: {
            catalog: {
              total: 1,
              full: 1,
              shortened: 0,
              nameOnly: 0,
              omitted: [],
              costs: [{ name: "pdf", form: "full", tokens: 14 }],
              tokens: 36,
              budget: 4000,
            },
            matches: [],
            active: [],
            pending: [],
            refused: [],
            newerLibrary: false,
            notes: [],
          },
        },
        { line: 3, step: "expect", ok: true, failures: [] },
      ],
    },
    note: "Each kind of line has its own keys; see [simulate.md](../../simulate.md).",
  },
};
