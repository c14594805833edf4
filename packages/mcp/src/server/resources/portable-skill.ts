import { parseSkillMd } from "@knowhow/runtime/authoring";
import { SkillCatalogError, skillEntry } from "@modelcontextprotocol/server/ext/skills";
import { clip, MAX_DESCRIPTION } from "../clip.ts";
import { type Json, toJsonValue, toText, wellFormed } from "../json-value.ts";
import { writeFrontmatter } from "./write-frontmatter.ts";

/** A SKILL.md as it is served. */
export interface PortableSkill {
  readonly bytes: Uint8Array;
  /** The frontmatter as the official parser reads it from these bytes. */
  readonly frontmatter: { readonly name: string; readonly description: string };
  readonly digest: string;
  readonly size: number;
  /** Why the frontmatter was rewritten; empty if the bytes are those of the file. */
  readonly reasons: readonly string[];
}

/** Fallbacks for a rewrite if the file lacks a field. */
export interface Known {
  /** The last segment of the skill's URI. */
  readonly name: string;
  readonly description: string;
}

/** Marks a rewritten SKILL.md inside the file itself. */
const NOTE_FIELD = "knowhow-rewritten";

const MAX_COMPATIBILITY = 500;
const MAX_REASON = 300;

/** Control and bidirectional characters, which must not appear in a line that users approve. */
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]|\udb40[\udc00-\udfff]/g;

/**
 * The bytes of a file if strict clients accept them; otherwise the same body with a normalized frontmatter that says
 * so. Undefined if not even that is accepted.
 */
export async function portableSkill(
  bytes: Uint8Array,
  known: Known,
): Promise<PortableSkill | { readonly refused: readonly string[] }> {
  const asIs = await tryEntry(bytes, known.name);
  const hidden = "refused" in asIs ? [] : hiddenCharacters(asIs.frontmatter);
  if (!("refused" in asIs) && hidden.length === 0) return { ...asIs, bytes, reasons: [] };
  const reasons = ("refused" in asIs ? asIs.refused : hidden).map((reason) => reason.slice(0, MAX_REASON));
  const written = new TextEncoder().encode(rewrite(new TextDecoder().decode(bytes), known, reasons));
  const rewritten = await tryEntry(written, known.name);
  return "refused" in rewritten ? rewritten : { ...rewritten, bytes: written, reasons };
}

type Entry = Omit<PortableSkill, "bytes" | "reasons">;

/** Validates a SKILL.md with the official library: its entry, or why it was rejected. */
async function tryEntry(
  bytes: Uint8Array,
  name: string,
): Promise<Entry | { readonly refused: readonly string[] }> {
  try {
    const { frontmatter, resources } = await skillEntry(name, { "SKILL.md": bytes });
    const own = resources === "dynamic" ? undefined : resources[0];
    if (own === undefined) return { refused: ["it has no SKILL.md"] };
    return { frontmatter, digest: own.digest, size: own.size };
  } catch (error) {
    if (!SkillCatalogError.isInstance(error)) throw error;
    return { refused: error.problems.map((problem) => visible(problem.message)) };
  }
}

function hiddenCharacters(frontmatter: Entry["frontmatter"]): readonly string[] {
  return visible(frontmatter.description) === frontmatter.description
    ? []
    : ["the description contains control characters"];
}

function rewrite(text: string, known: Known, reasons: readonly string[]): string {
  const { frontmatter, body } = parseSkillMd(text).value;
  const { name: own, description, metadata, compatibility, ...rest } = frontmatter;
  const others = Object.entries(rest).flatMap(([key, value]): [string, Json][] => {
    const json = key === "__proto__" ? undefined : toJsonValue(value);
    return json === undefined ? [] : [[key, json]];
  });
  const fields: Record<string, Json> = {
    name: known.name,
    description: describe(description, known.description),
    ...Object.fromEntries(others),
    ...(isFilled(compatibility) ? { compatibility: clip(toText(compatibility), MAX_COMPATIBILITY) } : {}),
    metadata: {
      ...textMap(metadata),
      ...(isFilled(own) && own !== known.name ? { "original-name": toText(own) } : {}),
      [NOTE_FIELD]: reasons.join("; "),
    },
  };
  return `${writeFrontmatter(fields)}\n${body}`;
}

function describe(written: unknown, fallback: string): string {
  const text = isFilled(written) ? toText(written) : fallback;
  const clean = clip(visible(text).trim(), MAX_DESCRIPTION);
  return clean === "" ? "(no description)" : clean;
}

/** The standard requires a map of strings; other values are written as JSON. */
function textMap(value: unknown): Readonly<Record<string, string>> {
  if (typeof value !== "object" || value === null) return isFilled(value) ? { value: toText(value) } : {};
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== "__proto__")
      .map(([key, item]) => [wellFormed(key), item === null ? "" : toText(item)]),
  );
}

function isFilled(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}

function visible(text: string): string {
  return text.replace(CONTROL, "");
}
