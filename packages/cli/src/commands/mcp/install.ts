import { resolve } from "node:path";
import { KnowhowError } from "@knowhow/runtime";
import { configPath, type McpChange } from "../../clients/change.ts";
import type { Entry } from "../../clients/config-editor.ts";
import type { McpScope } from "../../clients/config-places.ts";
import { MCP_CLIENTS, type McpClient } from "../../clients/mcp-clients.ts";
import { serverCommand } from "../../clients/server-command.ts";
import { CliError } from "../../io/cli-error.ts";
import { EXIT } from "../../io/exit-codes.ts";
import { TOKEN_VARIABLE } from "../../io/read-token.ts";
import { sayNotes } from "../../runtime/say-notes.ts";
import { workingDirectory } from "../../runtime/settings.ts";
import type { Answer, Call, Command } from "../../table/command.ts";
import { confirmChange, requestedChange } from "./change-client.ts";
import { installWarnings } from "./install-warnings.ts";
import { splitWords } from "./split-words.ts";

/** `knowhow mcp install <client>`: shows what would change, asks, and writes. */
export const install: Command = async (call) => {
  const change = await requestedChange(call, (client, scope) => entryOf(client, scope, call));
  const { entry } = change;
  const { args, io } = call;
  const warnings = installWarnings(change, args.text("url"));
  if (!args.has("json"))
    sayNotes(
      warnings.map((warning) => `warning: ${warning}`),
      io,
    );
  if (entry !== undefined && args.has("print")) return printed(change, entry, warnings);
  return confirmChange(change, call, warnings);
};

function entryOf(client: McpClient, scope: McpScope, { args, io }: Call): Entry {
  const [url, line] = [args.text("url"), args.text("command")];
  if (url !== undefined && line !== undefined)
    throw new CliError("cli.bad-value", "--url cannot be combined with --command");
  if (url !== undefined) return remoteEntry(client, url);
  const words = line === undefined ? ownCommand(scope, { args, io }) : splitWords(line);
  const [program, ...rest] = words;
  if (program === undefined) throw new CliError("cli.bad-value", "the value of --command is empty");
  return client.stdio(program, rest);
}

function ownCommand(scope: McpScope, { args, io }: Pick<Call, "args" | "io">): readonly string[] {
  const cwd = workingDirectory(args, io);
  const roots = args.list("root").flatMap((root) => ["--root", resolve(cwd, root)]);
  const profile = args.text("profile");
  const more = [...(profile === undefined ? [] : ["--profile", profile]), ...roots];
  return serverCommand(io.program(), { scope, platform: process.platform, args: more });
}

function remoteEntry({ title, http }: McpClient, written: string): Entry {
  if (!URL.canParse(written) || !/^https?:\/\//i.test(written))
    throw new CliError(
      "cli.bad-value",
      `invalid value "${written}" for --url`,
      "expected an http or https URL",
    );
  const url = new URL(written);
  // The value is not repeated, because it contains a secret.
  if (url.username !== "" || url.password !== "" || [...url.searchParams.keys()].some(isSecretName))
    throw new CliError(
      "cli.bad-value",
      "the value of --url contains credentials, which would be stored in the client's configuration",
      `leave them out; the client sends the token in ${TOKEN_VARIABLE}`,
    );
  if (http !== undefined) return http(url.href);
  throw new KnowhowError(
    "mcp.install-unsupported",
    `the configuration of ${title} does not support servers with a URL`,
    { hint: "leave out --url so that the client starts the server itself" },
  );
}

function isSecretName(name: string): boolean {
  return /token|secret|password|passwd|credential|auth|(?:^|[_.-]|api)key$|^sig(?:nature)?$/i.test(name);
}

function printed(change: McpChange, entry: Entry, warnings: readonly string[]): Answer {
  const client = MCP_CLIENTS[change.client];
  const { scope, name } = change;
  const text = client.editor.print({ container: client.container(""), name }, entry);
  const data = {
    client: client.id,
    scope,
    name,
    path: configPath(change),
    action: "preview",
    entry,
    ...(warnings.length === 0 ? {} : { warnings }),
  };
  return { exit: EXIT.done, data, text: () => text };
}
