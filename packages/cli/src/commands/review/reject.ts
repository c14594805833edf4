import type { Command } from "../../table/command.ts";
import { decided, useProposal } from "./use-proposal.ts";

/** `knowhow review reject <id>`: keeps the skill as it is. */
export const reviewReject: Command = (call) =>
  useProposal(call, async (found, { proposals }) => {
    const reason = call.args.text("reason");
    const options = reason === undefined ? {} : { reason };
    return decided(found, "rejected", await proposals.reject(found.proposal.id, options));
  });
