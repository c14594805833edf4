import type { SkillMatch, SkillMatcher } from "../../conversation.ts";
import { appliesTo } from "../../matching/applies.ts";
import { type KnownNames, mentionsIn } from "../../matching/names/mentions.ts";
import { nameLookup } from "../../matching/names/name-lookup.ts";
import type { Skill } from "../../skill.ts";

/** What explicit evidence depends on beside the message. */
interface MatcherContext {
  /** True when skills may be started as commands. */
  readonly commands: boolean;
  /** What globs are relative to. */
  readonly root: string;
}

/** Matches explicit evidence only: a name that a person wrote, `alwaysApply`, globs on the files in play. */
export function explicitMatcher(
  list: () => readonly Skill[],
  { commands, root }: MatcherContext,
): SkillMatcher {
  let known: readonly Skill[] | undefined;
  let selfApplying: readonly Skill[] = [];
  const applying = (skills: readonly Skill[]) => {
    if (skills !== known) {
      known = skills;
      selfApplying = skills.filter(
        ({ fields }) => fields.alwaysApply === true || fields.globs !== undefined || isBackground(fields),
      );
    }
    return selfApplying;
  };
  return {
    list,
    match: (request) => {
      const { message, skills } = request;
      return [
        ...namedSkills(message, skills, commands),
        ...applied(applying(request.skills), request.files, root),
      ];
    },
  };
}

/** False for the many messages that name nothing, at the price of a glance. */
function mayName(message: string): boolean {
  return /^\s*\\?\/|\$/.test(message);
}

/** By the list of skills, which stays the same for many messages. */
const prepared = new WeakMap<readonly Skill[], Omit<KnownNames, "commands">>();

function namesOf(skills: readonly Skill[]): Omit<KnownNames, "commands"> {
  const known = prepared.get(skills);
  if (known !== undefined) return known;
  const names = skills.map((skill) => skill.name);
  const all = new Set(names);
  const made = {
    lookup: nameLookup(
      (name) => all.has(name),
      () => names,
    ),
    names: () => names,
  };
  prepared.set(skills, made);
  return made;
}

/** The skills that a person named in a message: `/name`, `/skill:name`, `$name`. */
export function namedSkills(
  message: string,
  skills: readonly Skill[],
  commands: boolean,
): readonly SkillMatch[] {
  if (!mayName(message)) return [];
  const { mentions } = mentionsIn(message, { ...namesOf(skills), commands });
  return mentions.map(({ name, style, args }) => ({
    name,
    decision: "load" as const,
    score: 1,
    reasons: [style === "slash" ? `the message starts with /${name}` : `the message names $${name}`],
    loadReason: "on_demand" as const,
    ...(style === "slash" ? { args } : {}),
  }));
}

/** The skills that files in play call for by their globs. */
export function skillsForFiles(
  skills: readonly Skill[],
  files: readonly string[],
  root: string,
): readonly SkillMatch[] {
  return applied(
    skills.filter(({ fields }) => fields.globs !== undefined && fields.alwaysApply !== true),
    files,
    root,
  );
}

function applied(skills: readonly Skill[], files: readonly string[], root: string): readonly SkillMatch[] {
  return skills.flatMap(({ name, fields }) => {
    const background = isBackground(fields) && fields.globs === undefined;
    const { applies, reason } = background
      ? { applies: true, reason: "it is background knowledge" }
      : appliesTo(fields, files, root);
    if (!applies) return [];
    const loadReason =
      fields.alwaysApply === true || background ? ("always" as const) : ("auto_suggested" as const);
    return [{ name, decision: "load" as const, score: 1, reasons: [reason], loadReason }];
  });
}

/** Neither the model nor a person starts it: it is context. */
export function isBackground(fields: Skill["fields"]): boolean {
  return fields.disableModelInvocation === true && fields.userInvocable === false;
}
