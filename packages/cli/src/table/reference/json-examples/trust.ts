import type { JsonExample } from "./json-example.ts";

const TRUSTED_SKILL = {
  name: "release-notes",
  description: "Writes release notes. Use when …",
  state: "trusted",
  reason: null,
  path: "/home/anna/shop/.agents/skills/release-notes/SKILL.md",
  server: null,
  digest: "sha256-v1:2e41…",
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
    note: '`needs` is `decision` or `review`. The `key` of a decision about a server\'s skill is `{ "kind": "mcp-listing", "label", "uri", "digest" }`, and `granted` tells whether what it asks for counts, too. `knowhow trust` without a name prints the same.',
  },
  "trust allow": {
    example: {
      action: "trusted",
      skills: [TRUSTED_SKILL],
      notes: [],
    },
    note: "`action` is `trusted`, `unchanged`, or `preview` when nothing was decided; `state` tells what holds now for each skill. `server` is the label of an MCP server, and `path` then the address of the skill there.",
  },
  "trust refuse": {
    example: { action: "refused", skills: [TRUSTED_SKILL], notes: [] },
    note: "`skills` as for `trust allow`.",
  },
  "trust revoke": {
    example: { action: "revoked", skills: [TRUSTED_SKILL], notes: [] },
    note: "`skills` as for `trust allow`; `action` is `unchanged` when there was no decision.",
  },
};
