import type { OptionSpec } from "./command.ts";

/** The options of `knowhow mcp` when it serves. */
export const MCP_SERVE_OPTIONS: readonly OptionSpec[] = [
  { name: "http", summary: "serve on 127.0.0.1 over streamable HTTP, to any number of clients" },
  { name: "port", value: "N", least: 1, summary: "the port for --http; any free one when absent" },
  {
    name: "token-file",
    value: "FILE",
    summary:
      "keep the token for --http in this file, so that it stays the same; else KNOWHOW_MCP_TOKEN, or a new one",
  },
  {
    name: "tool-names",
    value: "STYLE",
    choices: ["dotted", "plain"],
    summary: "how tools of a skill are named: pdf.read or pdf_read; what the client takes when absent",
  },
  { name: "check", summary: "serve nobody; tell what strict clients would get, and what they would not" },
];
