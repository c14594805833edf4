import { isKnowhowError, KnowhowError } from "@knowhow/runtime";
import type { MissingNeed, RunPlan } from "@knowhow/runtime/workflows";
import { secretHints } from "./missing-inputs.ts";

/** What is missing, with what a user of the command line can do about it. */
export function forUsers(missing: readonly MissingNeed[]): readonly MissingNeed[] {
  return missing.map((need) => {
    const hint = hintFor(need);
    return hint === undefined ? need : { ...need, hint };
  });
}

function hintFor({ kind, name, hint }: MissingNeed): string | undefined {
  if (kind === "secret") return secretHints([name]).join("; ");
  if (kind === "model") return "set KNOWHOW_MODEL to the name of a model";
  if (kind !== "tool") return hint;
  if (name === "http.get") return "--allow-http HOST lets steps use it";
  return hint?.startsWith("did you mean") === true
    ? hint
    : "the command line has tools for files and web pages, and those of the servers in knowhow.json";
}

/** Throws an error again, with hints for users if a run was refused because something is missing. */
export async function refuseMissing(error: unknown, plan: () => Promise<RunPlan>): Promise<never> {
  if (!isKnowhowError(error) || error.code !== "run.missing") throw error;
  const hints = forUsers((await plan()).missing).flatMap(({ hint }) => (hint === undefined ? [] : [hint]));
  throw new KnowhowError(error.code, error.message, { hint: [...new Set(hints)].join("; ") });
}
