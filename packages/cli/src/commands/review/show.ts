import type { Command } from "../../table/command.ts";
import { answerOf, listProposals, reviewOf, useProposal } from "./use-proposal.ts";

/** `knowhow review show [id]`: everything about a proposal; without an id, the list. */
export const reviewShow: Command = (call) => {
  const [id] = call.args.positionals;
  if (id === undefined) return listProposals(call, false);
  return useProposal(call, async (found, runtime) => {
    if (!call.args.has("check")) return answerOf(found);
    await runtime.proposals.check(id);
    return answerOf(await reviewOf(id, "shown", runtime));
  });
};
