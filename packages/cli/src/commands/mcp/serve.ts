import { resolve } from "node:path";
import {
  createSkillServer,
  type SkillServer,
  type SkillServerCheck,
  serveSkillsOverHttp,
  serveSkillsOverStdio,
} from "@knowhow/mcp/server";
import type { Diagnostic, Runtime } from "@knowhow/runtime";
import { type ClientPreview, describePreview, previewClients } from "@knowhow/runtime/authoring";
import type { ToolCallContext, WorkflowSettings } from "@knowhow/runtime/workflows";
import { CliError } from "../../io/cli-error.ts";
import { EXIT } from "../../io/exit-codes.ts";
import type { Serving } from "../../io/io.ts";
import { withProgress } from "../../io/progress.ts";
import { readToken, tokenFrom } from "../../io/read-token.ts";
import { isSystemError } from "../../io/system-error.ts";
import { diagnosticJson, diagnosticText } from "../../report/diagnostics.ts";
import { scriptGrant } from "../../running/script-grant.ts";
import { countUses } from "../../runtime/count-uses.ts";
import { beginRuntime } from "../../runtime/open-runtime.ts";
import { leftOut } from "../../runtime/rehearse.ts";
import { workingDirectory } from "../../runtime/settings.ts";
import type { Answer, Call, Command } from "../../table/command.ts";
import { toJson } from "../../terminal/json.ts";
import { sanitise } from "../../terminal/sanitise.ts";
import type { Screen } from "../../terminal/screen.ts";
import { count, number } from "../../terminal/words.ts";
import { wrap } from "../../terminal/wrap.ts";
import { openTools } from "../../tools/open-tools.ts";

/** `knowhow mcp serve`: serves the skills until the client disconnects or the server is stopped. Stdout carries the protocol only. */
export const serve: Command = async (call) => {
  const { args, io } = call;
  checkOptions(call);
  const scripts = args.has("no-scripts") ? false : scriptGrant(call);
  const opening = await beginRuntime(call, {
    workflows: { ...toolsOf(call), scripts },
    ...(args.has("propose") ? { authoring: { mode: "propose" } } : {}),
  });
  const ready = opening.ready.then(async (runtime) => {
    // Opens the embedder, so that one that cannot be used is an error at the start, not in the middle of a conversation.
    await runtime.match("", { ranking: 1 });
    return runtime;
  });
  const { name, mcp } = opening.profile;
  if (args.list("preload").length > 0 && mcp.connection !== "session")
    throw new CliError(
      "cli.bad-value",
      `--preload has no effect in the profile ${name}`,
      "choose one in which a connection is a session: --profile metis or --profile autopoiesis",
    );
  const toolNames = args.text("tool-names");
  const preload = args.list("preload");
  const catalogs = { repeatListed: args.has("repeat-listed"), ...clientDirectory(call) };
  const usesOf = async () => (await countUses(await opening.ready, io)).uses ?? {};
  const skills = createSkillServer(opening, {
    version: io.version,
    scripts,
    ...catalogs,
    uses: usesOf,
    ...(io.serving?.firstAnswerMs === undefined ? {} : { waitMs: io.serving.firstAnswerMs() }),
    ...(args.has("mount") ? { toolSets: true } : {}),
    ...(preload.length === 0 ? {} : { preload }),
    ...(toolNames === "dotted" || toolNames === "plain" ? { toolNames } : {}),
  });
  try {
    if (args.has("check")) {
      const quiet = args.has("quiet");
      // What a client gets depends on the verdicts, so that skills without one are scanned first.
      const check = await withProgress("checking and scanning skills", skills.check, { io, quiet });
      const runtime = await ready;
      return checked(check, previewClients(runtime, { ...catalogs, uses: await usesOf() }), runtime);
    }
    const { serving } = io;
    if (serving === undefined)
      throw new CliError("cli.bad-value", "this environment has no stdin and stdout to serve on");
    const size = ready.then(({ library }) => library.discoveryIndex().length);
    const service = { skills, serving, call, size };
    return args.has("http") ? await overHttp(service) : await overStdio(service);
  } finally {
    skills.close();
    ready.then(
      (runtime) => runtime.close(),
      () => undefined,
    );
  }
};

/** The tools of workflows work in the directory of the server. */
function toolsOf(call: Call): WorkflowSettings {
  const directory = workingDirectory(call.args, call.io);
  const directoryOf = (context: ToolCallContext) => context.directory ?? directory;
  return { ...openTools({ ...call, directoryOf, serverTools: async () => [] }), directory };
}

/** A client that starts the server starts it where it works; with --http or --cwd, that is unknown. */
function clientDirectory({ args, io }: Call): { readonly cwd?: string } {
  const isElsewhere = args.has("http") || args.text("cwd") !== undefined || io.cwd === undefined;
  return isElsewhere ? {} : { cwd: workingDirectory(args, io) };
}

function checkOptions({ args }: Call): void {
  const port = args.number("port");
  if (port !== undefined && port > 65_535)
    throw new CliError(
      "cli.bad-value",
      `invalid value "${port}" for --port`,
      "expected a port from 1 to 65535",
    );
  if (args.has("check") && args.has("http"))
    throw new CliError("cli.bad-value", "--check cannot be combined with --http");
  const wanting = ["port", "token-file"].find((name) => args.text(name) !== undefined);
  if (wanting !== undefined && !args.has("http"))
    throw new CliError("cli.bad-value", `--${wanting} requires --http`);
}

