import type { ScanFinding, ScanVerdict } from "@knowhow/runtime";
import { RULES } from "../rules/all-rules.ts";
import type { ScanRule } from "../rules/rule.ts";
import { VERSION } from "../version.ts";

/** A scanned skill: its findings, and the address that their paths are relative to. */
export interface SarifInput {
  readonly findings: readonly ScanFinding[];
  /** URI of the skill's directory, with a slash at the end; relative to the root of the repository, or absolute. */
  readonly baseUri: string;
}

const LEVELS = {
  block: "error",
  incomplete: "warning",
  review: "warning",
  safe: "note",
} as const satisfies Record<ScanVerdict, string>;
const SCORES = { low: "3.0", medium: "5.5", high: "8.0", critical: "9.5" } as const;

/** What is said about a rule. */
export type RuleText = Pick<ScanRule, "id" | "title" | "why" | "fix" | "owasp">;

/** Findings as a SARIF 2.1.0 document, the format of code scanning services. `more` are rules of others than the scanner. */
export function toSarif(inputs: readonly SarifInput[], more: readonly RuleText[] = []): object {
  const used = new Set(inputs.flatMap(({ findings }) => findings.map(({ rule }) => rule)));
  const rules = [...RULES, ...more].filter(({ id }) => used.has(id));
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "knowhow scan",
            semanticVersion: VERSION,
            rules: rules.map(({ id, title, why, fix, owasp }) => ({
              id,
              shortDescription: { text: title },
              fullDescription: { text: why },
              help: { text: fix },
              properties: { tags: ["security", owasp] },
            })),
          },
        },
        columnKind: "utf16CodeUnits",
        results: inputs.flatMap(({ findings, baseUri }) =>
          findings.map((finding) =>
            resultOf(
              finding,
              rules.findIndex(({ id }) => id === finding.rule),
              baseUri,
            ),
          ),
        ),
      },
    ],
  };
}

function resultOf(
  { rule, verdict, severity, message, fix, path, line, evidence }: ScanFinding,
  index: number,
  baseUri: string,
) {
  return {
    ruleId: rule,
    ruleIndex: index,
    level: LEVELS[verdict],
    message: { text: `${message} ${fix}` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: `${baseUri}${encodePath(path)}` },
          region: { startLine: line, snippet: { text: evidence } },
        },
      },
    ],
    properties: { verdict, "security-severity": SCORES[severity] },
  };
}

/** Half of a surrogate pair, which a file name may contain, has no place in a URI. */
function encodePath(path: string): string {
  return path
    .replace(/\p{Surrogate}/gu, "\ufffd")
    .split("/")
    .map(encodeURIComponent)
    .join("/");
}
