import { nodeEnvironment, nodeFiles } from "@knowhow/runtime/node";
import { findProject, MCP_CLIENT_IDS } from "@knowhow/runtime/toolkit";
import { applyChange } from "../../clients/apply-change.ts";
import { type McpChange, type PlannedChange, planChange } from "../../clients/change.ts";
import type { Entry } from "../../clients/config-editor.ts";
import type { McpScope } from "../../clients/config-places.ts";
import { MCP_CLIENTS, type McpClient } from "../../clients/mcp-clients.ts";
import { CliError } from "../../io/cli-error.ts";
import { EXIT, type ExitCode } from "../../io/exit-codes.ts";
import { type InstallAnswer, reportMcpInstall, showDiff } from "../../report/mcp-install.ts";
import { workingDirectory } from "../../runtime/settings.ts";
import type { Answer, Call } from "../../table/command.ts";
import { confirm } from "../../terminal/confirm.ts";

/** The change that the command line asks for; `entryFor` returns the entry to write, or undefined to remove it. */
export async function requestedChange(
  { args, io }: Call,
  entryFor: (client: McpClient, scope: McpScope) => Entry | undefined,
): Promise<McpChange> {
  const id = MCP_CLIENT_IDS.find((client) => client === args.positionals[0]);
  if (id === undefined) throw new CliError("cli.missing-argument", "missing argument <client>");
  const cwd = workingDirectory(args, io);
  const environment = nodeEnvironment({ cwd, home: io.home, variables: io.env });
  const { value: project } = await findProject(nodeFiles(), environment);
  const scope: McpScope = args.text("scope") === "project" ? "project" : "user";
  return {
    client: id,
    scope,
    name: nameOf(args.text("name")),
    entry: entryFor(MCP_CLIENTS[id], scope),
    force: args.has("force"),
    environment,
    project: project.root,
  };
}

/** Shows a change to a client's configuration, asks, and writes it. The warnings become part of the JSON document. */
export async function confirmChange(
  change: McpChange,
  { args, io }: Call,
  warnings: readonly string[] = [],
): Promise<Answer> {
  const planned = await planChange(change);
  const warned = warnings.length === 0 ? {} : { warnings };
  const before = { ...answerOf(change, planned, undefined), ...warned };
  if (planned.plan.action === "unchanged") return reply(EXIT.done, { ...before, action: "unchanged" });
  const preview = { ...before, action: "preview" } as const;
  if (args.has("dry-run")) return reply(EXIT.done, preview);
  if (!args.has("yes")) {
    const answer = await confirm(io, {
      preview: (screen) => showDiff(preview, screen),
      text: "Write this change?",
      otherwise: "nothing was written",
      noColor: args.has("no-color"),
    });
    if (answer === "cannot ask") return reply(EXIT.usage, preview);
    if (answer === "no") return reply(EXIT.no, { ...preview, diff: [] });
  }
  const applied = await applyChange(change);
  return reply(EXIT.done, { ...answerOf(change, applied, applied.backup), ...warned });
}

/** Clients use the name in tool names and TOML keys; these characters are valid in all of them. */
function nameOf(name = "knowhow"): string {
  if (/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(name)) return name;
  throw new CliError(
    "cli.bad-value",
    `invalid value "${name}" for --name`,
    "use letters, digits, hyphens and underscores, at most 64",
  );
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
