import type { DiagnosticCode, Severity } from "../../codes.ts";

/** One rule: the code to report, its severity, and its source. */
export interface RuleRow {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  readonly source: string;
}

/** A named set of rules; a code without a row is not reported. */
export interface RuleSet {
  readonly name: string;
  readonly summary: string;
  /** True: names are trimmed and compared in NFKC. Default as written. */
  readonly normalizesNames?: boolean;
  readonly rows: readonly RuleRow[];
}

/** Rows of one severity and one source. */
export function rows(
  severity: Severity,
  source: string,
  codes: readonly DiagnosticCode[],
): readonly RuleRow[] {
  return codes.map((code) => ({ code, severity, source }));
}

/** The severities of a set, for a profile that loads by the rules by which its skills are validated. */
export function severitiesOf({ rows }: RuleSet): Readonly<Partial<Record<DiagnosticCode, Severity>>> {
  return Object.fromEntries(rows.map(({ code, severity }) => [code, severity]));
}

/** Extension fields that loading ignores, entirely or in part. */
export const UNUSABLE_FIELDS: readonly RuleRow[] = rows(
  "warning",
  "knowhow: an extension field that cannot be used as written",
  ["format.field-type", "format.field-value", "format.unreachable"],
);

/** Frontmatter that cannot be parsed, or not safely: an error in every set. */
export const UNREADABLE: readonly RuleRow[] = [
  ...rows("error", "YAML 1.2: the text is not a valid YAML mapping", [
    "format.yaml-invalid",
    "format.yaml-repaired",
    "format.yaml-salvaged",
    "format.not-a-mapping",
  ]),
  ...rows("error", "YAML 1.2: keys of a mapping are unique", [
    "format.duplicate-key",
    "format.duplicate-nested-key",
  ]),
  ...rows("error", "knowhow: hostile or broken text is not read", [
    "format.not-text",
    "format.frontmatter-too-large",
    "format.yaml-limit",
    "format.yaml-forbidden",
  ]),
  ...rows("warning", "knowhow: hostile or broken text is not read", [
    "format.control-character",
    "format.unsafe-key",
  ]),
];
