import { NO_TOOLS, type SkillSummary } from "../skill.ts";
import { STANDARD_FIELDS } from "./field-table.ts";
import { firstParagraphOf } from "./first-paragraph.ts";
import { readAllowedTools, readText } from "./normalise.ts";
import type { ParsedSkillMd } from "./parse-skill-md.ts";
import { findNul, readSkill } from "./read-skill.ts";
import { summarisePlain } from "./summarise-plain.ts";
import type { SummaryOptions } from "./summary.ts";
import { bodyVersion, emptySummary } from "./summary.ts";
import { entryOf, toJson } from "./yaml/nodes.ts";

/** Parses a SKILL.md without keeping its body. Never throws. */
export function summariseSkill(text: string, options: SummaryOptions): SkillSummary {
  const nul = findNul(text);
  if (nul !== undefined) return emptySummary([nul]);
  return summarisePlain(text, options) ?? summariseFully(text, options);
}

/** The full parser, which handles everything and reports all problems. */
export function summariseFully(text: string, options: SummaryOptions): SkillSummary {
  const { md, fields, tokens, diagnostics } = readSkill(text, { ...options, salvages: true });
  const name = textOf(md, "name");
  const description = textOf(md, "description");
  const license = textOf(md, "license");
  const compatibility = textOf(md, "compatibility");
  const allowedTools = entryOf(md.map, "allowed-tools");
  const firstParagraph = description === undefined ? firstParagraphOf(md.body) : undefined;
  const summary: { -readonly [Key in keyof SkillSummary]: SkillSummary[Key] } = {
    hasFrontmatter: md.hasFrontmatter,
    metadata: metadataOf(md),
    allowedTools: allowedTools === undefined ? [] : (readAllowedTools(allowedTools.value) ?? [NO_TOOLS]),
    fields,
    extensions: extensionsOf(md),
    version: bodyVersion(md.body, options.hash),
    tokens,
    diagnostics,
  };
  if (name !== undefined) summary.name = name;
  if (description !== undefined) summary.description = description;
  if (firstParagraph !== undefined) summary.firstParagraph = firstParagraph;
  if (license !== undefined) summary.license = license;
  if (compatibility !== undefined) summary.compatibility = compatibility;
  return summary;
}

function textOf(md: ParsedSkillMd, key: string): string | undefined {
  const entry = entryOf(md.map, key);
  return entry === undefined ? undefined : readText(entry.value);
}

/** Every scalar under `metadata` by its source text: `1.0` stays `1.0`, and an empty value is an empty string. */
function metadataOf(md: ParsedSkillMd): Readonly<Record<string, string>> {
  const node = entryOf(md.map, "metadata")?.value;
  if (node?.kind !== "map") return {};
  const metadata: Record<string, string> = {};
  for (const { key, value } of node.entries) if (value.kind === "scalar") metadata[key] = value.text;
  return metadata;
}

/**
 * Unknown top-level keys as written, and everything under `metadata` that the standard's string map cannot represent.
 */
function extensionsOf(md: ParsedSkillMd): Readonly<Record<string, unknown>> {
  const extensions: Record<string, unknown> = {};
  for (const { key, value } of md.map.entries) {
    if (!STANDARD_FIELDS.has(key)) extensions[key] = toJson(value);
    else if (
      key === "metadata" &&
      value.kind === "map" &&
      value.entries.some((item) => item.value.kind !== "scalar")
    ) {
      const rich = value.entries.filter((item) => item.value.kind !== "scalar");
      extensions[key] = Object.fromEntries(rich.map((item) => [item.key, toJson(item.value)]));
    }
  }
  return extensions;
}
