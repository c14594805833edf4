import { type Diagnostic, diagnose } from "../diagnostics.ts";
import type { SkillFields } from "../skill.ts";
import { clip, placeOf } from "./checks/check.ts";
import { checkInputs, checkReach, checkRequirements } from "./checks/check-fields.ts";
import { FIELD_TABLE, type FieldRow, type MutableFields } from "./field-table.ts";
import { kindOf } from "./normalise.ts";
import type { ParsedSkillMd } from "./parse-skill-md.ts";
import { REQUIREMENT_KEYS, readRequirements } from "./requirements.ts";
import { UNSAFE_KEYS } from "./yaml/limits.ts";
import { entryOf, isNull, type YamlEntry, type YamlMap, type YamlNode } from "./yaml/nodes.ts";

export { FIELD_TABLE, STANDARD_FIELDS } from "./field-table.ts";

/** Vendors whose own mapping inside `metadata` is read, in order of precedence; `knowhow` is ours. */
export const VENDOR_KEYS = ["knowhow", "openclaw", "clawdbot", "moltbot", "clawdis", "hermes"] as const;

/** Rows by spelling, so that parsing needs one lookup per key. */
const ROW_BY_KEY: ReadonlyMap<string, { row: FieldRow; rank: number }> = new Map(
  FIELD_TABLE.flatMap((row) => row.keys.map((key, rank) => [key, { row, rank }] as const)),
);

/** True for a key that is read as an extension field. */
export function isExtensionKey(key: string): boolean {
  return ROW_BY_KEY.has(key) || REQUIREMENT_KEYS.has(key);
}

/** True for a key of `metadata` that may be more than a string. */
export function isFieldKey(key: string): boolean {
  return isExtensionKey(key) || UNSAFE_KEYS.has(key) || VENDOR_KEYS.some((vendor) => vendor === key);
}

/**
 * Reads the extension fields of a frontmatter. A value of the wrong kind is reported and skipped; if the field guards
 * something, it counts as the stricter value.
 */
export function readFields(md: ParsedSkillMd): {
  fields: SkillFields;
  diagnostics: readonly Diagnostic[];
} {
  const places = placesOf(md.map);
  const fields: MutableFields = {};
  const found = new Map<string, { rank: number; place: number }>();
  const wrong: { readonly entry: YamlEntry; readonly row: FieldRow }[] = [];
  const diagnostics: Diagnostic[] = [];
  for (let place = 0; place < places.length; place += 1) {
    for (const entry of places[place]?.entries ?? []) {
      const hit = ROW_BY_KEY.get(entry.key);
      if (hit === undefined) continue;
      const { row, rank } = hit;
      if (row.stricter === undefined && isEmpty(entry.value)) continue;
      const earlier = found.get(row.field);
      if (earlier !== undefined && (earlier.place < place || earlier.rank <= rank)) continue;
      const isRead = row.set(entry.value, fields);
      if (!isRead) row.stricter?.apply(fields);
      if (isRead || row.stricter !== undefined) found.set(row.field, { rank, place });
      if (!isRead) wrong.push({ entry, row });
      else if (row.field === "inputs") diagnostics.push(...checkInputs(entry, md));
    }
  }
  for (const { entry, row } of wrong) {
    // Beside steps, `output` is a key of the workflow and may have any value.
    const isOfWorkflow = row.field === "output" && fields.steps !== undefined;
    if (!isOfWorkflow) diagnostics.push(wrongKind(entry, row, md));
  }
  const requires = readRequirements(places);
  if (requires !== undefined) fields.requires = requires;
  for (const place of places) diagnostics.push(...checkRequirements(place, { isTop: place === md.map, md }));
  diagnostics.push(...checkReach(fields, md));
  return { fields, diagnostics };
}

function isEmpty(node: YamlNode): boolean {
  return isNull(node) || (node.kind === "scalar" && node.text.trim() === "");
}

/** The mappings that may contain extension fields, in order of precedence. */
export function placesOf(top: YamlMap): readonly YamlMap[] {
  const metadata = entryOf(top, "metadata")?.value;
  if (metadata?.kind !== "map") return [top];
  if (metadata.entries.every((entry) => entry.value.kind !== "map")) return [top, metadata];
  const [own, ...vendors] = VENDOR_KEYS.map((key) => entryOf(metadata, key)?.value);
  const maps = [own, metadata, ...vendors].filter((node) => node?.kind === "map");
  return [top, ...maps];
}

/** A list whose items are of the wrong kind is described by the first of them. */
function describeValue(node: YamlNode): string {
  if (node.kind !== "list") return kindOf(node);
  const odd = node.items.find((item) => item.kind !== "scalar" || isEmpty(item));
  if (odd === undefined) return kindOf(node);
  return `a list that contains ${isEmpty(odd) ? "an empty entry" : kindOf(odd)}`;
}

function wrongKind(entry: YamlEntry, { expects, stricter }: FieldRow, md: ParsedSkillMd): Diagnostic {
  const given =
    entry.value.kind === "scalar" && !isEmpty(entry.value)
      ? `"${clip(entry.value.text)}"`
      : describeValue(entry.value);
  const effect = stricter === undefined ? "it is ignored" : `it counts as ${stricter.value}`;
  const message = `\`${entry.key}\` should be ${expects} but is ${given}; ${effect}`;
  const hint = `write \`${entry.key}\` as ${expects}`;
  return diagnose("format.field-type", message, { ...placeOf(md, entry), hint });
}
