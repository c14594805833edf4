import { EXIT } from "../../io/exit-codes.ts";
import { reportTrust, type TrustAnswer } from "../../report/trust.ts";
import { type TrustedSkill, useTrust } from "../../runtime/use-trust.ts";
import type { Command } from "../../table/command.ts";

/** `knowhow trust revoke <name…>`: revokes decisions, so that the skills are pending again. */
export const trustRevoke: Command = (call) =>
  useTrust(call, async (access) => {
    const skills: TrustedSkill[] = [];
    let isChanged = false;
    for (const name of call.args.positionals) {
      isChanged = (await access.runtime.trust.revoke(name)) || isChanged;
    }
    await access.runtime.reload();
    for (const name of call.args.positionals) skills.push(await access.inspect(name));
    const data: TrustAnswer = { action: isChanged ? "revoked" : "unchanged", skills, notes: access.notes };
    return { exit: EXIT.done, data, text: (screen) => reportTrust(data, screen) };
  });
