import type { DiagnosticCode } from "../../codes.ts";
import { type Diagnostic, diagnose } from "../../diagnostics.ts";
import type { TextPlace } from "../line-index.ts";
import { kindOf } from "../normalise.ts";
import type { ParsedSkillMd } from "../parse-skill-md.ts";
import { resolveScalar, type YamlEntry } from "../yaml/nodes.ts";

/** What is known about the file besides its text. */
export interface CheckContext {
  /** Name of the file's directory; undefined for a text that is not on disk. */
  readonly directoryName?: string | undefined;
  readonly fileName?: string | undefined;
  /** True: names are trimmed and compared in NFKC, as by the reference validator. Default as written. */
  readonly normalizesNames?: boolean | undefined;
}

/** Checks one aspect and reports what it finds, without deciding how severe it is. */
export type Check = (md: ParsedSkillMd, context: CheckContext) => readonly Diagnostic[];

/** Position of an entry's value; the first line of the frontmatter if the entry is missing. */
export function placeOf(md: ParsedSkillMd, entry: YamlEntry | undefined): TextPlace {
  if (entry === undefined) return md.place(0);
  const isEmpty = entry.value.kind === "scalar" && entry.value.text === "";
  return md.place(isEmpty ? entry.keyAt : entry.value.at);
}

/** True for a plain scalar that YAML parses as a number, a boolean or null. */
export function isTyped(entry: YamlEntry): boolean {
  return entry.value.kind === "scalar" && typeof resolveScalar(entry.value) !== "string";
}

/** The diagnostic for a field that is a list or a mapping instead of a string. */
export function notAString(code: DiagnosticCode, entry: YamlEntry, md: ParsedSkillMd): Diagnostic {
  const message = `\`${entry.key}\` should be a string but is ${kindOf(entry.value)}`;
  return diagnose(code, message, { ...placeOf(md, entry), hint: "write it as a single string" });
}

/** The diagnostic for a string that was written like a number or a boolean; its source text is used. */
export function coerced(entry: YamlEntry, md: ParsedSkillMd): Diagnostic {
  const message = `\`${entry.key}\` should be a string but is ${kindOf(entry.value)}; it is used as written`;
  return diagnose("format.field-coerced", message, {
    ...placeOf(md, entry),
    hint: "put the value in quotes",
  });
}

/** Shortens text for messages, because it is untrusted and may be long. */
export function clip(text: string): string {
  const line = text.slice(0, 200).replace(/\s+/g, " ");
  return line.length > 80 || text.length > 200 ? `${line.slice(0, 79)}…` : line;
}
