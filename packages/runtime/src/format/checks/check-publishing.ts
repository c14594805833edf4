import { type Diagnostic, diagnose } from "../../diagnostics.ts";
import { kindOf, readList, readText } from "../normalise.ts";
import type { ParsedSkillMd } from "../parse-skill-md.ts";
import { entryOf, isNull, resolveScalar, type YamlEntry, type YamlNode } from "../yaml/nodes.ts";
import { type Check, clip, placeOf } from "./check.ts";

/** Checks that only apply to uploads, publications or shipped skills; rule sets select from them. */
export const checkPublishing: Check = (md) => {
  if (!md.hasFrontmatter) return [];
  return [
    ...checkReservedName(md),
    ...checkMarkup(md),
    ...checkOneLine(md),
    ...checkLicensed(md),
    ...checkInstallMetadata(md),
    ...checkVersion(md),
    ...checkTags(md),
  ];
};

function checkReservedName(md: ParsedSkillMd): readonly Diagnostic[] {
  const entry = entryOf(md.map, "name");
  const name = entry === undefined ? undefined : readText(entry.value)?.toLowerCase();
  const word = ["anthropic", "claude"].find((reserved) => name?.includes(reserved));
  if (word === undefined) return [];
  const message = `\`name\` contains the reserved word "${word}"`;
  return [diagnose("format.name-reserved", message, { ...placeOf(md, entry), hint: "choose another name" })];
}

function checkMarkup(md: ParsedSkillMd): readonly Diagnostic[] {
  const entry = entryOf(md.map, "description");
  const text = entry === undefined ? undefined : readText(entry.value);
  if (text === undefined || !/[<>]/.test(text)) return [];
  const message = "`description` contains angle brackets";
  return [
    diagnose("format.description-markup", message, { ...placeOf(md, entry), hint: "leave out `<` and `>`" }),
  ];
}

function checkOneLine(md: ParsedSkillMd): readonly Diagnostic[] {
  const entry = entryOf(md.map, "description");
  const lines = entry === undefined ? 0 : (readText(entry.value)?.split("\n").length ?? 0);
  if (lines < 2) return [];
  const message = `\`description\` has ${lines} lines`;
  const hint = "write it on one line, or fold it with `>-`";
  return [diagnose("format.description-lines", message, { ...placeOf(md, entry), hint })];
}

function checkLicensed(md: ParsedSkillMd): readonly Diagnostic[] {
  const entry = entryOf(md.map, "license");
  if (entry !== undefined && readText(entry.value) !== undefined) return [];
  const hint = "add `license: …` with a licence name or the name of a bundled file";
  return [diagnose("format.license-missing", "`license` is missing", { ...placeOf(md, entry), hint })];
}

function checkInstallMetadata(md: ParsedSkillMd): readonly Diagnostic[] {
  const metadata = entryOf(md.map, "metadata")?.value;
  const entry =
    metadata?.kind === "map"
      ? metadata.entries.find(({ key }) => key.startsWith("github-") || key === "local-path")
      : undefined;
  if (entry === undefined) return [];
  const message = `\`metadata.${clip(entry.key)}\` was written by an installer`;
  const hint = "remove it before publishing: it describes one installed copy";
  return [diagnose("format.install-metadata", message, { ...md.place(entry.keyAt), hint })];
}

/** SemVer 2.0.0, section 2: a number without leading zeros. */
const NUMBER = "(?:0|[1-9]\\d*)";
/** Section 9: a number without leading zeros, or a word with a letter or hyphen. */
const PRE_RELEASE = `(?:${NUMBER}|\\d*[A-Za-z-][0-9A-Za-z-]*)`;
/** Section 10: build metadata may have leading zeros. */
const BUILD = "[0-9A-Za-z-]+";
const SEMVER = new RegExp(
  `^${NUMBER}\\.${NUMBER}\\.${NUMBER}(?:-${PRE_RELEASE}(?:\\.${PRE_RELEASE})*)?(?:\\+${BUILD}(?:\\.${BUILD})*)?$`,
);

function checkVersion(md: ParsedSkillMd): readonly Diagnostic[] {
  const entry = metadataEntry(md, "version");
  const version = entry === undefined ? undefined : readText(entry.value);
  const at = placeOf(md, entry ?? entryOf(md.map, "metadata"));
  if (version === undefined) {
    const hint = 'add `version: "1.0.0"` below `metadata`';
    return [diagnose("format.version-missing", "`metadata.version` is missing", { ...at, hint })];
  }
  if (SEMVER.test(version)) return [];
  const message = `\`metadata.version\` is "${clip(version)}", which is not a SemVer version`;
  return [diagnose("format.version-semver", message, { ...at, hint: "write three numbers, such as 1.0.0" })];
}

function checkTags(md: ParsedSkillMd): readonly Diagnostic[] {
  const entry = metadataEntry(md, "tags");
  const at = placeOf(md, entry ?? entryOf(md.map, "metadata"));
  if (entry === undefined || isNull(entry.value) || readList(entry.value)?.length === 0) {
    const hint = "add `tags: …` below `metadata`: a list, or words separated by commas";
    return [diagnose("format.tags-missing", "`metadata.tags` is missing", { ...at, hint })];
  }
  const odd = entry.value.kind === "list" ? entry.value.items.find((item) => !isString(item)) : entry.value;
  if (odd === undefined || isString(odd)) return [];
  const message = `\`metadata.tags\` should be a list of strings but ${odd === entry.value ? "is" : "contains"} ${kindOf(odd)}`;
  return [diagnose("format.tags-type", message, { ...at, hint: "put every tag in quotes" })];
}

/** True for a scalar that YAML reads as a string with some text. */
function isString(node: YamlNode): boolean {
  return node.kind === "scalar" && typeof resolveScalar(node) === "string" && node.text.trim() !== "";
}

function metadataEntry(md: ParsedSkillMd, key: string): YamlEntry | undefined {
  const metadata = entryOf(md.map, "metadata")?.value;
  return metadata?.kind === "map" ? entryOf(metadata, key) : undefined;
}
