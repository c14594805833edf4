import type { LibraryEntry } from "@knowhow/runtime";
import { clientSights, describeReaders, readersOf, type SightContext } from "@knowhow/runtime/toolkit";
import { EXIT, type ExitCode } from "../../io/exit-codes.ts";
import { reportTrustList, type TrustListAnswer } from "../../report/trust.ts";
import { sightContext } from "../../runtime/sight-context.ts";
import { type TrustAccess, useTrust } from "../../runtime/use-trust.ts";
import type { Answer, Call, Command } from "../../table/command.ts";

/** `knowhow trust list`: pending skills of this directory, and all decisions. */
export const trustList: Command = (call) => useTrust(call, (access) => listTrust(access, call));

/** The same for a command that has opened the library already. */
export async function listTrust({ runtime, notes }: TrustAccess, call: Call): Promise<Answer> {
  const pending = runtime.trust.pending();
  const sight = await sightContext(call, runtime.library);
  const data: TrustListAnswer = {
    pending: pending.map((entry) => pendingRow(entry, sight)),
    decisions: await runtime.trust.list(),
    notes,
  };
  const readers = describeReaders(readersOf(pending, sight), pending.length);
  return { exit: exitWith(notes), data, text: (screen) => reportTrustList(data, readers, screen) };
}

/** A server that cannot be reached may have skills that are missing here. */
export function exitWith(notes: TrustAccess["notes"]): ExitCode {
  return notes.length === 0 ? EXIT.done : EXIT.broken;
}

function pendingRow(entry: LibraryEntry, sight: SightContext): TrustListAnswer["pending"][number] {
  const { skill, trust, scan } = entry;
  return {
    name: skill.name,
    description: skill.description,
    path: skill.path,
    level: skill.origin.level,
    server: skill.origin.remote ?? null,
    needs: trust.needs ?? "review",
    reason: trust.reason ?? null,
    verdict: scan?.verdict ?? null,
    sees: Object.fromEntries(clientSights(entry, sight).map(({ client, sees }) => [client, sees])),
  };
}
