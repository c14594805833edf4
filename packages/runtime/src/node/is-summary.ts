import { DIAGNOSTIC_CODES } from "../codes.ts";
import { FIELD_TABLE } from "../format/field-table.ts";
import type { SkillSummary } from "../skill.ts";
import { isRecord } from "./is-record.ts";

/** True for JSON of the shape that a summary has; everything the engine relies on is looked at. */
export function isSummary(value: unknown): value is SkillSummary {
  return (
    isRecord(value) &&
    typeof value.hasFrontmatter === "boolean" &&
    typeof value.version === "string" &&
    typeof value.tokens === "number" &&
    TEXTS.every((key) => isTextOrAbsent(value[key])) &&
    isRecord(value.extensions) &&
    hasTexts(value.metadata) &&
    isTexts(value.allowedTools) &&
    areFields(value.fields) &&
    Array.isArray(value.diagnostics) &&
    value.diagnostics.every(isDiagnostic)
  );
}

const TEXTS = ["name", "description", "firstParagraph", "license", "compatibility"] as const;
const SEVERITIES: ReadonlySet<unknown> = new Set(["error", "warning", "info"]);
const HOLDS: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ...FIELD_TABLE.map(({ field, holds }) => [field, holds] as const),
  ["requires", areRequirements] as const,
]);

function areFields(value: unknown): boolean {
  if (!isRecord(value)) return false;
  for (const key in value) if (HOLDS.get(key)?.(value[key]) !== true) return false;
  return true;
}

function areRequirements(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { install = [], ...lists } = value;
  return Array.isArray(install) && install.every(hasTexts) && Object.values(lists).every(isTexts);
}

function isDiagnostic(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value.code === "string" &&
    Object.hasOwn(DIAGNOSTIC_CODES, value.code) &&
    SEVERITIES.has(value.severity) &&
    typeof value.message === "string" &&
    isTextOrAbsent(value.path) &&
    isTextOrAbsent(value.hint) &&
    isNumberOrAbsent(value.line) &&
    isNumberOrAbsent(value.column)
  );
}

function hasTexts(value: unknown): boolean {
  if (!isRecord(value)) return false;
  for (const key in value) if (typeof value[key] !== "string") return false;
  return true;
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function isTextOrAbsent(value: unknown): boolean {
  return value === undefined || typeof value === "string";
}

function isNumberOrAbsent(value: unknown): boolean {
  return value === undefined || typeof value === "number";
}
