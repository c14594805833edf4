import type { DiagnosticCode } from "../../codes.ts";
import { diagnose } from "../../diagnostics.ts";
import { countCharacters } from "../estimate-tokens.ts";
import { readText } from "../normalise.ts";
import { entryOf } from "../yaml/nodes.ts";
import { type Check, clip, coerced, isTyped, notAString, placeOf } from "./check.ts";

/** agentskills.io: name 1–64 characters. */
const NAME_LIMIT = 64;

/** agentskills.io: `name` is required, 1–64 of a–z, 0–9 and single inner hyphens, and equals the directory's name. */
export const checkName: Check = (md, { directoryName, normalizesNames = false }) => {
  if (!md.hasFrontmatter) return [];
  const entry = entryOf(md.map, "name");
  if (entry !== undefined && entry.value.kind !== "scalar")
    return [notAString("format.name-type", entry, md)];
  const trimmed = entry === undefined ? undefined : readText(entry.value);
  if (entry?.value.kind !== "scalar" || trimmed === undefined) {
    const hint = directoryName === undefined ? "add `name: …`" : `add \`name: ${clip(directoryName)}\``;
    return [diagnose("format.name-missing", "`name` is missing", { ...placeOf(md, entry), hint })];
  }
  const name = normalizesNames ? trimmed.normalize("NFKC") : entry.value.text;
  const directory = normalizesNames ? directoryName?.normalize("NFKC") : directoryName;
  if (isPerfectName(name) && name === (directory ?? name)) return isTyped(entry) ? [coerced(entry, md)] : [];
  const at = placeOf(md, entry);
  const wrong = [...checkSpelling(name), ...checkDirectory(name, directory)].map(([code, message, hint]) =>
    diagnose(code, message, { ...at, hint }),
  );
  return isTyped(entry) ? [coerced(entry, md), ...wrong] : wrong;
};

/** True for most names, which then need no further check. */
export function isPerfectName(name: string): boolean {
  return name.length <= NAME_LIMIT && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name);
}

type NameFinding = readonly [code: DiagnosticCode, message: string, hint: string];

function checkSpelling(name: string): readonly NameFinding[] {
  const found: NameFinding[] = [];
  const shown = `\`name\` "${clip(name)}"`;
  const length = countCharacters(name);
  if (length > NAME_LIMIT) {
    found.push([
      "format.name-length",
      `\`name\` has ${length} characters; the limit is ${NAME_LIMIT}`,
      "shorten it",
    ]);
  }
  if (name !== name.toLowerCase()) {
    const hint = `write \`${clip(name.toLowerCase())}\``;
    found.push(["format.name-uppercase", `${shown} has uppercase letters`, hint]);
  }
  if (/[^\p{L}\p{N}-]/u.test(name)) {
    const message = `${shown} has characters other than letters, digits and hyphens`;
    found.push(["format.name-characters", message, "use only a–z, 0–9 and -"]);
  } else if (/[^A-Za-z0-9-]/.test(name)) {
    found.push(["format.name-not-ascii", `${shown} has letters outside a–z`, "use only a–z, 0–9 and -"]);
  }
  if (name.startsWith("-") || name.endsWith("-") || name.includes("--")) {
    const message = `${shown} starts or ends with a hyphen or has two in a row`;
    found.push(["format.name-hyphens", message, "use single hyphens between words"]);
  }
  return found;
}

function checkDirectory(name: string, directoryName: string | undefined): readonly NameFinding[] {
  if (directoryName === undefined || name === directoryName) return [];
  const message = `\`name\` is "${clip(name)}" but the directory is "${clip(directoryName)}"`;
  return [["format.name-mismatch", message, "give both the same name"]];
}
