import { type Diagnostic, diagnose } from "../../diagnostics.ts";
import { readList, readText } from "../normalise.ts";
import type { ParsedSkillMd } from "../parse-skill-md.ts";
import { entryOf, type YamlEntry } from "../yaml/nodes.ts";
import { type Check, clip, placeOf } from "./check.ts";

/** Checks that only apply to uploads, publications or shipped skills; rule sets select from them. */
export const checkPublishing: Check = (md) => {
  if (!md.hasFrontmatter) return [];
  return [
    ...checkReservedName(md),
    ...checkMarkup(md),
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

/** SemVer 2.0.0, section 2 and 9 to 10. */
const SEMVER =
  /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$/;

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
  const tags = entry === undefined ? undefined : readList(entry.value);
  if (tags !== undefined && tags.length > 0) return [];
  const at = placeOf(md, entry ?? entryOf(md.map, "metadata"));
  const hint = "add `tags: …` below `metadata`: a list, or words separated by commas";
  return [diagnose("format.tags-missing", "`metadata.tags` is missing", { ...at, hint })];
}

function metadataEntry(md: ParsedSkillMd, key: string): YamlEntry | undefined {
  const metadata = entryOf(md.map, "metadata")?.value;
  return metadata?.kind === "map" ? entryOf(metadata, key) : undefined;
}
