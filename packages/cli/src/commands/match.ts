import { CliError } from "../cli-error.ts";
import type { Call, Command } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import { useRuntime } from "../open-runtime.ts";
import { reportMatch } from "../report/match.ts";
import { sayNotes } from "../say-notes.ts";

/** The matcher itself reads no more of a message than this. */
const LONGEST_MESSAGE = 4 * 1024 * 1024;
const NEAREST = 5;

/** `knowhow match <message…>`: which skills a message would load or suggest, and why. */
export const match: Command = async (call) => {
  const { args, io } = call;
  const message = await readMessage(call);
  const suggestions = args.number("limit");
  const files = args.list("file");
  const wanted = args.number("ranking") ?? (args.has("all") ? NEAREST : undefined);
  return useRuntime(call, async (runtime) => {
    const answer = await runtime.match(message, {
      ...(suggestions === undefined ? {} : { suggestions }),
      ...(wanted === undefined ? {} : { ranking: wanted }),
      ...(files.length === 0 ? {} : { files }),
    });
    sayNotes(answer.notes, io);
    const matches = answer.matches.map(({ name, score, decision, reasons, variables, args: rest }) => ({
      name,
      score,
      decision,
      reasons,
      ...(variables === undefined ? {} : { variables }),
      ...(rest === undefined ? {} : { args: rest }),
    }));
    const ranking = wanted === undefined ? undefined : answer.ranking;
    return {
      exit: EXIT.done,
      data: ranking === undefined ? { matches } : { matches, ranking },
      text: (screen) =>
        reportMatch(
          { matches: answer.matches, ranking, profile: runtime.profile, library: runtime.library },
          screen,
        ),
    };
  });
};

async function readMessage({ args, io }: Call): Promise<string> {
  const [only, ...others] = args.positionals;
  if (only !== "-" || others.length > 0) return args.positionals.join(" ");
  const text = await io.readInput?.(LONGEST_MESSAGE);
  if (text !== undefined) return text;
  throw new CliError("cli.bad-value", "nothing can be read from standard input");
}
