import type { Command } from "../../table/command.ts";
import { decided, useProposal } from "./use-proposal.ts";

/** `knowhow review rollback <id>`: brings back what the skill was before. */
export const reviewRollback: Command = (call) =>
  useProposal(call, async (found, { proposals }) =>
    decided(found, "rolled-back", await proposals.rollback(found.proposal.id)),
  );
