import { nearestWord } from "../../basics/words.ts";
import type { Skill } from "../../skill.ts";
import { NOT_CONFIGURED } from "../../skill-tool.ts";
import type { LibraryView } from "../audience.ts";
import { commandFor } from "../commands.ts";
import type { SessionEngine } from "../session-engine.ts";
import { unknownSkill } from "./define-tool.ts";

/** Why the model cannot load the skill of this name. */
export function refuseLoad(
  name: string,
  { isConfigured, commands, profile }: SessionEngine,
  { library, audience }: LibraryView,
): string {
  if (!isConfigured) return NOT_CONFIGURED;
  const entry = library.entry(name);
  if (entry?.state === "user-only") return userOnly(entry.skill, commandFor(name, commands));
  const names = () => audience.loadable().map((skill) => skill.name);
  const suggests = profile.activation.unknownName === "suggest";
  const near = suggests ? nearestWord(name, names()) : undefined;
  return `${unknownSkill(name)}${near === undefined ? "" : `; did you mean '${near}'?`}`;
}

/** Why the model cannot load a skill that is kept from it. */
function userOnly({ name, fields }: Skill, command: string | undefined): string {
  if (fields.userInvocable !== false)
    return `the skill '${name}' can only be invoked by the user${command === undefined ? "" : `, with ${command}`}`;
  return fields.disableModelInvocation === true
    ? `the skill '${name}' is background knowledge: it is provided as context and cannot be loaded`
    : `the skill '${name}' cannot be loaded: its settings let neither the model nor the user invoke it`;
}
