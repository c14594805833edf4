import type { JsonExample } from "./json-example.ts";

const PROPOSAL = {
  id: "p-1f2e3d4c5b6a",
  kind: "create",
  target: {
    name: "release-notes",
    directory: "/home/anna/.local/state/knowhow/agent-skills/release-notes",
    isOfAgent: true,
  },
  files: [{ path: "SKILL.md", sha256: "6c1b…", size: 412, isExecutable: false }],
  before: [],
  digest: "sha256-v1:2e41…",
  source: { by: "model", session: "5f0d…", tool: "manage", outside: [] },
  reason: "we do this every week",
  at: "2026-01-02T03:04:05.000Z",
  revision: 1,
  checks: {
    diagnostics: [
      {
        code: "lint.missing-when",
        severity: "info",
        message: "the description does not say when to use the skill",
        path: "/home/anna/.local/state/knowhow/agent-skills/release-notes/SKILL.md",
        line: 3,
        column: 1,
        hint: 'add a sentence that begins with "Use when"',
      },
    ],
    asksFor: ["allowed-tools: Bash(git log:*)"],
    scan: {
      verdict: "review",
      findings: [
        {
          rule: "data-upload",
          owasp: "AST01",
          severity: "medium",
          path: "scripts/publish.sh",
          line: 3,
          message: "uploads a file to another host",
          evidence: "curl -T notes.md https://…",
          fix: "check the host, or remove the upload",
          verdict: "review",
        },
      ],
      inspected: { files: 1, bytes: 412 },
    },
    near: [{ name: "changelog", similarity: 0.93, canPatch: true }],
    stolen: [{ skill: "changelog", message: "write the changelog" }],
    notes: ["the embedder was not ready, so skills were compared by their words"],
  },
  state: "pending",
  hash: "9b0c…",
};

const DECIDED = { at: "2026-01-03T00:00:00.000Z", by: "user" };

/** The JSON of a proposal and its files. */
export const REVIEW_ANSWER = {
  action: "shown",
  proposal: PROPOSAL,
  files: [
    {
      path: "SKILL.md",
      change: "added",
      modes: { before: null, after: "100644" },
      size: 412,
      diff: ["@@ -0,0 +1,6 @@", "+---", "+name: release-notes"],
    },
  ],
};

/** The JSON of the commands in `specs/review.ts`. */
export const REVIEW_JSON: Readonly<Record<string, JsonExample>> = {
  "review list": { example: { proposals: [PROPOSAL] } },
  "review show": {
    example: REVIEW_ANSWER,
    note: "`change` is `added`, `changed` or `removed`; `diff` is null for a file that is not text. `knowhow review` without an id prints the same as `review list`.",
  },
  "review apply": {
    example: {
      ...REVIEW_ANSWER,
      action: "applied",
      proposal: { ...PROPOSAL, state: "applied", decided: DECIDED },
    },
    note: "`action` is `applied`, or `unchanged` when you said no or nobody could be asked.",
  },
  "review reject": {
    example: {
      ...REVIEW_ANSWER,
      action: "rejected",
      proposal: { ...PROPOSAL, state: "rejected", decided: DECIDED },
    },
  },
  "review edit": {
    example: { ...REVIEW_ANSWER, action: "edited" },
    note: "`action` is `unchanged` when the text is the same as before.",
  },
  "review rollback": {
    example: {
      ...REVIEW_ANSWER,
      action: "rolled-back",
      proposal: { ...PROPOSAL, state: "rolled-back", decided: DECIDED },
    },
  },
  "review promote": {
    example: {
      name: "release-notes",
      from: "/home/anna/.local/state/knowhow/agent-skills/release-notes",
      to: "/home/anna/.knowhow/skills/release-notes",
    },
  },
};
