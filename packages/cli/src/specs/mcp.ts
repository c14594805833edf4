import { MCP_CLIENT_IDS } from "@knowhow/runtime/toolkit";
import type { ActionSpec, CommandSpec, GroupSpec, OptionSpec, PositionalSpec } from "../table/command.ts";
import { TOOL_OPTIONS } from "./run-options.ts";

const CLIENT: PositionalSpec = {
  name: "client",
  choices: MCP_CLIENT_IDS,
  summary: `one of ${MCP_CLIENT_IDS.join(", ")}`,
};
const SCOPE: OptionSpec = {
  name: "scope",
  value: "SCOPE",
  choices: ["user", "project"],
  summary: "configuration to change: your own (user, default) or that of this project (project)",
};
const NAME: OptionSpec = { name: "name", value: "NAME", summary: "name of the entry (default knowhow)" };
const DRY_RUN: OptionSpec = { name: "dry-run", summary: "show the change without writing it" };
const YES: OptionSpec = { name: "yes", short: "y", summary: "write without asking" };

const serve: ActionSpec = {
  name: "serve",
  summary: "Serve the skills to MCP clients, over stdio or HTTP",
  detail:
    "Over stdio, the server runs until the client closes the connection; clients usually start it themselves. With --http it listens on 127.0.0.1 until it is stopped, and prints its URL and a new token to stderr (with --json, as one line on stdout). A token from --token-file or KNOWHOW_MCP_TOKEN is not printed.",
  positionals: [],
  options: [
    { name: "http", summary: "serve any number of clients over streamable HTTP on 127.0.0.1" },
    { name: "port", value: "N", least: 1, summary: "port for --http (default: any free port)" },
    {
      name: "token-file",
      value: "FILE",
      completes: "files",
      summary:
        "file that keeps the token for --http, created if it does not exist (default: KNOWHOW_MCP_TOKEN, or a new token at each start)",
    },
    {
      name: "mount",
      summary: "add a skill's own tools when it is loaded (default: only in the profile autopoiesis)",
    },
    {
      name: "preload",
      value: "NAME",
      many: true,
      summary:
        "put a skill's instructions into those of the server; only in the profiles metis and autopoiesis",
    },
    {
      name: "tool-names",
      value: "STYLE",
      choices: ["dotted", "plain"],
      summary:
        "names of a skill's tools: dotted (pdf.read) or plain (pdf_read); default: what the client accepts",
    },
    {
      name: "repeat-listed",
      summary: "list skills of folders that the client lists itself, too (default: each skill once)",
    },
    ...TOOL_OPTIONS,
    {
      name: "propose",
      summary:
        "let models propose new and changed skills (skill_view, skill_manage), which you review with `knowhow review`",
    },
    { name: "no-scripts", summary: "do not let clients run scripts of skills" },
    {
      name: "check",
      summary: "report what strict clients would get and known clients would show, without serving",
    },
  ],
  examples: [
    { line: "knowhow mcp serve", summary: "what a client runs" },
    {
      line: "knowhow mcp serve --http --port 7711 --token-file ~/.knowhow-token",
      summary: "one server for many clients",
    },
    { line: "knowhow mcp serve --check", summary: "check every skill against strict clients" },
  ],
  load: async () => (await import("../commands/mcp/serve.ts")).serve,
};

const install: ActionSpec = {
  name: "install",
  summary: "Add knowhow to the configuration of an MCP client",
  detail: "Shows the change and asks before writing it. --profile and --root become part of the entry.",
  positionals: [CLIENT],
  options: [
    SCOPE,
    NAME,
    {
      name: "command",
      value: "LINE",
      summary: "command line that starts the server (default: this installation of knowhow)",
    },
    { name: "url", value: "URL", summary: "connect to a running server instead of starting one" },
    { name: "print", summary: "print the entry to paste it yourself, without writing it" },
    DRY_RUN,
    YES,
    { name: "force", summary: "replace an entry of the same name that does not start knowhow" },
  ],
  examples: [
    { line: "knowhow mcp install cursor", summary: "review the change, then write it" },
    { line: "knowhow mcp install codex --print", summary: "print the entry only" },
    {
      line: "knowhow mcp install claude-code --scope project",
      summary: "for everyone who works on this project",
    },
  ],
  load: async () => (await import("../commands/mcp/install.ts")).install,
};

const uninstall: ActionSpec = {
  name: "uninstall",
  summary: "Remove knowhow from the configuration of an MCP client",
  detail: "Restores the file as it was before `knowhow mcp install` if nothing else has changed in it.",
  positionals: [CLIENT],
  options: [
    SCOPE,
    NAME,
    DRY_RUN,
    YES,
    { name: "force", summary: "remove an entry of this name even if it does not start knowhow" },
  ],
  examples: [{ line: "knowhow mcp uninstall cursor", summary: "undo `knowhow mcp install cursor`" }],
  load: async () => (await import("../commands/mcp/uninstall.ts")).uninstall,
};

/** Without a subcommand it serves, because that is what configured clients run. */
const mcp: GroupSpec = {
  name: "mcp",
  summary: "Serve the skills over MCP, and add this server to MCP clients",
  detail: "Without a subcommand, `knowhow mcp` is the same as `knowhow mcp serve`.",
  commands: [serve, install, uninstall],
  fallback: serve,
  examples: [
    { line: "knowhow mcp install cursor", summary: "add knowhow to a client" },
    { line: "knowhow mcp", summary: "what the client then runs" },
  ],
};

/** Commands about MCP servers and clients. */
export const MCP: readonly CommandSpec[] = [mcp];
