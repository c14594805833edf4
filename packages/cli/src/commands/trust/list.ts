import type { LibraryEntry } from "@knowhow/runtime";
import { EXIT, type ExitCode } from "../../io/exit-codes.ts";
import { reportTrustList, type TrustListAnswer } from "../../report/trust.ts";
import { type TrustAccess, useTrust } from "../../runtime/use-trust.ts";
import type { Answer, Command } from "../../table/command.ts";

/** `knowhow trust list`: pending skills of this directory, and all decisions. */
export const trustList: Command = (call) => useTrust(call, listTrust);

/** The same for a command that has opened the library already. */
export async function listTrust({ runtime, notes }: TrustAccess): Promise<Answer> {
  const data: TrustListAnswer = {
    pending: runtime.trust.pending().map(pendingRow),
    decisions: await runtime.trust.list(),
    notes,
  };
  return { exit: exitWith(notes), data, text: (screen) => reportTrustList(data, screen) };
}

/** A server that cannot be reached may have skills that are missing here. */
export function exitWith(notes: TrustAccess["notes"]): ExitCode {
  return notes.length === 0 ? EXIT.done : EXIT.broken;
}

function pendingRow({ skill, trust, scan }: LibraryEntry): TrustListAnswer["pending"][number] {
  return {
    name: skill.name,
    description: skill.description,
    path: skill.path,
    level: skill.origin.level,
    server: skill.origin.remote ?? null,
    needs: trust.needs ?? "review",
    reason: trust.reason ?? null,
    verdict: scan?.verdict ?? null,
  };
}
