import { type Diagnostic, diagnose } from "../../diagnostics.ts";
import { kindOf } from "../normalise.ts";
import type { ParsedSkillMd } from "../parse-skill-md.ts";
import { entryOf, isNull, type YamlEntry, type YamlNode } from "../yaml/nodes.ts";
import { type Check, clip, isTyped, placeOf } from "./check.ts";

/** agentskills.io: `metadata` maps strings to strings. */
export const checkMetadata: Check = (md) => {
  const entry = entryOf(md.map, "metadata");
  if (entry === undefined || isNull(entry.value)) return [];
  if (entry.value.kind === "map") return entry.value.entries.flatMap((item) => checkItem(item, md));
  const message = `\`metadata\` should be a mapping but is ${kindOf(entry.value)}`;
  const hint = "write `key: value` lines below it";
  return [diagnose("format.metadata-type", message, { ...placeOf(md, entry), hint })];
};

function checkItem(item: YamlEntry, md: ParsedSkillMd): readonly Diagnostic[] {
  if (isDate(item.value)) return [unquotedDate(item, md)];
  if (item.value.kind === "scalar" && !isTyped(item)) return [];
  const at = placeOf(md, item);
  const field = `\`metadata.${clip(item.key)}\` is ${kindOf(item.value)}`;
  if (item.value.kind !== "scalar") {
    const hint = "write it as one string, or leave it: it is kept as extension data";
    return [diagnose("format.metadata-value", `${field}; the standard allows strings only`, { ...at, hint })];
  }
  const message = `${field}; it is read as "${clip(item.value.text)}"`;
  const code = isNull(item.value) ? "format.metadata-null" : "format.metadata-coerced";
  return [diagnose(code, message, { ...at, hint: "put the value in quotes" })];
}

/** YAML 1.1 reads these plain scalars as dates; YAML 1.2 reads them as strings. */
const DATE = /^\d{4}-\d\d-\d\d$|^\d{4}-\d\d?-\d\d?(?:[Tt]|[ \t]+)\d\d?:\d\d:\d\d/;

function isDate(node: YamlNode): boolean {
  return node.kind === "scalar" && !node.quoted && DATE.test(node.text);
}

function unquotedDate(item: YamlEntry, md: ParsedSkillMd): Diagnostic {
  const message = `\`metadata.${clip(item.key)}\` is an unquoted date, which YAML 1.1 does not read as a string`;
  return diagnose("format.metadata-date", message, { ...placeOf(md, item), hint: "put the value in quotes" });
}
