import type { Command } from "../../table/command.ts";
import { answerOf, reviewOf, useReview } from "./use-proposal.ts";

/** `knowhow review merge <id> [skill]`: proposes what a new skill adds as a change of an existing one. */
export const reviewMerge: Command = (call) =>
  useReview(call, async (runtime) => {
    const [id = "", skill] = call.args.positionals;
    const merged = await runtime.proposals.merge(id, skill === undefined ? {} : { skill });
    return answerOf(await reviewOf(merged.id, "proposed", runtime));
  });
