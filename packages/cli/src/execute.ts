import { COMMANDS } from "./commands.ts";
import { EXIT } from "./io/exit-codes.ts";
import type { Io } from "./io/io.ts";
import type { Answer } from "./table/command.ts";
import { actionOf, findCommand } from "./table/find-command.ts";
import { VERSION_OPTION } from "./table/global-options.ts";
import { generalHelpFor, helpFor } from "./table/help.ts";
import { checkGlobalOptions, hasGlobalSwitch, parseArguments } from "./table/parse-arguments.ts";
import { toJson } from "./terminal/json.ts";
import { openScreen } from "./terminal/screen.ts";

/** Runs one command line: prints the result to stdout or an error to stderr, and returns the exit code. */
export async function execute(argv: readonly string[], io: Io): Promise<number> {
  const output = outputOptions(argv);
  try {
    const reply = await answer(argv, io);
    if (reply.printed === true) return reply.exit;
    if (output.json) io.stdout.write(`${toJson(reply.data, io.stdout.isTTY ? 2 : 0)}\n`);
    else printText(reply.text(openScreen(io, io.stdout, output)), io);
    return reply.exit;
  } catch (error) {
    const { describeError } = await import("./report/describe-error.ts");
    const { exit, json, text } = describeError(error, openScreen(io, io.stderr, output), io.env);
    if (output.json) io.stdout.write(`${toJson(json)}\n`);
    io.stderr.write(`${text}\n`);
    return exit;
  }
}

async function answer(argv: readonly string[], io: Io): Promise<Answer> {
  const found = findCommand(argv, COMMANDS);
  if (found === undefined) return answerWithoutCommand(argv, io);
  const action = actionOf(found);
  if (action === undefined) {
    checkGlobalOptions(`knowhow ${found.path}`, found.rest);
    return helpFor(found);
  }
  const args = parseArguments(action, found.rest);
  if (args.has("help")) return helpFor(found);
  const command = await action.spec.load();
  return command({ args, io, commands: COMMANDS });
}

function answerWithoutCommand(argv: readonly string[], io: Io): Answer {
  const { version } = io;
  if (argv.includes("--version") || argv.includes("-v")) {
    return { exit: EXIT.done, data: { version }, text: () => version };
  }
  checkGlobalOptions("knowhow", argv, [VERSION_OPTION]);
  return generalHelpFor(COMMANDS);
}

/** Read from the raw words, because errors about the command line have to respect them too. */
function outputOptions(argv: readonly string[]): { json: boolean; noColor: boolean; quiet: boolean } {
  const end = argv.indexOf("--");
  const words = end < 0 ? argv : argv.slice(0, end);
  const quiet = hasGlobalSwitch(words, "quiet");
  return { json: words.includes("--json"), noColor: words.includes("--no-color"), quiet };
}

function printText(text: string, io: Io): void {
  if (text !== "") io.stdout.write(`${text}\n`);
}
