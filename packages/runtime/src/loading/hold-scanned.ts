import { realPlaceOf } from "../basics/real-place.ts";
import type { Engine } from "../engine.ts";
import type { Awaitable } from "../ports.ts";
import type { Dismissal, LastScan, ScanAction, ScanPolicy, Voucher } from "../scan.ts";
import type { Skill } from "../skill.ts";
import type { TrustLedger, TrustVerdict } from "../trust.ts";

/** A verdict about a skill, and the last known scan of its content. */
export interface HeldVerdict {
  readonly trust: TrustVerdict;
  readonly scan?: LastScan;
}

/** What a load knows about scans. Nothing is scanned. */
export interface HoldContext {
  /** The last scan of each directory, by its real path. */
  readonly last: ReadonlyMap<string, LastScan>;
  readonly policy: ScanPolicy;
  readonly ledger: Pick<TrustLedger, "find">;
}

const NOTHING: ReadonlyMap<string, LastScan> = new Map();

/** The last scans that are stored; none if there is no scanner, or if they cannot be read. */
export async function lastScans({ ports }: Pick<Engine, "ports">): Promise<ReadonlyMap<string, LastScan>> {
  if (ports.scanner === undefined) return NOTHING;
  try {
    return (await ports.scans?.last()) ?? NOTHING;
  } catch {
    return NOTHING;
  }
}

/**
 * Hides a trusted skill from the model if its last scan says that the gate would withhold it. A scan of other content
 * says nothing; the gate scans again before anything is returned.
 */
export function holdScanned(skill: Skill, trust: TrustVerdict, context: HoldContext): Awaitable<HeldVerdict> {
  const scan = context.last.size === 0 ? undefined : context.last.get(realPlaceOf(skill).directory);
  if (scan === undefined || scan.version !== skill.version) return { trust };
  if (trust.digest !== undefined && trust.digest !== scan.digest) return { trust };
  const { state, by } = trust;
  if (state !== "trusted" || by === "nobody") return { trust, scan };
  const action = actionOf(context.policy, by, scan, trust.dismissed);
  if (action === "allow") return { trust, scan };
  if (by === "user" || action === "refuse") return { trust: held(scan, action), scan };
  return decided(skill, scan, context).then((isAllowed) => ({
    trust: isAllowed ? trust : held(scan, action),
    scan,
  }));
}

/** Whether the user decided about exactly this content, and the policy follows. */
async function decided(skill: Skill, scan: LastScan, { ledger, policy }: HoldContext): Promise<boolean> {
  try {
    const decision = (await ledger.find(skill)).find(({ key }) => key.digest === scan.digest);
    if (decision?.state !== "trusted" || decision.by !== "user") return false;
    return actionOf(policy, "user", scan, decision.dismissed) === "allow";
  } catch {
    return false;
  }
}

/** If all rules behind the verdict are dismissed, what is left is at most worth a review; the gate knows all findings. */
function actionOf(
  policy: ScanPolicy,
  by: Voucher,
  { verdict, rules }: LastScan,
  dismissed: readonly Dismissal[] = [],
): ScanAction {
  const isDismissed = rules.length > 0 && rules.every((rule) => dismissed.some((one) => one.rule === rule));
  return policy[by][isDismissed ? "review" : verdict];
}

function held({ verdict, rules, digest }: LastScan, action: ScanAction): TrustVerdict {
  const why = rules.length === 0 ? "" : ` (${rules.slice(0, 5).join(", ")})`;
  const said = `its scan verdict is "${verdict}"${why}`;
  return action === "refuse"
    ? { state: "refused", by: "nobody", digest, reason: `${said}, and the settings refuse that` }
    : { state: "pending", by: "nobody", needs: "review", digest, reason: said };
}
