import type { ActionExecutionResult, RunView } from "@knowhow/runtime/workflows";
import { CliError } from "../io/cli-error.ts";
import { EXIT, type ExitCode } from "../io/exit-codes.ts";
import type { Io } from "../io/io.ts";
import { describeError } from "../report/describe-error.ts";
import { outcomeLine, reportWait } from "../report/run.ts";
import { sayNotes } from "../runtime/say-notes.ts";
import type { Arguments } from "../table/arguments.ts";
import type { Answer, Call } from "../table/command.ts";
import { sanitise } from "../terminal/sanitise.ts";
import { openScreen } from "../terminal/screen.ts";
import { findRun } from "./find-run.ts";
import { refuseOtherInputs } from "./refuse-other-inputs.ts";
import { runAnswer } from "./run-answer.ts";
import { stepProgress } from "./step-progress.ts";
import { libraryOf, type OpenRuns, useRuns } from "./use-runs.ts";

/** What happened to one of the runs. */
interface Outcome {
  readonly exit: ExitCode;
  readonly data: unknown;
  readonly line: string;
}

/** What can be said about an interrupted write. */
const CHOICES = ["repeat", "done", "fail"];

/**
 * Continues several runs, one after the other. Only questions about interrupted writes can be answered together: all other
 * questions are different from each other. Nothing is answered if one of the runs does not fit.
 */
export async function resumeSeveral(call: Call, ids: readonly string[]): Promise<Answer> {
  const { args, io } = call;
  if (args.text("token") !== undefined)
    throw new CliError("cli.bad-value", "--token is for a single run", "a token belongs to one question");
  const progress = stepProgress(io, { quiet: args.has("quiet"), noColor: args.has("no-color") });
  return useRuns(
    call,
    async (opened) => {
      const runs: RunView[] = [];
      for (const id of ids) runs.push(await findRun(opened.store.runs, id));
      if (!args.has("detach")) for (const run of runs.filter(isOpen)) refuseOtherInputs(run, call);
      const given = givenAnswer(runs, args);
      const open = runs.filter(({ phase }) => phase === "uncertain");
      const answer = given ?? (await askOnce(open, io, args));
      const outcomes: Outcome[] = [];
      for (const run of runs) {
        const isAnswered = given !== undefined || open.includes(run);
        outcomes.push(await continueOne(run, isAnswered ? answer : undefined, { opened, call }));
        progress.clear();
      }
      return {
        exit: exitOf(outcomes),
        data: { runs: outcomes.map(({ data }) => data) },
        text: () => outcomes.map(({ line }) => line).join("\n"),
      };
    },
    { onEvent: progress.onEvent },
  );
}

function isOpen({ result: { status } }: RunView): boolean {
  return status === "paused" || status === "running";
}

function givenAnswer(runs: readonly RunView[], args: Arguments): string | undefined {
  const hint = "answer the others one by one";
  if (args.has("approve") || args.has("deny"))
    throw new CliError("cli.bad-value", "--approve and --deny are for a single run", hint);
  const answer = args.text("answer");
  if (answer === undefined) return undefined;
  const others = runs.filter(({ result }) => result.waiting?.uncertain !== true).map(({ id }) => id);
  if (others.length > 0)
    throw new CliError(
      "cli.bad-value",
      `only interrupted writes can be answered together, and these runs have none: ${others.join(", ")}`,
      hint,
    );
  if (CHOICES.includes(answer)) return answer;
  throw new CliError("cli.bad-value", `invalid value "${answer}" for --answer`, {
    hint: `expected one of ${CHOICES.join(", ")}`,
  });
}

/** Shows all interrupted writes and asks what to do with them; undefined to decide later. */
async function askOnce(runs: readonly RunView[], io: Io, args: Arguments): Promise<string | undefined> {
  if (runs.length === 0 || io.ask === undefined) return undefined;
  const screen = openScreen(io, io.stderr, { noColor: args.has("no-color"), quiet: false });
  for (const { id, skill, result } of runs) {
    if (result.waiting === undefined) continue;
    const head = sanitise(`${id}  ${skill}, step ${result.waiting.step}`);
    io.stderr.write(`${screen.paint("notice", "?")} ${head}\n${reportWait(result.waiting, screen)}\n`);
  }
  for (;;) {
    const what = `Answer for ${runs.length === 1 ? "it" : `all ${runs.length}`} [Enter to decide later]: `;
    const said = (await io.ask(what)) ?? "";
    if (said === "") return undefined;
    if (CHOICES.includes(said)) return said;
    sayNotes([`expected one of ${CHOICES.join(", ")}`], io);
  }
}

async function continueOne(
  run: RunView,
  answer: string | undefined,
  { opened, call }: { readonly opened: OpenRuns; readonly call: Call },
): Promise<Outcome> {
  const { args, io } = call;
  const comment = args.text("comment");
  const given =
    answer === undefined
      ? {}
      : {
          answer,
          token: run.result.waiting?.token ?? "",
          ...(comment === undefined ? {} : { comment }),
        };
  try {
    const { runs } = await libraryOf(run, opened);
    const result = await runs.resume(run.id, { by: "user", background: args.has("detach"), ...given });
    return outcomeOf(result, call);
  } catch (error) {
    const screen = openScreen(io, io.stdout, { noColor: true, quiet: true });
    const { exit, json } = describeError(error, screen, {});
    return { exit, data: { runId: run.id, ...json }, line: `${run.id}  ${sanitise(json.error.message)}` };
  }
}

function outcomeOf(result: ActionExecutionResult, call: Call): Outcome {
  const { exit, data } = runAnswer(result, call);
  return { exit, data, line: `${result.runId}  ${outcomeLine(result)}` };
}

/** What is worse comes first. */
function exitOf(outcomes: readonly Outcome[]): ExitCode {
  const order = [EXIT.no, EXIT.broken, EXIT.usage, EXIT.refused, EXIT.paused];
  return order.find((code) => outcomes.some(({ exit }) => exit === code)) ?? EXIT.done;
}