function checked(
  check: SkillServerCheck,
  clients: readonly ClientPreview[],
  { profile, library }: Runtime,
): Answer {
  const { served, dynamic, diagnostics } = check;
  const pending = leftOut(library).map(({ skill }) => skill.name);
  const isWhole = diagnostics.every(({ code }) => code !== "mcp.not-served");
  return {
    exit: isWhole ? EXIT.done : EXIT.no,
    data: { served, dynamic, pending, diagnostics: diagnostics.map(diagnosticJson), clients },
    text: (screen) => {
      const lines = clients.map(
        (client) => `  ${wrap(describePreview(client, profile), screen.columns, "    ")}`,
      );
      const shown = screen.quiet ? [] : ["", "What clients show, as measured with these versions:", ...lines];
      return [reportMcpCheck(check, pending.length, screen), ...shown].join("\n");
    },
  };
}

/** What was changed for strict clients or not served, then the counts. */
function reportMcpCheck(
  { served, dynamic, diagnostics }: SkillServerCheck,
  pending: number,
  screen: Screen,
): string {
  const lines = shownPerCode(diagnostics).map(({ shown, rest }) =>
    [
      ...shown.map((diagnostic) => diagnosticText(diagnostic, screen, { indent: "" })),
      ...(rest > 0 ? [screen.paint("faint", `… and ${number(rest)} more; --json lists all`)] : []),
    ].join("\n"),
  );
  if (screen.quiet) return lines.join("\n");
  const of = (code: string) => diagnostics.filter((diagnostic) => diagnostic.code === code).length;
  const [rewritten, left] = [of("mcp.rewritten"), of("mcp.not-served")];
  const parts = [screen.paint("strong", `${count(served, "skill")} served`)];
  if (rewritten > 0) parts.push(`${number(rewritten)} with normalised frontmatter`);
  if (dynamic > 0) parts.push(`${number(dynamic)} without a manifest`);
  if (left > 0) parts.push(screen.paint("bad", `${number(left)} not served`));
  if (pending > 0)
    parts.push(screen.paint("notice", `${number(pending)} pending: \`knowhow trust\` decides`));
  return [...lines, ...(lines.length > 0 ? [""] : []), parts.join(" · ")].join("\n");
}

/** Number of skills that are listed per code, so that a large library leaves the summary in sight. */
const SHOWN_PER_CODE = 12;

/** The first diagnostics of each code, and how many more there are. */
function shownPerCode(
  diagnostics: readonly Diagnostic[],
): readonly { readonly shown: readonly Diagnostic[]; readonly rest: number }[] {
  const groups = new Map<string, Diagnostic[]>();
  for (const diagnostic of diagnostics)
    groups.set(diagnostic.code, [...(groups.get(diagnostic.code) ?? []), diagnostic]);
  return [...groups.values()].map((all) => ({
    shown: all.slice(0, SHOWN_PER_CODE),
    rest: Math.max(0, all.length - SHOWN_PER_CODE),
  }));
}

/** A server that is about to start. */
interface Service {
  readonly skills: SkillServer;
  readonly serving: Serving;
  readonly call: Call;
  /** Number of skills, when the library is loaded. */
  readonly size: Promise<number>;
}

async function overStdio({ skills, serving, call: { io, args }, size }: Service): Promise<Answer> {
  const stopped = serving.untilStopped();
  const server = serveSkillsOverStdio(skills, serving, (error) => logError(error, io));
  const isScreen = io.stdout.isTTY && !args.has("quiet");
  /** A library that cannot be loaded ends the server. */
  const failed = size.then((skillCount) => {
    if (isScreen)
      io.stderr.write(
        `knowhow: serving ${count(skillCount, "skill")} over stdio; MCP clients usually start this themselves (see \`knowhow mcp --help\`)\n`,
      );
    return new Promise<never>(() => undefined);
  });
  try {
    await Promise.race([stopped, server.ended, failed]);
  } finally {
    await server.close();
  }
  return DONE;
}

async function overHttp({ skills, serving, call: { io, args }, size: loading }: Service): Promise<Answer> {
  const size = await loading;
  const file = args.text("token-file");
  const given = file === undefined ? tokenFrom(io.env) : readToken(resolve(workingDirectory(args, io), file));
  const port = args.number("port");
  const stopped = serving.untilStopped();
  const server = await serveSkillsOverHttp(skills, {
    ...(port === undefined ? {} : { port }),
    ...(given === undefined ? {} : { token: given }),
    onError: (error) => logError(error, io),
  }).catch((error: unknown) => {
    throw portError(error, port);
  });
  const { url } = server;
  // A token that the user keeps elsewhere does not belong in logs.
  const token = given === undefined ? server.token : undefined;
  if (args.has("json")) io.stdout.write(`${toJson({ url, token: token ?? null, skills: size })}\n`);
  else
    io.stderr.write(
      `knowhow: serving ${count(size, "skill")} at ${url}\n${token === undefined ? "" : `token: ${token}\n`}`,
    );
  await stopped;
  await server.close();
  return DONE;
}

/** Explains why a port that the user chose cannot be used; other errors are returned unchanged. */
function portError(error: unknown, port: number | undefined): unknown {
  if (!isSystemError(error) || port === undefined) return error;
  if (error.code === "EADDRINUSE")
    return new CliError(
      "cli.unreadable",
      `port ${port} is already in use`,
      "this server may be running already; otherwise choose another port, or leave out --port",
    );
  if (error.code === "EACCES")
    return new CliError(
      "cli.unreadable",
      `no permission to listen on port ${port}`,
      "choose a port above 1023",
    );
  return error;
}

const DONE: Answer = { exit: EXIT.done, data: undefined, printed: true, text: () => "" };

function logError(error: Error, io: Call["io"]): void {
  if (io.env.KNOWHOW_DEBUG) io.stderr.write(`knowhow: ${sanitise(error.message)}\n`);
}
