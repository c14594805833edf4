import { periodicYield } from "../basics/awaitable.ts";
import type { MatchAnswer, MatchOptions } from "../conversation.ts";
import type { MatchingMode } from "../profile.ts";
import { judgeAnswer, type Verdict } from "./judge-answer.ts";
import type { LabelledMessage } from "./parse-labelled.ts";
import { type Evaluation, sumUp } from "./sum-up.ts";

/** Options of an evaluation. */
export interface EvaluateOptions {
  /** Matches one message and returns final decisions, as `runtime.match` does. */
  readonly match: (
    message: string,
    options: Pick<MatchOptions, "ranking" | "mode" | "signal">,
  ) => Promise<MatchAnswer>;
  /** The mode whose decisions are evaluated. Default the matcher's own; for `runtime.match`, the profile's. */
  readonly mode?: MatchingMode;
  /** Called after each message. */
  readonly onProgress?: (done: number, all: number) => void;
  readonly signal?: AbortSignal;
}

/** The result of an evaluation. */
export interface EvaluationReport extends Evaluation {
  /** One verdict per message, in order. */
  readonly verdicts: readonly Verdict[];
  /** Notes for the user without duplicates, for example that an embedder did not answer. */
  readonly notes: readonly string[];
}

/** Skills below this rank count as not found. */
const RANKING = 10;

/** Matches labelled messages one by one, and compares the answers with the labels. */
export async function evaluate(
  messages: readonly LabelledMessage[],
  { match, mode, onProgress, signal }: EvaluateOptions,
): Promise<EvaluationReport> {
  const verdicts: Verdict[] = [];
  const notes = new Set<string>();
  const yieldNow = periodicYield();
  for (const label of messages) {
    await yieldNow();
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
