import { type JsonExample, SIGHT } from "./json-example.ts";

const TRUSTED_SKILL = {
  name: "release-notes",
  description: "Writes release notes. Use when …",
  state: "trusted",
  by: "user",
  reason: null,
  path: "/home/anna/shop/.agents/skills/release-notes/SKILL.md",
  server: null,
  digest: "sha256-v1:2e41…",
  clients: [SIGHT],
  review: {
    verdict: "review",
    action: "allow",
    rules: ["network-access"],
    findings: [
      {
        rule: "network-access",
        severity: "medium",
        path: "scripts/changes.sh",
        line: 3,
        message: "It sends data to a host.",
        evidence: "curl https://example.com",
        fix: "check that the host is yours",
        verdict: "review",
      },
    ],
    dismissed: [],
    gaps: [],
    scripts: ["scripts/changes.sh"],
    hosts: ["example.com"],
    changes: null,
    texts: { "SKILL.md": "---\nname: release-notes\n…" },
  },
  files: [{ path: "scripts/changes.sh", size: 512 }],
  asksFor: ["allowed-tools: Bash(git:*)"],
  granted: false,
  dynamic: false,
};

/** The JSON of the commands in `specs/trust.ts`. */
export const TRUST_JSON: Readonly<Record<string, JsonExample>> = {
  "trust list": {
    example: {
      pending: [
        {
          name: "release-notes",
          description: "Writes release notes. Use when …",
          path: "/home/anna/shop/.agents/skills/release-notes/SKILL.md",
          level: "project",
          server: null,
          needs: "decision",
          reason: "no decision yet",
          verdict: null,
          sees: { codex: "own" },
        },
      ],
      decisions: [
        {
          key: {
            kind: "skill",
            path: "/home/anna/shop/.agents/skills/review",
            name: "review",
            digest: "sha256-v1:2e41…",
          },
          state: "trusted",
          by: "user",
          reason: "read it",
          at: "2026-01-02T03:04:05.000Z",
        },
      ],
      notes: [],
    },
    note: '`needs` is `decision` or `review`. The `key` of a decision about a server\'s skill is `{ "kind": "mcp-listing", "label", "uri", "digest" }`, and `granted` tells whether what it asks for counts, too. `dismissed` of a decision has the rules whose findings do not count, with the reasons. `verdict` is that of the last scan, if it is known. `knowhow trust` without a name prints the same.',
  },
  "trust show": {
    example: { ...TRUSTED_SKILL, lookAlikes: [], notes: [] },
    note: "As for `trust grant`. `lookAlikes` has a sentence for each name that can be confused with this one. Text of the skill is given to you only; never pass it to a model before the decision.",
  },
  "trust grant": {
    example: {
      action: "trusted",
      skills: [TRUSTED_SKILL],
      notes: [],
    },
    note: "`action` is `trusted`, `unchanged`, or `preview` when nothing was decided; `state` tells what holds now for each skill. `server` is the label of an MCP server, and `path` then the address of the skill there. `review.action` is what the settings say about the verdict if you trust the skill: `allow`, `ask` (until every one of `rules` is dismissed) or `refuse`; `verdict` is null if there is no scanner. `changes` has what is different from the last decision: `since`, `state`, `files`, `texts`, `asksFor`, `scripts` and `hosts`.",
  },
  "trust refuse": {
    example: { action: "refused", skills: [TRUSTED_SKILL], notes: [] },
    note: "`skills` as for `trust grant`; `review` is null.",
  },
  "trust revoke": {
    example: { action: "revoked", skills: [TRUSTED_SKILL], notes: [] },
    note: "`skills` as for `trust grant`; `review` is null; `action` is `unchanged` when there was no decision.",
  },
};
