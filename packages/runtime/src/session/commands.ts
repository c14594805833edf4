import type { Engine } from "../engine.ts";
import { type CommandPolicy, type CommandSpelling, NO_COMMANDS } from "../profile.ts";
import type { Skill } from "../skill.ts";

/** A command that a host may register for a skill. */
export interface SkillCommand {
  /** What the user writes: `/pdf`, `/skill:pdf` or `$pdf`. */
  readonly command: string;
  /** Name of the skill. */
  readonly skill: string;
  readonly description: string;
  /** The arguments in words, as the skill's author describes them. */
  readonly argumentHint?: string;
}

/** How the user can currently invoke skills: as the profile says, or not at all if commands are turned off. */
export function commandPolicy({ profile, options }: Pick<Engine, "profile" | "options">): CommandPolicy {
  return options.commands === false ? NO_COMMANDS : profile.commands;
}

/** One command for each skill that the user may invoke. */
export function listCommands(skills: readonly Skill[], policy: CommandPolicy): readonly SkillCommand[] {
  return skills.flatMap(({ name, description, fields }): SkillCommand[] => {
    const command = fields.userInvocable === false ? undefined : commandFor(name, policy);
    if (command === undefined) return [];
    const { argumentHint } = fields;
    return [{ command, skill: name, description, ...(argumentHint === undefined ? {} : { argumentHint }) }];
  });
}

/** What the user writes to invoke a skill; undefined if a message cannot. */
export function commandFor(name: string, { spellings: [first] }: CommandPolicy): string | undefined {
  return first === undefined ? undefined : WRITTEN[first](name);
}

const WRITTEN: Readonly<Record<CommandSpelling, (name: string) => string>> = {
  "/name": (name) => `/${name}`,
  "/skill:name": (name) => `/skill:${name}`,
  $name: (name) => `$${name}`,
};
