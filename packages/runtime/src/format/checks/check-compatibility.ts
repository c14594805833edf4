import { diagnose } from "../../diagnostics.ts";
import { countCharacters } from "../estimate-tokens.ts";
import { readText } from "../normalise.ts";
import { entryOf } from "../yaml/nodes.ts";
import { type Check, coerced, isTyped, notAString, placeOf } from "./check.ts";

/** agentskills.io: compatibility 1–500 characters. */
export const COMPATIBILITY_LIMIT = 500;

/** agentskills.io: `compatibility` is a string of 1–500 characters if it is given. */
export const checkCompatibility: Check = (md) => {
  const entry = entryOf(md.map, "compatibility");
  if (entry === undefined) return [];
  if (entry.value.kind !== "scalar") return [notAString("format.compatibility-type", entry, md)];
  const at = placeOf(md, entry);
  if (readText(entry.value) === undefined) {
    const hint = "remove the line, or say what the skill needs";
    return [diagnose("format.compatibility-empty", "`compatibility` is empty", { ...at, hint })];
  }
  if (isTyped(entry)) return [coerced(entry, md)];
  const length = countCharacters(entry.value.text);
  if (length <= COMPATIBILITY_LIMIT) return [];
  const message = `\`compatibility\` has ${length} characters; the limit is ${COMPATIBILITY_LIMIT}`;
  return [diagnose("format.compatibility-length", message, { ...at, hint: "shorten it" })];
};
