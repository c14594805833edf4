import { EXIT } from "../../io/exit-codes.ts";
import { reportTrust, type TrustAnswer } from "../../report/trust.ts";
import { type TrustedSkill, useTrust } from "../../runtime/use-trust.ts";
import type { Command } from "../../table/command.ts";

/** `knowhow trust refuse <name…>`: hides skills with their current content from agents. */
export const trustRefuse: Command = (call) =>
  useTrust(call, async (desk) => {
    const reason = call.args.text("reason");
    const skills: TrustedSkill[] = [];
    for (const name of call.args.positionals) {
      const skill = await desk.inspect(name);
      const { digest } = skill;
      const options = { digest, ...(reason === undefined ? {} : { reason }) };
      skills.push(desk.decided(skill, await desk.runtime.trust.decide(name, "refused", options)));
    }
    const data: TrustAnswer = { action: "refused", skills, notes: desk.notes };
    return { exit: EXIT.done, data, text: (screen) => reportTrust(data, screen) };
  });
