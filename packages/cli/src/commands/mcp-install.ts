import { resolve } from "node:path";
import { findProject, KnowhowError } from "@knowhow/runtime";
import { nodeEnvironment, nodeFiles } from "@knowhow/runtime/node";
import { CliError } from "../cli-error.ts";
import { applyChange } from "../clients/apply-change.ts";
import { configPath, type McpChange, type PlannedChange, planChange } from "../clients/change.ts";
import type { Entry } from "../clients/config-editor.ts";
import type { McpScope } from "../clients/config-places.ts";
import { MCP_CLIENTS, type McpClient } from "../clients/mcp-clients.ts";
import { serverCommand } from "../clients/server-command.ts";
import type { Answer, Call, Command } from "../command.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { MCP_CLIENT_NAMES } from "../mcp-install-options.ts";
import { type InstallAnswer, reportMcpInstall, showDiff } from "../report/mcp-install.ts";
import { openScreen } from "../report/screen.ts";
import { workingDirectory } from "../settings.ts";
import { splitWords } from "../split-words.ts";

/** `knowhow mcp install <client>` and `uninstall <client>`: shows what would change, asks, and writes. */
export const install: Command = async (call) => {
  const { args, io } = call;
  const change = await changeOf(call);
  if (args.has("print")) return printed(change);
  const planned = await planChange(change);
  const before = answerOf(change, planned, undefined);
  if (planned.plan.action === "unchanged") return reply(EXIT.done, { ...before, action: "unchanged" });
  const preview = { ...before, action: "preview" } as const;
  if (args.has("dry-run")) return reply(EXIT.done, preview);
  if (!args.has("yes")) {
    if (io.ask === undefined) {
      io.stderr.write("knowhow: nothing was written, because nobody can be asked here\n  hint: add --yes\n");
      return reply(EXIT.usage, preview);
    }
    const look = { noColor: args.has("no-color"), quiet: false };
    io.stderr.write(`${showDiff(preview, openScreen(io, io.stderr, look))}\n`);
    if (!/^y(?:es)?$/i.test((await io.ask("Write this? [y/N] ")) ?? ""))
      return reply(EXIT.no, { ...preview, diff: [] });
  }
  const applied = await applyChange(change);
  return reply(EXIT.done, answerOf(change, applied, applied.backup));
};

async function changeOf({ args, io }: Call): Promise<McpChange> {
  const [action, named] = args.positionals;
  const id = MCP_CLIENT_NAMES.find((name) => name === named);
  if (id === undefined) {
    const hint = `choose one of ${MCP_CLIENT_NAMES.join(", ")}`;
    throw new CliError("cli.missing-argument", `mcp ${action} needs a client`, hint);
  }
  const cwd = workingDirectory(args, io);
  const environment = nodeEnvironment({ cwd, home: io.home, variables: io.env });
  const { value: project } = await findProject(nodeFiles(), environment);
  const scope: McpScope = args.text("scope") === "project" ? "project" : "user";
  const entry = action === "install" ? entryOf(MCP_CLIENTS[id], scope, { args, io }, cwd) : undefined;
  const force = args.has("force");
  return {
    client: id,
    scope,
    name: nameOf(args.text("name")),
    entry,
    force,
    environment,
    project: project.root,
  };
}

/** Clients build names of tools from it, and TOML keys; none of them has trouble with these characters. */
function nameOf(name = "knowhow"): string {
  if (/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(name)) return name;
  throw new CliError(
    "cli.bad-value",
    `--name: "${name}" cannot be used`,
    "letters, digits, hyphens and underscores",
  );
}

function entryOf(
  client: McpClient,
  scope: McpScope,
  { args, io }: Pick<Call, "args" | "io">,
  cwd: string,
): Entry {
  const [url, line] = [args.text("url"), args.text("command")];
  if (url !== undefined && line !== undefined)
    throw new CliError("cli.bad-value", "--url and --command exclude each other");
  if (url !== undefined) return remoteEntry(client, url);
  const roots = args.list("root").flatMap((root) => ["--root", resolve(cwd, root)]);
  const profile = args.text("profile");
  const more = [...(profile === undefined ? [] : ["--profile", profile]), ...roots];
  const words =
    line === undefined
      ? serverCommand(io.program(), { scope, platform: process.platform, args: more })
      : splitWords(line);
  const [program, ...rest] = words;
  if (program === undefined) throw new CliError("cli.bad-value", "--command has no words");
  return client.stdio(program, rest);
}

function remoteEntry({ title, http }: McpClient, written: string): Entry {
  if (!URL.canParse(written) || !/^https?:\/\//i.test(written))
    throw new CliError("cli.bad-value", `--url: "${written}" is no http address`);
  if (http !== undefined) return http(new URL(written).href);
  throw new KnowhowError(
    "mcp.install-unsupported",
    `the configuration of ${title} has no servers behind an address`,
    {
      hint: "leave --url out, so that the client starts the server itself",
    },
  );
}

function printed(change: McpChange): Answer {
  const client = MCP_CLIENTS[change.client];
  const { scope, name, entry } = change;
  if (entry === undefined) throw new CliError("cli.bad-value", "--print is only for mcp install");
  const text = client.editor.print({ container: client.container(""), name }, entry);
  const data = { client: client.id, scope, name, path: configPath(change), action: "preview", entry };
  return { exit: EXIT.done, data, text: () => text };
}

function answerOf(
  change: McpChange,
  { file, plan, diff }: PlannedChange,
  backup: string | undefined,
): InstallAnswer {
  return {
    client: change.client,
    scope: change.scope,
    name: change.name,
    path: file.path,
    action: plan.action,
    ...(backup === undefined ? {} : { backup }),
    entry: change.entry ?? null,
    diff: diff.map(({ kind, text }) => `${{ same: " ", old: "-", new: "+" }[kind]}${text}`),
  };
}

function reply(exit: ExitCode, data: InstallAnswer): Answer {
  return { exit, data, text: (screen) => reportMcpInstall(data, screen) };
}
