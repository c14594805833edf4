import { EXIT, type ExitCode } from "../../io/exit-codes.ts";
import { lookAlikesOf } from "../../report/look-alikes.ts";
import { reportReview } from "../../report/review.ts";
import { type TrustedSkill, useTrust } from "../../runtime/use-trust.ts";
import type { Command } from "../../table/command.ts";

/** `knowhow trust show <name>`: the text of a skill, what a scan finds in it, what changed and what it asks for. */
export const trustShow: Command = (call) =>
  useTrust(call, async (access) => {
    const [name = ""] = call.args.positionals;
    const skill = await access.inspect(name, { review: true });
    const data = { ...skill, lookAlikes: lookAlikesOf(name, access.runtime.library), notes: access.notes };
    return { exit: exitOf(skill), data, text: (screen) => reportReview(data, screen) };
  });

/** The answer to whether an agent may use it: yes, not yet, or not without a dismissal. */
function exitOf({ state, review }: TrustedSkill): ExitCode {
  if (review !== null && review.action !== "allow") return EXIT.refused;
  return state === "trusted" ? EXIT.done : EXIT.no;
}
