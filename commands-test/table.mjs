/**
 * What exists before each call.
 *
 * @typedef {object} Seeds
 * @property {{ readonly id: string, readonly token: string }} paused a run that waits for an approval
 * @property {string} ended id of a run that succeeded
 * @property {{ readonly id: string, readonly hash: string }} proposal a new skill that waits for a review
 * @property {{ readonly id: string, readonly hash: string }} similar one that resembles the skill `pdf-merge`
 * @property {string} applied id of a proposal that was applied: the skill `stand-up`
 * @property {string} onnx folder with an ONNX model
 */

/**
 * One command line. It is called several times in a row, in turn without and with `--json`; each call must end with the
 * exit code, write to stdout, and write no warning of Node to stderr.
 *
 * @typedef {object} Row
 * @property {string} command as the command table names it, such as `runs show`
 * @property {string} [about] how it differs from other rows of the same command
 * @property {(seeds: Seeds) => readonly string[]} [words] arguments and options; default none
 * @property {number} [exit] default 0
 * @property {"always" | "never"} [json] whether it is called with `--json`; default every other time
 * @property {boolean} [changes] true if the next call needs everything as it was before
 * @property {string} [input] what is on stdin; default nothing
 * @property {string} [until] stop the command with SIGTERM once it has written this
 * @property {"postgres"} [runs] where the runs are; default the state directory of the user
 * @property {"sandbox" | "network" | "onnx"} [needs] what not every machine has
 */

/** A client over stdio, which lists the tools and closes the connection. */
const CLIENT = [
  {
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } },
  },
  { method: "notifications/initialized" },
  { id: 2, method: "tools/list" },
]
  .map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`)
  .join("");

/** @type {(more: Partial<Row>) => readonly Row[]} */
const aboutRuns = (more) => [
  { command: "run", words: () => ["daily-note", "--yes"], changes: true, ...more },
  { command: "run", about: "pauses", words: () => ["ask-first"], exit: 5, changes: true, ...more },
  {
    command: "resume",
    words: ({ paused }) => [paused.id, "--approve", "--token", paused.token],
    changes: true,
    ...more,
  },
  { command: "runs", ...more },
  { command: "runs list", words: () => ["--status", "paused"], ...more },
  { command: "runs show", words: ({ paused }) => [paused.id], ...more },
  { command: "runs cancel", words: ({ paused }) => [paused.id], changes: true, ...more },
  { command: "runs fork", words: ({ ended }) => [ended, "--from", "note"], changes: true, ...more },
  {
    command: "runs save",
    words: ({ ended }) => [ended, "note-again", "--description", "Reads a note. Use when a note is needed."],
    changes: true,
    ...more,
  },
  { command: "runs prune", words: () => ["--older-than", "0"], changes: true, ...more },
  { command: "chain", words: () => ["daily-note,count-note"], changes: true, ...more },
  { command: "worker", until: "waiting for runs", changes: true, ...more },
];

/** Every command, with at least one call that does its work. A new command needs a row: `test/commands-table.test.ts` checks. */
/** @type {readonly Row[]} */
export const TABLE = [
  { command: "list" },
  { command: "show", words: () => ["pdf-merge", "--outline"] },
  { command: "graph", words: () => ["daily-note"] },
  { command: "why", words: () => ["pdf-merge"] },
  { command: "doctor" },

  { command: "search", words: () => ["merge", "PDF"] },
  { command: "match", words: () => ["merge these two PDF files"] },
  {
    command: "match",
    about: "ONNX",
    words: ({ onnx }) => ["merge two files", "--embedder", `onnx:${onnx}`],
    needs: "onnx",
  },
  { command: "eval", words: () => ["messages.jsonl"] },
  { command: "overlaps" },
  { command: "catalog", words: () => ["--message", "/pdf-merge a.pdf b.pdf"] },
  { command: "read", words: () => ["skill://pdf-merge/references/forms.md"] },

  ...aboutRuns({}),
  ...aboutRuns({ about: "PostgreSQL", runs: "postgres" }),

  { command: "exec", words: () => ["pdf-merge", "hello", "--yes"], needs: "sandbox" },
  { command: "exec", about: "network", words: () => ["web-page", "fetch", "--yes"], needs: "network" },
  { command: "secret" },
  { command: "secret list" },
  { command: "secret set", words: () => ["OTHER_KEY"], input: "hush\n", changes: true },
  { command: "secret remove", words: () => ["FORMS_KEY"], changes: true },

  { command: "validate", words: () => [".agents/skills"] },
  { command: "lint", words: () => [".agents/skills"] },
  { command: "scan", words: () => [".agents/skills"] },
  { command: "new", words: () => ["fresh", "--description", "Starts. Use at a start."], changes: true },
  { command: "fmt", words: () => [".agents/skills/release-notes", "--portable"] },
  { command: "simulate", words: () => ["talk.jsonl"] },

  { command: "review", words: ({ proposal }) => [proposal.id] },
  { command: "review list", words: () => ["--all"] },
  { command: "review show", words: ({ proposal }) => [proposal.id, "--check"] },
  {
    command: "review apply",
    words: ({ proposal }) => [proposal.id, "--hash", proposal.hash],
    changes: true,
  },
  { command: "review reject", words: ({ proposal }) => [proposal.id], changes: true },
  { command: "review edit", words: ({ proposal }) => [proposal.id, "--from", "draft.md"], changes: true },
  { command: "review merge", words: ({ similar }) => [similar.id, "pdf-merge"], changes: true },
  { command: "review rollback", words: ({ applied }) => [applied], changes: true },
  { command: "review promote", words: () => ["stand-up"], changes: true },

  { command: "trust", words: () => ["release-notes", "--yes"], changes: true },
  { command: "trust list" },
  { command: "trust show", words: () => ["release-notes"], exit: 1 },
  { command: "trust grant", words: () => ["release-notes", "--yes"], changes: true },
  { command: "trust allow", words: () => ["release-notes", "--yes"], changes: true },
  { command: "trust refuse", words: () => ["release-notes"], changes: true },
  { command: "trust revoke", words: () => ["deploy-notes"], changes: true },

  { command: "audit" },
  { command: "audit list", words: () => ["--action", "run"] },
  { command: "audit verify" },
  { command: "audit export", words: () => ["--format", "csv"], json: "never" },

  { command: "mcp", input: CLIENT, json: "never" },
  { command: "mcp serve", words: () => ["--check"] },
  {
    command: "mcp serve",
    about: "HTTP",
    words: () => ["--http"],
    until: "http://127.0.0.1:",
    json: "always",
  },
  { command: "mcp install", words: () => ["cursor", "--yes"], changes: true },
  { command: "mcp uninstall", words: () => ["claude-code", "--yes"], changes: true },

  { command: "completion", words: () => ["bash"] },
  { command: "help", words: () => ["runs", "show"] },
  { command: "__complete", words: () => ["show", "pdf"], json: "never" },
];
