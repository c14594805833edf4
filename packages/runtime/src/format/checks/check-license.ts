import { entryOf, isNull } from "../yaml/nodes.ts";
import { type Check, coerced, isTyped, notAString } from "./check.ts";

/** agentskills.io: `license` is a short string. */
export const checkLicense: Check = (md) => {
  const entry = entryOf(md.map, "license");
  if (entry === undefined || isNull(entry.value)) return [];
  if (entry.value.kind !== "scalar") return [notAString("format.license-type", entry, md)];
  return isTyped(entry) ? [coerced(entry, md)] : [];
};
