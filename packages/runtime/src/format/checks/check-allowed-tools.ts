import { diagnose } from "../../diagnostics.ts";
import { kindOf } from "../normalise.ts";
import { entryOf, isNull } from "../yaml/nodes.ts";
import { type Check, coerced, isTyped, placeOf } from "./check.ts";

/** agentskills.io: `allowed-tools` is one string, separated by spaces; commas inside parentheses belong to a rule. */
export const checkAllowedTools: Check = (md) => {
  const entry = entryOf(md.map, "allowed-tools");
  if (entry === undefined || isNull(entry.value)) return [];
  const { value } = entry;
  const at = { ...placeOf(md, entry), hint: "write `allowed-tools: Read Bash(git:*)`" };
  if (value.kind !== "scalar") {
    const message = `\`allowed-tools\` is ${kindOf(value)}; the standard requires one string separated by spaces`;
    return [diagnose("format.allowed-tools-type", message, at)];
  }
  if (isTyped(entry)) return [coerced(entry, md)];
  if (!value.text.replace(/\([^()]*\)/g, "").includes(",")) return [];
  const message = "`allowed-tools` is separated by commas; the standard requires spaces";
  return [diagnose("format.allowed-tools-commas", message, at)];
};
