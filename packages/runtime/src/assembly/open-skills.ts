import { nearestWord } from "../basics/words.ts";
import { KnowhowError } from "../errors.ts";
import type { Audience } from "../gate.ts";
import { oneLine } from "../injection/escape-text.ts";
import type { SkillLibrary } from "../resolution/skill-library.ts";
import type { Serving } from "../serving/open-serving.ts";
import type { OpenSkill } from "../serving/open-skill.ts";
import type { Skill } from "../skill.ts";
import { checkOpenOptions, checkSkill, checkSkillName } from "./check-runtime-calls.ts";

/** Options for opening a skill. */
export interface OpenOptions {
  /** Who receives the content. Default `model`, the most restricted audience. */
  readonly audience?: Audience;
}

/** The skills of the current library by name, and their content through the gate. */
export function openSkills(library: { current(): SkillLibrary }, serving: Serving) {
  const unknown = (name: string): never => unknownSkill(name, library.current());
  /** The usable skill of a name, or else the first entry of that name. */
  const find = (name: string): Skill =>
    library.current().get(name) ?? library.current().entry(name)?.skill ?? unknown(name);
  const named = (entry: string, name: string, options: OpenOptions = {}): OpenSkill => {
    checkSkillName(entry, name);
    checkOpenOptions(entry, options);
    return serving.open(find(name), options.audience ?? "model");
  };
  return {
    find,
    unknown,
    open: (skill: string | Skill, options: OpenOptions = {}): OpenSkill => {
      checkSkill("open", skill);
      checkOpenOptions("open", options);
      return serving.open(typeof skill === "string" ? find(skill) : skill, options.audience ?? "model");
    },
    read: async (name: string, options?: OpenOptions) => named("read", name, options).text(),
    resources: async (name: string, options?: OpenOptions) => named("resources", name, options).files(),
    digest: async (name: string) => named("digest", name).digest(),
  };
}

function unknownSkill(name: string, library: SkillLibrary): never {
  const near = nearestWord(
    name,
    library.entries().map((entry) => entry.skill.name),
  );
  throw new KnowhowError("runtime.unknown-skill", `no skill named "${oneLine(name).slice(0, 80)}"`, {
    hint: near === undefined ? "`knowhow list` shows every skill" : `did you mean "${near}"?`,
  });
}
