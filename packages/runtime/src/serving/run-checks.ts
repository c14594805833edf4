import { isKnowhowError, KnowhowError } from "../errors.ts";
import type { Admit, AdmitRequest, AdmitVerdict } from "../gate.ts";
import { shownPath } from "./in-place.ts";

/** Runs all checks in order. Throws the reason of the first refusal. */
export async function runChecks(checks: readonly Admit[], request: AdmitRequest): Promise<void> {
  for (const check of checks) {
    const { verdict, cause } = await ask(check, request);
    if (verdict.admitted) continue;
    const { path, skill } = request;
    throw new KnowhowError(
      "serving.not-admitted",
      `${shownPath(path)} of "${skill.name}" is withheld: ${verdict.reason}`,
      {
        ...(verdict.hint === undefined ? {} : { hint: verdict.hint }),
        ...(cause === undefined ? {} : { cause }),
      },
    );
  }
}

/** A check that throws or returns an invalid answer refuses. */
async function ask(
  check: Admit,
  request: AdmitRequest,
): Promise<{ readonly verdict: AdmitVerdict; readonly cause?: unknown }> {
  try {
    const verdict = await check(request);
    if (verdict?.admitted === true) return { verdict };
    const reason = verdict?.reason ?? "a check returned no verdict";
    const hint = verdict?.hint;
    return { verdict: { admitted: false, reason, ...(hint === undefined ? {} : { hint }) } };
  } catch (cause) {
    if (isKnowhowError(cause) && cause.code === "audit.not-written")
      return {
        verdict: {
          admitted: false,
          reason: cause.message,
          ...(cause.hint === undefined ? {} : { hint: cause.hint }),
        },
        cause,
      };
    const message = cause instanceof Error ? cause.message : String(cause);
    return { verdict: { admitted: false, reason: `a check failed: ${message}` }, cause };
  }
}
