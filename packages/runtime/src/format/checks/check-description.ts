import { type Diagnostic, diagnose } from "../../diagnostics.ts";
import { countCharacters } from "../estimate-tokens.ts";
import { readText } from "../normalise.ts";
import { entryOf } from "../yaml/nodes.ts";
import { type Check, coerced, isTyped, notAString, placeOf } from "./check.ts";

/** agentskills.io: description 1–1,024 characters. */
export const DESCRIPTION_LIMIT = 1_024;

/** agentskills.io: `description` is a required string of limited length. */
export const checkDescription: Check = (md) => {
  if (!md.hasFrontmatter) return [];
  const entry = entryOf(md.map, "description");
  const value = entry?.value;
  const at = placeOf(md, entry);
  if (
    entry === undefined ||
    value === undefined ||
    (value.kind === "scalar" && readText(value) === undefined)
  ) {
    const hint = "add `description: …` that says what the skill does and when to use it";
    return [diagnose("format.description-missing", "`description` is missing", { ...at, hint })];
  }
  if (value.kind !== "scalar") return [notAString("format.description-type", entry, md)];
  const found: Diagnostic[] = isTyped(entry) ? [coerced(entry, md)] : [];
  const length = countCharacters(value.text);
  if (length > DESCRIPTION_LIMIT) {
    const message = `\`description\` has ${length} characters; the limit is ${DESCRIPTION_LIMIT}`;
    found.push(diagnose("format.description-length", message, { ...at, hint: "move details into the body" }));
  }
  return found;
};
