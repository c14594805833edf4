import type { Command } from "../../table/command.ts";
import { listProposals } from "./use-proposal.ts";

/** `knowhow review list`: the proposals that wait for a review, or all of them. */
export const reviewList: Command = (call) => listProposals(call, call.args.has("all"));
