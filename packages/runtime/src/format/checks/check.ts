import type { DiagnosticCode } from "../../codes.ts";
import { type Diagnostic, diagnose } from "../../diagnostics.ts";
import type { TextPlace } from "../line-index.ts";
import { kindOf } from "../normalise.ts";
import type { ParsedSkillMd } from "../parse-skill-md.ts";
import { resolveScalar, type YamlEntry } from "../yaml/nodes.ts";

/** What is known of the file besides its text. */
export interface CheckContext {
  /** The directory that holds the file; undefined for a text that lies nowhere. */
  readonly directoryName?: string | undefined;
  /** The file's own name. */
  readonly fileName?: string | undefined;
}

/** Looks at one thing and says what it noticed; it never judges how bad that is. */
export type Check = (md: ParsedSkillMd, context: CheckContext) => readonly Diagnostic[];

/** Where an entry's value stands; the first line of the frontmatter when the entry is missing. */
export function placeOf(md: ParsedSkillMd, entry: YamlEntry | undefined): TextPlace {
  if (entry === undefined) return md.place(0);
  const isEmpty = entry.value.kind === "scalar" && entry.value.text === "";
  return md.place(isEmpty ? entry.keyAt : entry.value.at);
}

/** True for a plain scalar that YAML reads as a number, a boolean or null. */
export function isTyped(entry: YamlEntry): boolean {
  return entry.value.kind === "scalar" && typeof resolveScalar(entry.value) !== "string";
}

/** Says that a field is a list or a mapping where a string is wanted. */
export function notAString(code: DiagnosticCode, entry: YamlEntry, md: ParsedSkillMd): Diagnostic {
  const message = `\`${entry.key}\` should be a string but is ${kindOf(entry.value)}`;
  return diagnose(code, message, { ...placeOf(md, entry), hint: "write it as a single string" });
}

/** Says that a string was written like a number or a boolean; its source text is used. */
export function coerced(entry: YamlEntry, md: ParsedSkillMd): Diagnostic {
  const message = `\`${entry.key}\` should be a string but is ${kindOf(entry.value)}; it is used as written`;
  return diagnose("format.field-coerced", message, {
    ...placeOf(md, entry),
    hint: "put the value in quotes",
  });
}

/** Texts in messages are untrusted and may be long. */
export function clip(text: string): string {
  const line = text.slice(0, 200).replace(/\s+/g, " ");
  return line.length > 80 || text.length > 200 ? `${line.slice(0, 79)}…` : line;
}
