import type { Diagnostic, Level, Missing, Resource, ScanVerdict, Skill } from "@knowhow/runtime";
import type { OutlineSection } from "@knowhow/runtime/authoring";
import { type ClientSight, describeSight, sightTitle } from "@knowhow/runtime/toolkit";
import { sanitise } from "../terminal/sanitise.ts";
import type { Screen } from "../terminal/screen.ts";
import { padToWidth, widthOf } from "../terminal/width.ts";
import { bytes, count, number } from "../terminal/words.ts";
import { wrap } from "../terminal/wrap.ts";
import { diagnosticText } from "./diagnostics.ts";
import { type ShownState, STATE_STYLES } from "./states.ts";

/** Everything that `show` prints about a skill. */
export interface SkillRecord extends Pick<Skill, "allowedTools" | "metadata" | "fields" | "extensions"> {
  readonly name: string;
  readonly description: string;
  readonly state: ShownState;
  readonly provider: string;
  readonly level: Level;
  /** The level in the words of the profile. */
  readonly source: string;
  readonly root: string;
  readonly path: string;
  readonly version: string;
  /** Null if it cannot be computed. */
  readonly digest: string | null;
  /** Why there is no digest; absent if there is one. */
  readonly noDigest?: string;
  readonly tokens: number;
  readonly license: string | null;
  readonly compatibility: string | null;
  readonly eligible: boolean;
  readonly missing: readonly Missing[];
  /** The last known verdict of a scan; null if it was never scanned. */
  readonly verdict: ScanVerdict | null;
  /** Who sees it. */
  readonly clients: readonly ClientSight[];
  readonly resources: readonly Resource[];
  /** Paths of the skills that this one shadows. */
  readonly shadows: readonly string[];
  /** Path of the skill that has the name; absent if it is this one. */
  readonly shadowedBy?: string;
  readonly outline?: readonly Omit<OutlineSection, "start" | "end" | "text">[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Number of files that are listed. */
const SHOWN_FILES = 20;
/** Width of the first column, unless a term is longer. */
const WIDEST_TERM = 20;

/** The details of one skill. */
export function reportShow(record: SkillRecord, screen: Screen): string {
  const { name, state, description } = record;
  const head = `${screen.paint("strong", sanitise(name))}  ${screen.paint(STATE_STYLES[state], state)}`;
  const facts = factsOf(record, screen);
  const parts = [
    `${head}\n${description
      .split("\n")
      .map((line) => wrap(sanitise(line), screen.columns))
      .join("\n")}`,
    termLines(facts, screen).join("\n"),
    missingPart(record, screen),
    clientsPart(record.clients, screen),
    filesPart(record.resources, screen),
    outlinePart(record, screen),
    diagnosticsPart(record.diagnostics, screen),
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

function factsOf(record: SkillRecord, screen: Screen): readonly (readonly [string, string])[] {
  const { metadata, fields, extensions, allowedTools } = record;
  const shown = new Set(Object.keys(metadata).map(plainKey));
  const known = new Set(Object.keys(fields).map(plainKey));
  const facts: (readonly [string, string | null])[] = [
    ["path", screen.place(record.path)],
    ["from", `${record.provider}, ${record.source} level, root ${screen.place(record.root)}`],
    ["version", record.version],
    ["digest", record.digest ?? `none: ${record.noDigest ?? "unknown"}`],
    ["tokens", number(record.tokens)],
    ["scan", record.verdict ?? "never scanned"],
    ["license", record.license],
    ["compatibility", record.compatibility],
    ["allowed tools", allowedTools.join(" ") || null],
    ...Object.entries(metadata).map(([key, value]) => [`metadata.${key}`, value] as const),
    ...Object.entries(fields)
      .filter(([key]) => !shown.has(plainKey(key)) && key !== "requires")
      .map(([key, value]) => [key === "version" ? "declared version" : key, plainValue(value)] as const),
    [
      "other fields",
      Object.keys(extensions)
        .filter((key) => !known.has(plainKey(key)))
        .join(", ") || null,
    ],
    ...record.shadows.map((path) => ["shadows", screen.place(path)] as const),
    ["shadowed by", record.shadowedBy === undefined ? null : screen.place(record.shadowedBy)],
  ];
  return facts.flatMap(([term, value]) => (value === null ? [] : [[term, value] as const]));
}

/** Equal for the spellings of a key: `suggestedEdges`, `suggested_edges` and `suggested-edges`. */
function plainKey(key: string): string {
  return key.replaceAll(/[-_]/g, "").toLowerCase();
}

function plainValue(value: unknown): string {
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value.join(", ");
  return typeof value === "string" ? value : JSON.stringify(value);
}

function termLines(rows: readonly (readonly [string, string])[], screen: Screen): readonly string[] {
  const safe = rows.map(([term, value]) => [sanitise(term), sanitise(value)] as const);
  const width = Math.min(WIDEST_TERM, Math.max(0, ...safe.map(([term]) => widthOf(term))));
  return safe.map(([term, value]) => {
    const label = screen.paint("faint", padToWidth(term, width));
    return `  ${label}  ${wrap(value, screen.columns, " ".repeat(width + 4))}`;
  });
}

function missingPart({ missing }: SkillRecord, screen: Screen): string {
  if (missing.length === 0) return "";
  const lines = termLines(
    missing.map(({ name, hint }) => [name, `→ ${hint}`]),
    screen,
  );
  return [screen.paint("notice", "Missing requirements"), ...lines].join("\n");
}

/** Who sees a skill, a line for each client. */
export function clientsPart(clients: readonly ClientSight[], screen: Screen): string {
  if (clients.length === 0) return "";
  const lines = termLines(
    clients.map((sight) => [sightTitle(sight), screen.prose(describeSight(sight))]),
    screen,
  );
  return [screen.paint("strong", "Clients"), ...lines].join("\n");
}

function filesPart(resources: readonly Resource[], screen: Screen): string {
  if (resources.length === 0) return "";
  const total = resources.reduce((sum, resource) => sum + resource.size, 0);
  const shown = resources.slice(0, SHOWN_FILES);
  const lines = shown.map(({ path, size }) => `  ${bytes(size).padStart(9)}  ${sanitise(path)}`);
  const rest = resources.length - shown.length;
  if (rest > 0) lines.push(screen.paint("faint", `             … and ${number(rest)} more`));
  return [screen.paint("strong", `${count(resources.length, "other file")}, ${bytes(total)}`), ...lines].join(
    "\n",
  );
}

function outlinePart({ outline }: SkillRecord, screen: Screen): string {
  if (outline === undefined) return "";
  const lines = outline.map(({ key, title, depth, tokens }) => {
    const heading = depth === 0 ? "(before the first heading)" : sanitise(title);
    const indent = "  ".repeat(Math.max(0, depth - 1));
    return `  ${number(tokens).padStart(9)}  ${indent}${heading}  ${screen.paint("faint", sanitise(key))}`;
  });
  return [screen.paint("strong", "Outline: tokens, heading and key of each section"), ...lines].join("\n");
}

function diagnosticsPart(diagnostics: readonly Diagnostic[], screen: Screen): string {
  if (diagnostics.length === 0) return "";
  const lines = diagnostics.map((diagnostic) => diagnosticText(diagnostic, screen));
  return [screen.paint("strong", "Diagnostics"), ...lines].join("\n");
}
