import { join } from "node:path";
import {
  type ApprovalAnswer,
  type ApprovalRequest,
  type Approver,
  type EventListener,
  isKnowhowError,
} from "@knowhow/runtime";
import { knowhowDirectories, nodeEnvironment, noSandbox, scriptRunner } from "@knowhow/runtime/node";
import type { ScriptRunner } from "@knowhow/runtime/scripts";
import { parseDuration } from "@knowhow/runtime/toolkit";
import { CliError } from "../io/cli-error.ts";
import { EXIT } from "../io/exit-codes.ts";
import type { Output } from "../io/io.ts";
import { reportScriptPlan, reportScriptQuestion, reportScriptResult } from "../report/script.ts";
import { scriptGrant } from "../running/script-grant.ts";
import { findEntry } from "../runtime/find-entry.ts";
import { useRuntime } from "../runtime/open-runtime.ts";
import type { Answer, Call, Command } from "../table/command.ts";
import { confirm } from "../terminal/confirm.ts";
import { sanitise, sanitiseLines } from "../terminal/sanitise.ts";
import { openScreen } from "../terminal/screen.ts";
import { count } from "../terminal/words.ts";

/** `knowhow exec <skill> <script> [args…]`: runs a script of a skill in a sandbox. */
export const exec: Command = (call) => {
  const { args, io } = call;
  const [name = "", script = "", ...words] = args.positionals;
  const aborter = new AbortController();
  let isRunning = false;
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  // A script that was started is killed, and its end recorded, before this process ends.
  io.onInterrupt?.(() => {
    aborter.abort();
    return isRunning ? ended : undefined;
  });
  const options = { args: words, ...scriptGrant(call), ...limitsOf(call) };
  return useRuntime(
    call,
    async (runtime): Promise<Answer> => {
      const { skill } = findEntry(runtime.library, name);
      if (args.has("dry-run")) {
        const data = await runtime.scripts.plan(skill.name, script, options);
        return { exit: EXIT.done, data, text: (screen) => reportScriptPlan(data, screen) };
      }
      const isLive = !args.has("json");
      const data = await runtime.scripts
        .run(skill.name, script, {
          ...options,
          offline: args.has("offline"),
          signal: aborter.signal,
          ...(isLive ? { onOutput: ({ stream, bytes }) => write(io[stream], bytes) } : {}),
        })
        .catch((error: unknown) => {
          throw isUnasked(error, call) ? UNASKED : error;
        });
      const exit = data.status === "succeeded" ? EXIT.done : EXIT.no;
      if (!isLive) return { exit, data, text: () => "" };
      const screen = openScreen(io, io.stderr, { noColor: args.has("no-color"), quiet: args.has("quiet") });
      const report = reportScriptResult(data, screen);
      if (report !== "") io.stderr.write(`${report}\n`);
      return { exit, data, printed: true, text: () => "" };
    },
    {
      own: {
        ...(canAnswer(call) ? { approver: approverOf(call) } : {}),
        onEvent: (told) => {
          isRunning ||= told.event.type === "script.started";
          sayPreparing(call)(told);
        },
        ...(args.has("no-sandbox") ? { scripts: withoutSandbox(call) } : {}),
      },
    },
  ).finally(() => end());
};

/** Downloads take a while, and a script that waits for them prints nothing. */
function sayPreparing({ args, io }: Call): EventListener {
  return ({ event }) => {
    if (event.type !== "script.preparing" || args.has("quiet")) return;
    io.stderr.write(
      `knowhow: downloading ${count(event.packages, "package")} for ${sanitise(event.script)}\n`,
    );
  };
}

/** Only a person can decide this: `--yes` and pipes do not count. */
function withoutSandbox({ args, io }: Call): ScriptRunner {
  if (io.ask === undefined && !args.has("dry-run"))
    throw new CliError(
      "cli.refused",
      "--no-sandbox needs a person at a terminal",
      "run it in a terminal, or with a sandbox",
    );
  const environment = nodeEnvironment({ cwd: io.cwd ?? "/", home: io.home, variables: io.env });
  const { state, cache } = knowhowDirectories(environment);
  return scriptRunner(noSandbox(), {
    artifacts: join(state, "artifacts"),
    packages: join(cache, "packages"),
  });
}

/** What a script writes is passed on as it is, except to a terminal. */
function write(output: Output, bytes: Uint8Array): void {
  const text = new TextDecoder().decode(bytes);
  output.write(output.isTTY === true ? sanitiseLines(text) : text);
}

function limitsOf({ args }: Call) {
  const given = args.text("timeout");
  if (given === undefined) return {};
  const ms = parseDuration(given);
  if (ms === undefined || ms <= 0)
    throw new CliError(
      "cli.bad-value",
      `invalid value "${given}" for --timeout`,
      "expected a duration such as 30s or 5m",
    );
  return { limits: { seconds: ms / 1000 } };
}

/** True if there is somebody to ask, or an answer already. */
function canAnswer({ args, io }: Call): boolean {
  return io.ask !== undefined || args.has("yes");
}

function isUnasked(error: unknown, call: Call): boolean {
  return isKnowhowError(error) && error.code === "scripts.refused" && !canAnswer(call);
}

const UNASKED = new CliError(
  "cli.refused",
  "nothing was executed: stdin is not a terminal, so nobody can be asked",
  "add --yes; --dry-run shows what would be executed",
);

/** Shows what is asked for and asks in the terminal. */
function approverOf({ args, io }: Call): Approver {
  return async (request) => {
    if (args.has("no-sandbox") && request.kind === "script") return askTyped(request, { args, io });
    if (args.has("yes")) return { answer: "yes" };
    const said = await confirm(io, {
      preview: (screen) => reportScriptQuestion(request, screen),
      text: request.kind === "install" ? "Download them?" : "Run it?",
      otherwise: "nothing was executed",
      noColor: args.has("no-color"),
    });
    return { answer: said === "yes" ? "yes" : "no" };
  };
}

/** A yes by habit is not enough: the name of the skill must be typed. */
async function askTyped(
  request: ApprovalRequest,
  { args, io }: Pick<Call, "args" | "io">,
): Promise<ApprovalAnswer> {
  const screen = openScreen(io, io.stderr, { noColor: args.has("no-color"), quiet: false });
  const warning =
    "Without a sandbox, the script can read, change and send everything that you can, and its limits are weak.";
  io.stderr.write(`${reportScriptQuestion(request, screen)}\n${screen.paint("bad", warning)}\n`);
  const { skill = "" } = request;
  const typed = await io.ask?.(`Type ${sanitise(skill)} to run it without a sandbox: `);
  return typed?.trim() === skill ? { answer: "yes" } : { answer: "no", reason: "nothing was executed" };
}
