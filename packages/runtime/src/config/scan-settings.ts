import type { Kind } from "../basics/kind.ts";
import * as kinds from "../basics/kinds.ts";
import type { ScanOutcome, Voucher } from "../scan.ts";

const action = kinds.oneOf(["allow", "ask", "refuse"]);

const row: Kind = kinds.shape(
  {
    safe: { kind: action, summary: "Nothing was found." },
    review: { kind: action, summary: "Something was found that a user should look at." },
    incomplete: { kind: action, summary: "Something could not be inspected." },
    block: { kind: action, summary: "There is mechanical evidence of harm." },
    unscanned: { kind: action, summary: "There is no scanner." },
  } satisfies Readonly<Record<ScanOutcome, unknown>>,
  "an object with allow, ask or refuse per verdict",
  "verdict",
);

/** Cells of the policy for scans. */
export const scanSettingsKind: Kind = kinds.shape(
  {
    level: { kind: row, summary: "Skills that are trusted because of their folder." },
    user: { kind: row, summary: "Skills that you trusted in exactly this content." },
    host: { kind: row, summary: "Skills that the application trusted." },
  } satisfies Readonly<Record<Voucher, unknown>>,
  '{ "level": …, "user": …, "host": … }',
  "key of `scan`",
);
