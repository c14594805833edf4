import { EXIT } from "../../io/exit-codes.ts";
import type { Command } from "../../table/command.ts";
import { editProposal } from "./edit-proposal.ts";
import { answerOf, reviewOf, useProposal } from "./use-proposal.ts";

/** `knowhow review edit <id> [file]`: changes a file of a proposal before it is applied. */
export const reviewEdit: Command = (call) =>
  useProposal(call, async (found, runtime) => {
    const [id = "", path] = call.args.positionals;
    if (!(await editProposal({ id, path }, call, runtime)))
      return answerOf({ ...found, action: "unchanged" }, EXIT.no);
    return answerOf(await reviewOf(id, "edited", runtime));
  });
