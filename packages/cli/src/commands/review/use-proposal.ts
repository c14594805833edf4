import type { Proposal, Runtime } from "@knowhow/runtime";
import { EXIT, type ExitCode } from "../../io/exit-codes.ts";
import {
  fileChanges,
  type ProposalAnswer,
  reportDecision,
  reportProposalList,
} from "../../report/proposals.ts";
import { openRuntime } from "../../runtime/open-runtime.ts";
import type { Answer, Call } from "../../table/command.ts";

/** Runs a command's work with the proposal that its first argument names. */
export async function useProposal(
  call: Call,
  work: (found: ProposalAnswer, runtime: Runtime) => Promise<Answer>,
): Promise<Answer> {
  const [id = ""] = call.args.positionals;
  return useReview(call, async (runtime) => work(await reviewOf(id, "shown", runtime), runtime));
}

/** Runs a command's work with a runtime, and closes it afterwards. */
export async function useReview(call: Call, work: (runtime: Runtime) => Promise<Answer>): Promise<Answer> {
  const runtime = await openRuntime(call);
  try {
    return await work(runtime);
  } finally {
    runtime.close();
  }
}

/** The proposals that wait for a review, or all of them. */
export function listProposals(call: Call, isAll: boolean): Promise<Answer> {
  return useReview(call, async (runtime) => {
    const data = { proposals: await runtime.proposals.list(isAll ? {} : { state: "pending" }) };
    return { exit: EXIT.done, data, text: (screen) => reportProposalList(data, screen) };
  });
}

/** A proposal with the changes of its files. */
export async function reviewOf(
  id: string,
  action: ProposalAnswer["action"],
  runtime: Runtime,
): Promise<ProposalAnswer> {
  const { proposal, content } = await runtime.proposals.get(id);
  return { action, proposal, files: fileChanges(content.before, content.after) };
}

/** The answer of a decision. */
export function answerOf(data: ProposalAnswer, exit: ExitCode = EXIT.done): Answer {
  return { exit, data, text: (screen) => reportDecision(data, screen) };
}

/** The answer of a decision that changed the proposal. */
export function decided(found: ProposalAnswer, action: ProposalAnswer["action"], proposal: Proposal): Answer {
  return answerOf({ ...found, action, proposal });
}
