import { breather } from "../basics/awaitable.ts";
import type { MatchAnswer, MatchOptions } from "../conversation.ts";
import type { MatchingMode } from "../profile.ts";
import { judgeAnswer, type Verdict } from "./judge-answer.ts";
import type { LabelledMessage } from "./parse-labelled.ts";
import { type Evaluation, sumUp } from "./sum-up.ts";

/** How messages are put to a matcher. */
export interface EvaluateOptions {
  /** Answers one message with final decisions; `runtime.match` does. */
  readonly match: (
    message: string,
    options: Pick<MatchOptions, "ranking" | "mode" | "signal">,
  ) => Promise<MatchAnswer>;
  /** The mode whose decisions are judged; default the matcher's own, which is the profile's for `runtime.match`. */
  readonly mode?: MatchingMode;
  /** Called after each message. */
  readonly onProgress?: (done: number, all: number) => void;
  readonly signal?: AbortSignal;
}

/** What an evaluation found. */
export interface EvaluationReport extends Evaluation {
  /** Each message, in order. */
  readonly verdicts: readonly Verdict[];
  /** What a person should know, each once, such as an embedder that did not answer. */
  readonly notes: readonly string[];
}

/** Skills behind this place are as good as not found. */
const RANKING = 10;

/** Puts labelled messages to a matcher, one by one, and counts what came of them. */
export async function evaluate(
  messages: readonly LabelledMessage[],
  { match, mode, onProgress, signal }: EvaluateOptions,
): Promise<EvaluationReport> {
  const verdicts: Verdict[] = [];
  const notes = new Set<string>();
  const breathe = breather();
  for (const label of messages) {
    await breathe();
    signal?.throwIfAborted();
    const answer = await match(label.query, {
      ranking: RANKING,
      ...(mode && { mode }),
      ...(signal && { signal }),
    });
    for (const note of answer.notes) notes.add(note);
    verdicts.push(judgeAnswer(label, answer));
    onProgress?.(verdicts.length, messages.length);
  }
  return { ...sumUp(verdicts), verdicts, notes: [...notes] };
}
