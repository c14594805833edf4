import type { Command } from "../../table/command.ts";
import { goThrough } from "./go-through.ts";
import { answerOf, listProposals, reviewOf, useProposal, useReview } from "./use-proposal.ts";

/** `knowhow review show [id]`: everything about a proposal; without an id, one after the other, or the list. */
export const reviewShow: Command = (call) => {
  const [id] = call.args.positionals;
  if (id === undefined) {
    const { args, io } = call;
    const isAsking = io.ask !== undefined && !args.has("json") && !args.has("quiet");
    return isAsking ? useReview(call, (runtime) => goThrough(call, runtime)) : listProposals(call, false);
  }
  return useProposal(call, async (found, runtime) => {
    if (!call.args.has("check")) return answerOf(found);
    await runtime.proposals.check(id);
    return answerOf(await reviewOf(id, "shown", runtime));
  });
};
