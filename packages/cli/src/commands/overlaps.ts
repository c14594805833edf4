import { CliError } from "../cli-error.ts";
import type { Command } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import { useRuntime } from "../open-runtime.ts";
import { countedProgress } from "../report/counted-progress.ts";
import { NO_SKILLS } from "../report/match.ts";
import { reportOverlaps } from "../report/overlaps.ts";
import { sayNotes } from "../say-notes.ts";

/** `knowhow overlaps`: skills that a message cannot tell apart. */
export const overlaps: Command = async (call) => {
  const { args, io } = call;
  const min = nearness(args.text("min"));
  const max = args.number("max");
  const progress = countedProgress("trying phrases", { io, quiet: args.has("quiet") });
  return useRuntime(call, async (runtime) => {
    const { pairs, stolen, recall, notes } = await runtime
      .overlaps({ ...(min === undefined ? {} : { min }), onProgress: progress.tell })
      .finally(progress.end);
    sayNotes(notes, io);
    const tooMany = max !== undefined && pairs.length > max;
    return {
      exit: tooMany ? EXIT.no : EXIT.done,
      data: { pairs, stolen, recall },
      text: (screen) =>
        runtime.library.size === 0 ? NO_SKILLS : reportOverlaps({ pairs, stolen, recall, max }, screen),
    };
  });
};

function nearness(written: string | undefined): number | undefined {
  if (written === undefined) return undefined;
  if (/^(?:0|1|0?\.\d+|1\.0+)$/.test(written)) return Number(written);
  throw new CliError("cli.bad-value", `--min takes a number between 0 and 1, not "${written}"`);
}
