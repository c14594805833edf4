import { EXIT } from "../../io/exit-codes.ts";
import { reportTrust, type TrustAnswer } from "../../report/trust.ts";
import { type TrustedSkill, useTrust } from "../../runtime/use-trust.ts";
import type { Command } from "../../table/command.ts";

/** `knowhow trust refuse <name…>`: hides skills with their current content from agents. */
export const trustRefuse: Command = (call) =>
  useTrust(call, async (access) => {
    const reason = call.args.text("reason");
    const skills: TrustedSkill[] = [];
    for (const name of call.args.positionals) {
      const skill = await access.inspect(name);
      const { digest } = skill;
      const options = { digest, ...(reason === undefined ? {} : { reason }) };
      skills.push(access.decided(skill, await access.runtime.trust.decide(name, "refused", options)));
    }
    const data: TrustAnswer = { action: "refused", skills, notes: access.notes };
    return { exit: EXIT.done, data, text: (screen) => reportTrust(data, screen) };
  });
