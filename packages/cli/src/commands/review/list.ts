import { EXIT } from "../../io/exit-codes.ts";
import { reportReviewList } from "../../report/review.ts";
import { openRuntime } from "../../runtime/open-runtime.ts";
import type { Answer, Call, Command } from "../../table/command.ts";

/** `knowhow review list`: the proposals that wait for a review, or all of them. */
export const reviewList: Command = (call) => listProposals(call, call.args.has("all"));

/** The same for `knowhow review` without an id. */
export async function listProposals(call: Call, isAll: boolean): Promise<Answer> {
  const runtime = await openRuntime(call);
  try {
    const data = { proposals: await runtime.proposals.list(isAll ? {} : { state: "pending" }) };
    return { exit: EXIT.done, data, text: (screen) => reportReviewList(data, screen) };
  } finally {
    runtime.close();
  }
}
