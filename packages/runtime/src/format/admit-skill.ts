import type { DiagnosticCode } from "../codes.ts";
import { type Diagnostic, diagnose, hasErrors, type Outcome } from "../diagnostics.ts";
import type { FormatPolicy } from "../profile.ts";
import type { SkillSummary } from "../skill.ts";

/** The name and description under which a skill is used. */
export interface Admission {
  readonly name: string;
  readonly description: string;
}

/** The location of the file and the requirements of its provider. */
export interface AdmissionContext {
  readonly directoryName: string;
  /** Fields that a skill of this provider must have. */
  readonly requires: readonly ("name" | "description")[];
  readonly policy: FormatPolicy;
}

/**
 * Decides whether a parsed skill can be used, with warnings. The value is undefined if a required field is missing, the
 * frontmatter is unreadable, or a strict policy rejects it.
 */
export function admitSkill(summary: SkillSummary, context: AdmissionContext): Outcome<Admission | undefined> {
  const { policy, directoryName, requires } = context;
  const infers = policy.infer && canInfer(summary, requires);
  const isBare = isBareText(summary, requires);
  const isSalvaged = summary.hasFrontmatter && !policy.strict;
  const diagnostics =
    summary.diagnostics.length === 0
      ? summary.diagnostics
      : summary.diagnostics.flatMap((diagnostic) =>
          judge(diagnostic, context, { infers, isBare, isSalvaged }),
        );
  const ownName = summary.name ?? (requires.includes("name") && !infers ? undefined : directoryName);
  const description =
    summary.description ??
    (infers ? summary.firstParagraph : undefined) ??
    (requires.includes("description") ? undefined : "");

  const isReadable = summary.hasFrontmatter || infers || isBare;
  const isRefused = policy.strict && hasErrors(diagnostics);
  if (!isReadable || ownName === undefined || description === undefined || isRefused) {
    return { value: undefined, diagnostics: withReason(diagnostics) };
  }
  if (!infers && isSafeName(ownName)) return { value: { name: ownName, description }, diagnostics };
  const name = [ownName, directoryName].find(isSafeName);
  const notes = [
    ...diagnostics,
    ...(infers ? [inferred(name ?? ownName)] : []),
    ...(name === ownName ? [] : [unsafeName(ownName, name)]),
  ];
  return { value: name === undefined ? undefined : { name, description }, diagnostics: notes };
}

/** A provider that requires no field accepts a file without frontmatter. */
function isBareText(summary: SkillSummary, requires: AdmissionContext["requires"]): boolean {
  return requires.length === 0 && summary.diagnostics.some(({ code }) => code === "format.no-frontmatter");
}

/**
 * True for a single path segment that can be shown, typed and used as a key: no separators, invisible characters or dot
 * names.
 */
export function isSafeName(name: string): boolean {
  if (name.length <= 64 && /^[A-Za-z0-9][A-Za-z0-9-]*$/.test(name)) return true;
  const unsafe = /[/\\:\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]|^\.|^__proto__$/u;
  return name !== "" && name.length <= 256 && name === name.trim() && !unsafe.test(name);
}

/** Missing fields are inferred if possible; dangerous frontmatter is never overruled. */
function canInfer(summary: SkillSummary, requires: AdmissionContext["requires"]): boolean {
  const hasText = summary.description !== undefined || summary.firstParagraph !== undefined;
  if (!hasText && requires.includes("description")) return false;
  if (summary.hasFrontmatter) return summary.description === undefined || summary.name === undefined;
  return summary.diagnostics.some(({ code }) => UNREADABLE.has(code));
}

const UNREADABLE: ReadonlySet<DiagnosticCode> = new Set([
  "format.no-frontmatter",
  "format.unclosed-frontmatter",
  "format.yaml-invalid",
  "format.not-a-mapping",
]);

/** The severity that the policy assigns; a missing field that was inferred or is not required is not an error. */
function judge(
  diagnostic: Diagnostic,
  { policy, requires }: AdmissionContext,
  {
    infers,
    isBare,
    isSalvaged,
  }: { readonly infers: boolean; readonly isBare: boolean; readonly isSalvaged: boolean },
): readonly Diagnostic[] {
  const { code } = diagnostic;
  const severity = policy.severities[code];
  if (severity === "off") return [];
  if (severity !== undefined) return [{ ...diagnostic, severity }];
  const field = GAPS.get(code);
  if (infers && (field !== undefined || UNREADABLE.has(code))) return [];
  const isAccepted = (isBare && code === "format.no-frontmatter") || (isSalvaged && UNREADABLE.has(code));
  if (isAccepted || (field !== undefined && !requires.includes(field)))
    return [{ ...diagnostic, severity: "warning" }];
  return [diagnostic];
}

const GAPS: ReadonlyMap<DiagnosticCode, "name" | "description"> = new Map([
  ["format.name-missing", "name"],
  ["format.name-type", "name"],
  ["format.description-missing", "description"],
  ["format.description-type", "description"],
]);

/** A skipped skill always has an error that says why, whatever severity the policy assigns. */
function withReason(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  if (hasErrors(diagnostics)) return diagnostics;
  return diagnostics.map((diagnostic) =>
    GAPS.has(diagnostic.code) || UNREADABLE.has(diagnostic.code)
      ? { ...diagnostic, severity: "error" }
      : diagnostic,
  );
}

function inferred(name: string): Diagnostic {
  return diagnose(
    "format.inferred",
    `name or description of "${name}" was taken from the directory and the body`,
    {
      hint: "add frontmatter with name and description",
    },
  );
}

function unsafeName(name: string, instead: string | undefined): Diagnostic {
  const shown = JSON.stringify(name.slice(0, 80));
  const hint = "use only a–z, 0–9 and -";
  if (instead === undefined) {
    const message = `neither the name ${shown} nor the directory's name can be used as one path segment`;
    return diagnose("format.name-unsafe", message, { hint, severity: "error" });
  }
  const message = `the name ${shown} cannot be used as one path segment; the directory's name ${instead} is used`;
  return diagnose("format.name-unsafe", message, { hint });
}
