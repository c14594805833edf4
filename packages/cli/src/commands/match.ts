import { CliError } from "../io/cli-error.ts";
import { EXIT } from "../io/exit-codes.ts";
import { withProgress } from "../io/progress.ts";
import { reportMatch } from "../report/match.ts";
import { pendingJson, reportPending } from "../report/pending.ts";
import { useRuntime } from "../runtime/open-runtime.ts";
import { draftNotes, draftsOf, leftOut, leftOutNotes, rehearse } from "../runtime/rehearse.ts";
import { sayNotes } from "../runtime/say-notes.ts";
import type { Call, Command } from "../table/command.ts";
import { modeNotes, readMode } from "../table/matching-mode.ts";
import { count } from "../terminal/words.ts";

/** The matcher reads no more of a message than this. */
const LONGEST_MESSAGE = 4 * 1024 * 1024;
const NEAREST = 5;

/** `knowhow match <message…>`: the skills that a message would load or suggest, and why. */
export const match: Command = async (call) => {
  const { args, io } = call;
  const message = await readMessage(call);
  const suggestions = args.number("limit");
  const files = args.list("file");
  const asked = readMode(args);
  const wanted = args.number("ranking") ?? (args.has("all") ? NEAREST : undefined);
  return useRuntime(
    call,
    async (runtime) => {
      const options = {
        ...(suggestions === undefined ? {} : { suggestions }),
        ...(wanted === undefined ? {} : { ranking: wanted }),
        ...(files.length === 0 ? {} : { files }),
        ...(asked === undefined ? {} : { mode: asked }),
      };
      const quiet = args.has("quiet");
      const answer = await withProgress("matching", () => runtime.match(message, options), { io, quiet });
      const { mode = runtime.profile.matching.mode } = answer;
      sayNotes([...answer.notes, ...modeNotes(asked, mode)], io);
      const matches = answer.matches.map(
        ({ name, score, decision, reasons, variables, args: rest, workflow }) => ({
          name,
          score,
          decision,
          reasons,
          ...(variables === undefined ? {} : { variables }),
          ...(rest === undefined ? {} : { args: rest }),
          ...(workflow === undefined ? {} : { workflow }),
        }),
      );
      const drafts = draftsOf(
        runtime.library,
        [...answer.matches, ...answer.ranking].map(({ name }) => name),
      );
      const pending = await runtime.pendingFor(message, { as: "message" });
      const ranking = wanted === undefined ? undefined : answer.ranking;
      const judgement = answer.judgement ?? null;
      return {
        exit: EXIT.done,
        data: {
          mode,
          matches,
          judgement,
          drafts,
          pending: pending.map(pendingJson),
          ...(ranking && { ranking }),
        },
        text: (screen) => {
          const report = reportMatch(
            {
              matches: answer.matches,
              ranking,
              judgement: answer.judgement,
              mode,
              runs: runtime.profile.runs,
              library: runtime.library,
            },
            screen,
          );
          const { library } = runtime;
          const others = matches.length > 0 ? 0 : leftOut(library).length - pending.length;
          const notes = [
            ...draftNotes(library, drafts),
            ...(matches.length === 0 && pending.length === 0 ? leftOutNotes(library) : []),
          ];
          const waiting = reportPending(pending, screen, triesThem(pending.length, others));
          const parts = [report, waiting, notes.join("\n")];
          return screen.quiet ? report : parts.filter((part) => part !== "").join("\n\n");
        },
      };
    },
    { own: rehearse(args) },
  );
};

/** The way to try the pending skills that are listed, and the others. */
function triesThem(listed: number, others: number): string {
  if (others <= 0) return `--pending tries ${listed === 1 ? "it" : "them"}`;
  return `${count(others, "other is", "others are")} pending; --pending tries all of them`;
}

async function readMessage({ args, io }: Call): Promise<string> {
  const [only, ...others] = args.positionals;
  if (only !== "-" || others.length > 0) return args.positionals.join(" ");
  const text = await io.readInput?.(LONGEST_MESSAGE);
  if (text !== undefined) return text;
  throw new CliError("cli.bad-value", "cannot read from stdin");
}
