import type { Outcome } from "../diagnostics.ts";
import type { Engine } from "../engine.ts";
import type { SkillText } from "../library.ts";
import type { Resource, Skill } from "../skill.ts";
import { listSkillResources } from "./list-skill-resources.ts";

/** Turns a skill into text and bytes for somebody, always from the files as they are now. */
export interface Serving {
  /** The SKILL.md. */
  text(skill: Skill): Promise<SkillText>;
  /** The other files: names and sizes. */
  files(skill: Skill): Promise<Outcome<readonly Resource[]>>;
  /** The digest over the whole directory. */
  digest(skill: Skill): Promise<string>;
}

/** Opens the way to the bytes of skills. */
export function openServing({ profile, ports }: Pick<Engine, "profile" | "ports">): Serving {
  const { limits } = profile.discovery;
  return {
    text: async (skill) => {
      const { readSkillText } = await import("./read-skill-text.ts");
      return readSkillText(skill, limits, ports);
    },
    files: (skill) => listSkillResources(skill, limits, ports.files),
    digest: async (skill) => {
      const { digestSkill } = await import("./digest-skill.ts");
      return digestSkill(skill, limits, ports);
    },
  };
}
