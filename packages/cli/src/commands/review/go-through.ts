import { isKnowhowError, type Proposal, type Runtime } from "@knowhow/runtime";
import { isCliError } from "../../io/cli-error.ts";
import { EXIT } from "../../io/exit-codes.ts";
import { type ProposalAnswer, reportProposal, reportProposalList } from "../../report/proposals.ts";
import type { Answer, Call } from "../../table/command.ts";
import { openScreen } from "../../terminal/screen.ts";
import { count } from "../../terminal/words.ts";
import { editProposal, writeError } from "./edit-proposal.ts";
import { reviewOf } from "./use-proposal.ts";

const QUESTION = "Apply, reject, edit, skip or quit? [a/r/e/S/q] ";
/** If there is a similar skill that can be changed instead. */
const QUESTION_WITH_MERGE = "Apply, reject, edit, merge, skip or quit? [a/r/e/m/S/q] ";

/** Shows each proposal that waits, and asks what to do with it. */
export async function goThrough(call: Call, runtime: Runtime): Promise<Answer> {
  const reviewed: Proposal[] = [];
  for (const { id } of await runtime.proposals.list({ state: "pending" })) {
    const after = await decide(id, call, runtime);
    if (after === undefined) break;
    reviewed.push(after);
  }
  const data = { proposals: reviewed };
  const { length: pending } = await runtime.proposals.list({ state: "pending" });
  if (reviewed.length > 0 || pending === 0)
    return { exit: EXIT.done, data, text: (screen) => reportProposalList(data, screen) };
  const still = `${count(pending, "proposal")} ${pending === 1 ? "is" : "are"} still pending.`;
  return { exit: EXIT.done, data, text: (screen) => (screen.quiet ? "" : still) };
}

/** Asks until there is a decision; undefined if the user wants to stop. */
async function decide(id: string, call: Call, runtime: Runtime): Promise<Proposal | undefined> {
  let found = await reviewOf(id, "shown", runtime);
  show(found, call);
  for (;;) {
    const canMerge =
      found.proposal.kind === "create" && found.proposal.checks.near.some(({ canPatch }) => canPatch);
    const answer = (await call.io.ask?.(canMerge ? QUESTION_WITH_MERGE : QUESTION))?.trim().toLowerCase();
    if (answer === undefined || answer === "q") return undefined;
    if (answer === "s" || answer === "") return found.proposal;
    try {
      // Bound to what was shown: a proposal that an agent changed meanwhile is not applied.
      if (answer === "a") return await runtime.proposals.apply(id, { hash: found.proposal.hash });
      if (answer === "r") {
        const rejected = await reject(id, call, runtime);
        if (rejected !== undefined) return rejected;
      } else if (answer === "m" && canMerge) {
        return await decide((await runtime.proposals.merge(id)).id, call, runtime);
      } else if (answer === "e") {
        const isChanged = await editProposal({ id, path: undefined }, call, runtime);
        if (!isChanged) call.io.stderr.write("Nothing was changed.\n");
      } else call.io.stderr.write(`Answer a, r, e, ${canMerge ? "m, " : ""}s or q.\n`);
    } catch (error) {
      if (isKnowhowError(error)) writeError(error.message, error.hint, call.io);
      else if (isCliError(error)) writeError(error.message, error.help.hint, call.io);
      else throw error;
    }
    const hash = found.proposal.hash;
    found = await reviewOf(id, "shown", runtime);
    if (found.proposal.state !== "pending") return found.proposal;
    if (found.proposal.hash !== hash) show(found, call);
  }
}

/** Undefined if the input ended at the question. */
async function reject(id: string, { io }: Call, { proposals }: Runtime): Promise<Proposal | undefined> {
  const reason = (await io.ask?.("Reason (optional): "))?.trim();
  if (reason === undefined) return undefined;
  return proposals.reject(id, reason === "" ? {} : { reason });
}

function show(found: ProposalAnswer, { args, io }: Call): void {
  const screen = openScreen(io, io.stderr, { noColor: args.has("no-color"), quiet: false });
  io.stderr.write(`${reportProposal(found, screen)}\n\n`);
}
