import { EXIT } from "../../io/exit-codes.ts";
import { type ProposalAnswer, reportProposal } from "../../report/proposals.ts";
import type { Call, Command } from "../../table/command.ts";
import { openScreen } from "../../terminal/screen.ts";
import { answerOf, decided, useProposal } from "./use-proposal.ts";

/** `knowhow review apply <id>`: shows a proposal and asks, or applies the one with the hash that was reviewed. */
export const reviewApply: Command = (call) =>
  useProposal(call, async (found, { proposals }) => {
    const { id, hash: current, state } = found.proposal;
    const hash = call.args.text("hash");
    if (hash !== undefined || state !== "pending")
      return decided(found, "applied", await proposals.apply(id, { hash: hash ?? current }));
    if (call.io.ask === undefined) {
      call.io.stderr.write(
        `knowhow: nothing was applied: stdin is not a terminal\n  hint: review it with \`knowhow review show ${id}\`, then add --hash\n`,
      );
      return answerOf({ ...found, action: "unchanged" }, EXIT.usage);
    }
    if (!(await isWanted(found, call))) return answerOf({ ...found, action: "unchanged" }, EXIT.no);
    // Bound to what was shown: a proposal that an agent changed meanwhile is not applied.
    return decided(found, "applied", await proposals.apply(id, { hash: current }));
  });

async function isWanted(found: ProposalAnswer, { args, io }: Call): Promise<boolean> {
  const screen = openScreen(io, io.stderr, { noColor: args.has("no-color"), quiet: false });
  io.stderr.write(`${reportProposal(found, screen)}\n\n`);
  return /^y(?:es)?$/i.test((await io.ask?.("Apply this proposal? [y/N] ")) ?? "");
}
