import { nearestWord } from "../../basics/words.ts";
import { type Diagnostic, diagnose } from "../../diagnostics.ts";
import type { SkillFields } from "../../skill.ts";
import { INPUT_MODIFIERS } from "../../workflow.ts";
import { kindOf, readList } from "../normalise.ts";
import type { ParsedSkillMd } from "../parse-skill-md.ts";
import { nestedRequirements } from "../requirements.ts";
import { isNull, type YamlEntry, type YamlMap, type YamlNode, type YamlScalar } from "../yaml/nodes.ts";
import { clip, placeOf } from "./check.ts";

/** Reports the words after the bar of an input that have no meaning. */
export function checkInputs({ key, value }: YamlEntry, md: ParsedSkillMd): readonly Diagnostic[] {
  if (value.kind !== "list") return [];
  return value.items.flatMap((item) =>
    item.kind === "scalar" ? unknownFlags(item).map((flag) => unknownFlag(key, item, flag, md)) : [],
  );
}

function unknownFlags({ text }: YamlScalar): readonly string[] {
  const [, ...flags] = text.split("|").map((part) => part.trim());
  return flags.filter((flag) => flag !== "" && !INPUT_MODIFIERS.includes(flag.toLowerCase()));
}

function unknownFlag(key: string, item: YamlScalar, flag: string, md: ParsedSkillMd): Diagnostic {
  const near = nearestWord(flag.toLowerCase(), INPUT_MODIFIERS);
  const message = `\`${key}\` has the unknown flag "${clip(flag)}" in "${clip(item.text)}"; it is ignored`;
  const hint = near === undefined ? `use one of ${INPUT_MODIFIERS.join(", ")}` : `did you mean \`${near}\`?`;
  return diagnose("format.field-value", message, { ...md.place(item.at), hint });
}

/** Reports requirements that are not read: `prerequisites` that is not a mapping, or an unknown key in it. */
export function checkRequirements(
  place: YamlMap,
  { isTop, md }: { readonly isTop: boolean; readonly md: ParsedSkillMd },
): readonly Diagnostic[] {
  return place.entries.flatMap((entry) => {
    const known = nestedRequirements(entry.key);
    const { value } = entry;
    if (known.length === 0 || isNull(value)) return [];
    if (value.kind === "map")
      return value.entries.flatMap((item) =>
        known.includes(item.key) ? [] : [unknownRequirement(entry.key, item, known, md)],
      );
    // In `metadata`, any key may have a string value.
    return value.kind === "scalar" && !isTop ? [] : [notAMapping(entry, md)];
  });
}

function notAMapping(entry: YamlEntry, md: ParsedSkillMd): Diagnostic {
  const message = `\`${entry.key}\` should be a mapping of requirements but is ${kindOf(entry.value)}; it is ignored`;
  const hint = `did you mean \`${entry.key}: {bins: [${namesOf(entry.value)}]}\`?`;
  return diagnose("format.field-type", message, { ...placeOf(md, entry), hint });
}

function namesOf(value: YamlNode): string {
  return clip((readList(value) ?? ["…"]).join(", "));
}

function unknownRequirement(
  key: string,
  item: YamlEntry,
  known: readonly string[],
  md: ParsedSkillMd,
): Diagnostic {
  const near = nearestWord(item.key, known);
  const message = `\`${key}\` has the unknown key "${clip(item.key)}"; it is ignored`;
  const hint = near === undefined ? `use one of ${known.join(", ")}` : `did you mean \`${near}\`?`;
  return diagnose("format.field-value", message, { ...md.place(item.keyAt), hint });
}

/** Reports a skill that nobody can start: kept from the model as not ready, and from the user. */
export function checkReach(fields: SkillFields, md: ParsedSkillMd): readonly Diagnostic[] {
  const { agentReady, userInvocable, disableModelInvocation } = fields;
  if (agentReady !== false || userInvocable !== false || disableModelInvocation === true) return [];
  const message =
    "nobody can start this skill: `agent_ready` keeps it from the model and `user-invocable` from the user";
  const hint =
    "set one of them to true, or add `disable-model-invocation: true` to provide it as background knowledge";
  return [diagnose("format.unreachable", message, { ...md.place(0), hint })];
}
