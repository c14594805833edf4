import { nearestWord } from "../basics/words.ts";
import type { Outcome } from "../diagnostics.ts";
import { KnowhowError } from "../errors.ts";
import type { Audience } from "../gate.ts";
import { oneLine } from "../injection/escape-text.ts";
import type { SkillText } from "../library.ts";
import type { SkillLibrary } from "../resolution/skill-library.ts";
import type { Serving } from "../serving/open-serving.ts";
import type { OpenSkill } from "../serving/open-skill.ts";
import type { Resource, Skill } from "../skill.ts";
import { checkOpenOptions, checkSkill, checkSkillName } from "./check-runtime-calls.ts";

/** Options for opening a skill. */
export interface OpenOptions {
  /** Who receives the content. Default `model`, the most restricted audience. */
  readonly audience?: Audience;
}

/** The content of skills, through the gate. */
export interface SkillReading {
  /**
   * Opens a skill to read its text, files and digests. This is the only way to content, and every check runs before it
   * is returned.
   */
  open(skill: string | Skill, options?: OpenOptions): OpenSkill;
  /** The current text of a skill. */
  read(name: string, options?: OpenOptions): Promise<SkillText>;
  /** Names and sizes of a skill's other files. */
  resources(name: string, options?: OpenOptions): Promise<Outcome<readonly Resource[]>>;
  /** SHA-256 digest of a skill's whole directory. */
  digest(name: string): Promise<string>;
}

/** The skills of the current library by name. */
export interface OpenedSkills extends SkillReading {
  /** The usable skill of a name, or else the first entry of that name. Throws `runtime.unknown-skill`. */
  readonly find: (name: string) => Skill;
  /** Throws `runtime.unknown-skill`, with the closest name. */
  readonly unknown: (name: string) => never;
}

/** Opens skills of the current library, found by their names. */
export function openSkills(library: { current(): SkillLibrary }, serving: Serving): OpenedSkills {
  const unknown = (name: string): never => unknownSkill(name, library.current());
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
    open: (skill, options = {}) => {
      checkSkill("open", skill);
      checkOpenOptions("open", options);
      return serving.open(typeof skill === "string" ? find(skill) : skill, options.audience ?? "model");
    },
    read: async (name, options) => named("read", name, options).text(),
    resources: async (name, options) => named("resources", name, options).files(),
    digest: async (name) => named("digest", name).digest(),
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
