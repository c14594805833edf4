import type { SkillMatch } from "../../conversation.ts";
import { appliesTo } from "../../matching/applies.ts";
import { type MentionNames, mentionsIn } from "../../matching/names/mentions.ts";
import { nameLookup } from "../../matching/names/name-lookup.ts";
import type { Skill } from "../../skill.ts";

/** Where explicit evidence is looked for. */
export interface ExplicitContext {
  /** Skills that take part, for the user or the model; the same array for many messages. */
  readonly skills: readonly Skill[];
  /** One of them by its exact name. */
  readonly find: (name: string) => Skill | undefined;
  /** True when a leading `/name` invokes a skill. */
  readonly commands: boolean;
  /** What globs are relative to. */
  readonly root: string;
}

/** What a message and the files in play call for without weighing a word. */
export interface ExplicitMatches {
  /** One per skill: those that the user named, then those that apply by themselves. */
  readonly matches: readonly SkillMatch[];
  /** True when the user named a skill, also one that cannot be invoked by name. */
  readonly isNamed: boolean;
  /** Why skills that the user named are not loaded. */
  readonly notes: readonly string[];
}

/** Finds explicit evidence: names that the user wrote, `alwaysApply`, and globs on the files in play. */
export function explicitMatches(
  message: string,
  files: readonly string[],
  context: ExplicitContext,
): ExplicitMatches {
  const named = namedSkills(message, context);
  const refusals = named.map(({ name }) => invocationRefusal(context.find(name)));
  const started = named.filter((_, at) => refusals[at] === undefined);
  const names = new Set(started.map(({ name }) => name));
  const applied = applyingSkills(selfApplying(context.skills), files, context.root);
  return {
    matches: [...started, ...applied.filter(({ name }) => !names.has(name))],
    isNamed: named.length > 0,
    notes: refusals.filter((refusal) => refusal !== undefined),
  };
}

/** Why the user cannot invoke a skill by its name; undefined when they can. */
export function invocationRefusal(skill: Skill | undefined): string | undefined {
  return skill?.fields.userInvocable === false
    ? `the skill "${skill.name}" cannot be invoked by name`
    : undefined;
}

/** The skills that the user named: `/name`, `/skill:name`, `$name`. */
function namedSkills(message: string, { skills, commands }: ExplicitContext): readonly SkillMatch[] {
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

/** False for the many messages that name nothing, at the price of a glance. */
function mayName(message: string): boolean {
  return /^\s*\\?\/|\$/.test(message);
}

/** By the list of skills, which stays the same for many messages. */
const knownNames = new WeakMap<readonly Skill[], Omit<MentionNames, "commands">>();
const knownApplying = new WeakMap<readonly Skill[], readonly Skill[]>();

function namesOf(skills: readonly Skill[]): Omit<MentionNames, "commands"> {
  const known = knownNames.get(skills);
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
  knownNames.set(skills, made);
  return made;
}

/** Skills that can apply by themselves. */
function selfApplying(skills: readonly Skill[]): readonly Skill[] {
  const known = knownApplying.get(skills);
  if (known !== undefined) return known;
  const found = skills.filter(
    ({ fields }) => fields.alwaysApply === true || fields.globs !== undefined || isBackground(fields),
  );
  knownApplying.set(skills, found);
  return found;
}

function applyingSkills(
  skills: readonly Skill[],
  files: readonly string[],
  root: string,
): readonly SkillMatch[] {
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

/** Neither the model nor the user starts it: it is context. */
function isBackground(fields: Skill["fields"]): boolean {
  return fields.disableModelInvocation === true && fields.userInvocable === false;
}
