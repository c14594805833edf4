import { diagnose } from "../../diagnostics.ts";
import { kindOf } from "../normalise.ts";
import { entryOf, isNull } from "../yaml/nodes.ts";
import { type Check, placeOf } from "./check.ts";

/** agentskills.io: `allowed-tools` is one string, separated by spaces; commas inside parentheses belong to a rule. */
export const checkAllowedTools: Check = (md) => {
  const entry = entryOf(md.map, "allowed-tools");
  if (entry === undefined || isNull(entry.value)) return [];
  const { value } = entry;
  if (value.kind === "scalar" && !value.text.replace(/\([^()]*\)/g, "").includes(",")) return [];
  const what = value.kind === "scalar" ? "separated by commas" : kindOf(value);
  const message = `\`allowed-tools\` is ${what}; the standard requires one string separated by spaces`;
  const hint = "write `allowed-tools: Read Bash(git:*)`";
  return [diagnose("format.allowed-tools-type", message, { ...placeOf(md, entry), hint })];
};
