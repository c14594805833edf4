import { isVisible, type Runtime } from "@knowhow/runtime";
import { evaluate, type LabelledMessage } from "@knowhow/runtime/authoring";
import { nearestWord } from "@knowhow/runtime/toolkit";
import {
  type LabelledFile,
  type LabelledPlace,
  labelledPlace,
  readLabelled,
  skillsIn,
} from "../evaluation/labelled-files.ts";
import { checkThresholds, readThresholds } from "../evaluation/thresholds.ts";
import { CliError } from "../io/cli-error.ts";
import { EXIT } from "../io/exit-codes.ts";
import { hasPerson } from "../io/has-person.ts";
import { isInside } from "../io/paths.ts";
import { countedProgress, withProgress } from "../io/progress.ts";
import { reportEvaluation } from "../report/eval.ts";
import { useRuntime } from "../runtime/open-runtime.ts";
import { placeFinder } from "../runtime/place-finder.ts";
import { draftNotes, draftsOf, leftOutNotes, rehearse } from "../runtime/rehearse.ts";
import { sayNotes } from "../runtime/say-notes.ts";
import { flagOptions } from "../runtime/settings.ts";
import type { Answer, Call, Command } from "../table/command.ts";
import { modeNotes, readMode } from "../table/matching-mode.ts";

/** Corrections are suggested for this many names only, because each is compared with every skill. */
const MAX_CORRECTED = 50;

/** `knowhow eval [file]`: measures how well labelled messages match their skills. */
export const evaluateFile: Command = async (call) => {
  const { args, io } = call;
  const [written] = args.positionals;
  const place = written === undefined ? undefined : labelledPlace(written, await placeFinder(call)(written));
  const limits = readThresholds(args);
  const found = await useRuntime(
    call,
    async (runtime) => {
      const isNew = place?.home !== undefined && skillsIn(runtime, place.home).length === 0;
      return isNew ? undefined : evaluateIn(runtime, place, limits, call);
    },
    { own: rehearse(args) },
  );
  if (found !== undefined || place?.home === undefined) return sure(found);
  // Adds the skills of a directory that was named but is not among the roots.
  const roots = [...(flagOptions(args, io).roots ?? []), place.home];
  return useRuntime(call, (runtime) => evaluateIn(runtime, place, limits, call), {
    own: { ...rehearse(args), roots },
  });
};

function sure(answer: Answer | undefined): Answer {
  if (answer !== undefined) return answer;
  throw new CliError("cli.not-found", "nothing to evaluate");
}

async function evaluateIn(
  runtime: Runtime,
  place: LabelledPlace | undefined,
  limits: ReadonlyMap<string, number>,
  { args, io }: Call,
): Promise<Answer> {
  const { files, skipped } = await readLabelled(runtime, place);
  const messages = files.flatMap((file) => file.messages);
  if (messages.length === 0) throw noMessages(place, files.length);
  const terminal = { io, quiet: args.has("quiet") };
  const progress = countedProgress("matching messages", terminal);
  const asked = readMode(args) ?? runtime.profile.matching.mode;
  const { mode = asked } = await runtime.match("", { mode: asked });
  // The first message waits for the index of the skills.
  const matching = () => evaluate(messages, { match: runtime.match, mode, onProgress: progress.update });
  const {
    verdicts: _,
    notes,
    ...figures
  } = await withProgress("matching messages", matching, terminal).finally(progress.end);
  const left = skipped.map(({ message }) => `skipped ${message}`);
  const drafts = draftsOf(runtime.library);
  const tried = [...draftNotes(runtime.library, drafts), ...leftOutNotes(runtime.library)];
  sayNotes([...left, ...notes, ...modeNotes(readMode(args), mode), ...tried], io);
  const unknown = unknownNames(messages, runtime);
  const hidden = hasPerson(io) ? new Set() : textsOf(drafts, files, runtime);
  const confusions = figures.confusions.map((confusion) => ({
    ...confusion,
    queries: confusion.queries.filter((query) => !hidden.has(query)),
  }));
  const thresholds = checkThresholds(limits, figures);
  const data = {
    mode,
    ...figures,
    confusions,
    unknown,
    thresholds,
    drafts,
    files: files.map(({ path }) => path),
    skipped: skipped.map(({ message }) => message),
  };
  // A threshold that was checked without some of the files is not met.
  const isMet = thresholds.every(({ ok }) => ok) && (thresholds.length === 0 || skipped.length === 0);
  return {
    exit: isMet ? EXIT.done : EXIT.no,
    data,
    text: (screen) => reportEvaluation(data, screen),
  };
}

/** The messages in skills that are not trusted: without a person, it may be an agent that reads. */
function textsOf(
  drafts: readonly string[],
  files: readonly LabelledFile[],
  { library }: Runtime,
): ReadonlySet<string> {
  const places = drafts.flatMap((name) => library.get(name)?.directory ?? []);
  const own = files.filter(({ path }) => places.some((place) => isInside(path, place)));
  return new Set(own.flatMap(({ messages }) => messages.map(({ query }) => query)));
}

/** Expected names that no message can match, with a correction or with the state of the skill. */
function unknownNames(messages: readonly LabelledMessage[], { library }: Runtime) {
  const counts = new Map<string, number>();
  for (const { expect, unwanted } of messages) {
    for (const name of unwanted === undefined ? expect : [unwanted]) {
      if (!isVisible(library.entry(name)?.state)) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  const names = library.entries().map(({ skill }) => skill.name);
  return [...counts].map(([name, count], at) => {
    const state = library.entry(name)?.state ?? null;
    const nearest = state === null && at < MAX_CORRECTED ? nearestWord(name, names) : undefined;
    return { name, count, state, suggestion: nearest ?? null };
  });
}

function noMessages(place: LabelledPlace | undefined, files: number): CliError {
  const hint =
    'create evals/triggers.json in the directory of a skill: [{ "query": "…", "should_trigger": true }, …]';
  if (files > 0)
    return new CliError("cli.bad-value", `${place?.written ?? "the file"} contains no messages`, hint);
  const where = place === undefined ? "no skill here" : `no skill in ${place.written}`;
  return new CliError("cli.not-found", `${where} has labelled messages`, hint);
}
