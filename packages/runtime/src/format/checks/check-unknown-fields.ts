import { nearestWord } from "../../basics/words.ts";
import { diagnose } from "../../diagnostics.ts";
import { STANDARD_FIELDS } from "../field-table.ts";
import { isExtensionKey } from "../fields.ts";
import { entryOf } from "../yaml/nodes.ts";
import { type Check, clip } from "./check.ts";

/** agentskills.io defines six fields; others are kept and reported, apart by whether they are known extensions. */
export const checkUnknownFields: Check = (md) => {
  const unknown = md.map.entries.filter((entry) => !STANDARD_FIELDS.has(entry.key));
  if (unknown.length === 0) return [];
  const absent = [...STANDARD_FIELDS].filter((field) => entryOf(md.map, field) === undefined);
  return unknown.map((entry) => {
    const isKnown = isExtensionKey(entry.key);
    const meant = isKnown ? undefined : nearestWord(entry.key, absent);
    const hint = meant === undefined ? "move it under `metadata`" : `did you mean \`${meant}\`?`;
    const message = `\`${clip(entry.key)}\` is not a field of the standard`;
    const code = isKnown ? "format.extension-field" : "format.unknown-field";
    return diagnose(code, message, { ...md.place(entry.keyAt), hint });
  });
};
