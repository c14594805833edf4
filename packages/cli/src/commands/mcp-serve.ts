import { resolve } from "node:path";
import {
  createSkillServer,
  type SkillServer,
  type SkillServerCheck,
  serveSkillsOverHttp,
  serveSkillsOverStdio,
} from "@knowhow/mcp/server";
import { CliError } from "../cli-error.ts";
import type { Answer, Call, Command } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import type { Serving } from "../io.ts";
import { openRuntime } from "../open-runtime.ts";
import { readToken, tokenFrom } from "../read-token.ts";
import { diagnosticJson } from "../report/diagnostics.ts";
import { toJson } from "../report/json.ts";
import { reportMcpCheck } from "../report/mcp-check.ts";
import { sanitise } from "../report/sanitise.ts";
import { workingDirectory } from "../settings.ts";
import { isSystemError } from "../system-error.ts";

/** `knowhow mcp`: serves the skills over MCP until the client leaves or somebody ends it. Only the protocol is on stdout. */
export const serve: Command = async (call) => {
  const { args, io } = call;
  checkOptions(call);
  const runtime = await openRuntime(call);
  // Opens the embedder: one that cannot be used is an error at the start, not in the middle of a conversation.
  await runtime.match("");
  const toolNames = args.text("tool-names");
  const skills = createSkillServer(runtime, {
    version: io.version,
    ...(toolNames === "dotted" || toolNames === "plain" ? { toolNames } : {}),
  });
  try {
    if (args.has("check")) return checked(await skills.check());
    const count = runtime.library.discoveryIndex().length;
    const { serving } = io;
    if (serving === undefined) throw new CliError("cli.bad-value", "nobody can be served from here");
    return args.has("http")
      ? await overHttp(skills, call, count, serving)
      : await overStdio(skills, call, count, serving);
  } finally {
    skills.close();
    runtime.close();
  }
};

function checkOptions({ args }: Call): void {
  const [, extra] = args.positionals;
  if (extra !== undefined)
    throw new CliError("cli.extra-argument", `serve does not take the argument "${extra}"`);
  const port = args.number("port");
  if (port !== undefined && port > 65_535) throw new CliError("cli.bad-value", `there is no port ${port}`);
  if (args.has("check") && args.has("http"))
    throw new CliError("cli.bad-value", "--check serves nobody", "leave --http out");
  const wanting = ["port", "token-file"].find((name) => args.text(name) !== undefined);
  if (wanting !== undefined && !args.has("http"))
    throw new CliError("cli.bad-value", `--${wanting} is for --http`, "add --http to serve on 127.0.0.1");
}

function checked(check: SkillServerCheck): Answer {
  const { served, dynamic, diagnostics } = check;
  const isWhole = diagnostics.every(({ code }) => code !== "mcp.not-served");
  return {
    exit: isWhole ? EXIT.done : EXIT.no,
    data: { served, dynamic, diagnostics: diagnostics.map(diagnosticJson) },
    text: (screen) => reportMcpCheck(check, screen),
  };
}

async function overStdio(
  skills: SkillServer,
  { io, args }: Call,
  count: number,
  serving: Serving,
): Promise<Answer> {
  if (io.stdout.isTTY && !args.has("quiet"))
    io.stderr.write(
      `knowhow: serving ${count} skills on stdin and stdout; usually a client starts this (see knowhow mcp --help)\n`,
    );
  const stopped = serving.untilStopped();
  const server = serveSkillsOverStdio(skills, serving, (error) => tellError(error, io));
  await Promise.race([stopped, server.ended]);
  await server.close();
  return DONE;
}

async function overHttp(
  skills: SkillServer,
  { io, args }: Call,
  count: number,
  serving: Serving,
): Promise<Answer> {
  const file = args.text("token-file");
  const given = file === undefined ? tokenFrom(io.env) : readToken(resolve(workingDirectory(args, io), file));
  const port = args.number("port");
  const stopped = serving.untilStopped();
  const server = await serveSkillsOverHttp(skills, {
    ...(port === undefined ? {} : { port }),
    ...(given === undefined ? {} : { token: given }),
    onError: (error) => tellError(error, io),
  }).catch((error: unknown) => {
    throw portTrouble(error, port);
  });
  const { url, token = "" } = server;
  if (args.has("json")) io.stdout.write(`${toJson({ url, token, skills: count })}\n`);
  else
    io.stderr.write(
      `knowhow: serving ${count} skills at ${url}\n${given === undefined ? `token: ${token}\n` : ""}`,
    );
  await stopped;
  await server.close();
  return DONE;
}

/** A port that cannot be had is the person's matter; any other trouble stays what it is. */
function portTrouble(error: unknown, port: number | undefined): unknown {
  if (!isSystemError(error) || port === undefined) return error;
  if (error.code === "EADDRINUSE")
    return new CliError(
      "cli.unreadable",
      `port ${port} is taken`,
      "perhaps this server runs already; else choose another port, or leave --port out",
    );
  if (error.code === "EACCES")
    return new CliError("cli.unreadable", `port ${port} is not yours to use`, "choose one above 1023");
  return error;
}

const DONE: Answer = { exit: EXIT.done, data: undefined, printed: true, text: () => "" };

function tellError(error: Error, io: Call["io"]): void {
  if (io.env.KNOWHOW_DEBUG) io.stderr.write(`knowhow: ${sanitise(error.message)}\n`);
}
