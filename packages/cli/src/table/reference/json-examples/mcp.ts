import type { JsonExample } from "./json-example.ts";

/** The JSON of the commands in `specs/mcp.ts`. */
export const MCP_JSON: Readonly<Record<string, JsonExample>> = {
  "mcp serve": {
    example: {
      served: 41,
      dynamic: 1,
      pending: ["deploy"],
      diagnostics: [
        {
          code: "mcp.not-served",
          severity: "warning",
          message: '"notes" is not served: …',
          path: "/home/anna/.agents/skills/notes/SKILL.md",
          hint: "…",
        },
      ],
      clients: [
        {
          client: "claude-code",
          title: "Claude Code",
          version: "2.1.325",
          place: "instructions",
          limit: 4096,
          total: 41,
          listed: 29,
          listedByClient: 12,
          omitted: 0,
          characters: 3107,
        },
      ],
    },
    note: 'This is what `--check` prints; the last of `clients` has `client: null` and stands for all others. With `--http`, the one line on stdout is `{ "url", "token", "skills" }`, where `token` is null if it came from `--token-file` or `KNOWHOW_MCP_TOKEN`; over stdio, stdout carries the protocol only.',
  },
  "mcp install": {
    example: {
      client: "cursor",
      scope: "user",
      name: "knowhow",
      path: "/home/anna/.cursor/mcp.json",
      action: "installed",
      backup: "/home/anna/.local/state/knowhow/mcp-install/5c0f…/original.json",
      entry: { command: "/usr/bin/node", args: ["/opt/knowhow/bin/knowhow.js", "mcp"] },
      diff: ['+    "knowhow": {', "…"],
    },
    note: "`action` is `installed`, `updated`, `unchanged`, `removed` or `preview`. `backup` is present if the file existed before. `diff` hides values that are not ours. `warnings` is present if there is something to know before writing: that the token would be sent without encryption, or that the client does not seem to be installed.",
  },
  "mcp uninstall": {
    example: {
      client: "cursor",
      scope: "user",
      name: "knowhow",
      path: "/home/anna/.cursor/mcp.json",
      action: "unchanged",
      entry: null,
      diff: [],
    },
    note: "The same keys as for `mcp install`; `entry` is null.",
  },
};
