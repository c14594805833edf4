import type { RuntimeOptions } from "../../options.ts";
import type { ScanAction, ScanOutcome, ScanPolicy, ScanVerdict, Voucher } from "../../scan.ts";

/**
 * What happens to the content of a trusted skill. A block is never passed over in silence: `ask` in the rows of the user
 * and the host means until the blocking findings are dismissed for exactly this content, which lowers the verdict.
 */
export const SCAN_POLICY: ScanPolicy = {
  level: { safe: "allow", review: "allow", incomplete: "allow", block: "ask", unscanned: "allow" },
  user: { safe: "allow", review: "allow", incomplete: "allow", block: "ask", unscanned: "allow" },
  host: { safe: "allow", review: "allow", incomplete: "allow", block: "ask", unscanned: "allow" },
};

/** Rows of the policy. */
export const VOUCHERS: readonly Voucher[] = ["level", "user", "host"];

/** Verdicts, from harmless to harmful. */
export const VERDICTS: readonly ScanVerdict[] = ["safe", "review", "incomplete", "block"];

/** Columns of the policy. */
export const OUTCOMES: readonly ScanOutcome[] = [...VERDICTS, "unscanned"];

/** Actions, each stricter than the one before. */
export const ACTIONS: readonly ScanAction[] = ["allow", "ask", "refuse"];

/** The policy of a runtime: its settings over the defaults, and the strictest value of each cell in its restrictions. */
export function policyOf({
  scan: settings = {},
  narrowing = [],
}: Pick<RuntimeOptions, "scan" | "narrowing">): ScanPolicy {
  const rowOf = (by: Voucher): ScanPolicy[Voucher] => {
    const cellOf = (outcome: ScanOutcome): ScanAction => {
      const own = settings[by]?.[outcome] ?? SCAN_POLICY[by][outcome];
      return narrowing.reduce((action, { scan }) => stricter(action, scan?.[by]?.[outcome]), own);
    };
    return {
      safe: cellOf("safe"),
      review: cellOf("review"),
      incomplete: cellOf("incomplete"),
      block: cellOf("block"),
      unscanned: cellOf("unscanned"),
    };
  };
  return { level: rowOf("level"), user: rowOf("user"), host: rowOf("host") };
}

/** An unknown action counts as the strictest. */
function stricter(one: ScanAction, other: ScanAction | undefined): ScanAction {
  if (other === undefined) return one;
  const rank = (action: ScanAction) => (ACTIONS.includes(action) ? ACTIONS.indexOf(action) : ACTIONS.length);
  return rank(other) > rank(one) ? other : one;
}

/** The more harmful one of two verdicts. */
export function worseVerdict(one: ScanVerdict, other: ScanVerdict): ScanVerdict {
  return VERDICTS.indexOf(other) > VERDICTS.indexOf(one) ? other : one;
}
