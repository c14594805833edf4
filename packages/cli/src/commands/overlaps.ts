import { CliError } from "../io/cli-error.ts";
import { EXIT } from "../io/exit-codes.ts";
import { countedProgress, withProgress } from "../io/progress.ts";
import { noSkillsText } from "../report/match.ts";
import { reportOverlaps } from "../report/overlaps.ts";
import { useRuntime } from "../runtime/open-runtime.ts";
import { draftNotes, draftsOf, leftOutNotes, rehearseTexts, whyNoTexts } from "../runtime/rehearse.ts";
import { sayNotes } from "../runtime/say-notes.ts";
import type { Command } from "../table/command.ts";

/** `knowhow overlaps`: skills that are too similar to tell apart. */
export const overlaps: Command = async (call) => {
  const { args, io } = call;
  const min = similarity(args.text("min"));
  const max = args.number("max");
  const terminal = { io, quiet: args.has("quiet") };
  const progress = countedProgress("trying phrases", terminal);
  return useRuntime(
    call,
    async (runtime) => {
      const { library } = runtime;
      const options = { ...(min === undefined ? {} : { min }), onProgress: progress.update };
      const comparing = () => runtime.overlaps(options).finally(progress.end);
      const { pairs, stolen, recall, notes } = await withProgress("comparing skills", comparing, terminal);
      const drafts = draftsOf(library);
      sayNotes([...notes, ...draftNotes(library, drafts), ...leftOutNotes(library, whyNoTexts(call))], io);
      const tooMany = max !== undefined && pairs.length > max;
      return {
        exit: tooMany ? EXIT.no : EXIT.done,
        data: { pairs, stolen, recall, drafts },
        text: (screen) =>
          library.size === 0 ? noSkillsText(library) : reportOverlaps({ pairs, stolen, recall, max }, screen),
      };
    },
    { own: rehearseTexts(call) },
  );
};

function similarity(written: string | undefined): number | undefined {
  if (written === undefined) return undefined;
  if (/^(?:0|1|0?\.\d+|1\.0+)$/.test(written)) return Number(written);
  throw new CliError(
    "cli.bad-value",
    `invalid value "${written}" for --min`,
    "expected a number from 0 to 1",
  );
}
