import { trustHint } from "../../basics/trust-hint.ts";
import type { SkillMatch } from "../../conversation.ts";
import { oneLine } from "../../injection/escape-text.ts";
import type { LibraryEntry } from "../../library.ts";
import { appliesTo } from "../../matching/applies.ts";
import {
  type MentionNames,
  mentionNames,
  mentionsIn,
  type UnknownMention,
} from "../../matching/names/mentions.ts";
import type { CommandPolicy } from "../../profile.ts";
import type { Skill } from "../../skill.ts";

/** The context for finding explicit evidence. */
export interface ExplicitContext {
  /** Skills that are available to the user or the model; the same array for many messages. */
  readonly skills: readonly Skill[];
  /** Finds a skill by its exact name. */
  readonly find: (name: string) => Skill | undefined;
  /** Finds a skill by its exact name that cannot be used, for example because it is pending. Default none. */
  readonly withheld?: (name: string) => LibraryEntry | undefined;
  /** How the message can name a skill. */
  readonly commands: CommandPolicy;
  /** True if `alwaysApply` and `globs` load a skill. */
  readonly automatic: boolean;
  /** The directory that globs are relative to. */
  readonly root: string;
}

/** Skills that a message and its files refer to explicitly, regardless of its other words. */
export interface ExplicitMatches {
  /** One per skill: first the skills that the user named, then those that apply automatically. */
  readonly matches: readonly SkillMatch[];
  /** True if the user named a skill, even one that cannot be invoked by name. */
  readonly isNamed: boolean;
  /** Names that the user invoked as `/skill:name` and that no skill has. */
  readonly unknown: readonly UnknownMention[];
  /** Why skills that the user named are not loaded. */
  readonly notes: readonly string[];
}

/** Finds explicit evidence: names written by the user, `alwaysApply`, and globs on the files. */
export function explicitMatches(
  message: string,
  files: readonly string[],
  context: ExplicitContext,
): ExplicitMatches {
  const { named, unknown } = namedSkills(message, context);
  const refusals = named.map(({ name }) => invocationRefusal(context.find(name)));
  const started = named.filter((_, at) => refusals[at] === undefined);
  const names = new Set(started.map(({ name }) => name));
  const withheld = named.length === 0 ? withheldNote(message, context) : undefined;
  const applied = context.automatic ? applyingSkills(selfApplying(context.skills), files, context.root) : [];
  return {
    matches: [...started, ...applied.filter(({ name }) => !names.has(name))],
    isNamed: named.length > 0,
    unknown,
    notes: [
      ...refusals.filter((refusal) => refusal !== undefined),
      ...(withheld === undefined ? unknown.map(unknownNote) : [withheld]),
    ],
  };
}

/** The reason why the user cannot invoke a skill by name; undefined if they can. */
export function invocationRefusal(skill: Skill | undefined): string | undefined {
  return skill?.fields.userInvocable === false
    ? `the skill "${skill.name}" cannot be invoked by name`
    : undefined;
}

/** Why the skill whose command a message starts with cannot be used. */
function withheldNote(message: string, { withheld, commands }: ExplicitContext): string | undefined {
  if (commands.spellings.length === 0) return undefined;
  const [, name = ""] = /^\s*\/(?:skill:)?([^\s/]{1,80})(?:\s|$)/.exec(message) ?? [];
  const entry = name === "" ? undefined : withheld?.(name);
  if (entry === undefined) return undefined;
  return `/${oneLine(name)}: the skill is ${entry.state}${whyWithheld(name, entry)}`;
}

function whyWithheld(name: string, { state, trust, eligibility }: LibraryEntry): string {
  if (state === "pending" || state === "refused") return `; ${trustHint(name, trust)}`;
  if (state !== "ineligible") return "";
  return `: ${eligibility.missing.map((missing) => `it needs ${oneLine(missing.name)} (${oneLine(missing.hint)})`).join("; ")}`;
}

function unknownNote({ name, suggestion }: UnknownMention): string {
  const meant = suggestion === undefined ? "" : `; did you mean "${suggestion}"?`;
  return `/skill:${oneLine(name).slice(0, 80)}: no skill of this name is available${meant}`;
}

/** The skills that the user named, in the spellings of the policy. */
function namedSkills(
  message: string,
  { skills, commands }: ExplicitContext,
): { readonly named: readonly SkillMatch[]; readonly unknown: readonly UnknownMention[] } {
  if (commands.spellings.length === 0 || !mayName(message)) return { named: [], unknown: [] };
  const { mentions, unknown } = mentionsIn(message, namesOf(skills), commands);
  const named = mentions.map(({ name, style, index, args }) => ({
    name,
    decision: "load" as const,
    score: 1,
    reasons: [
      style === "slash"
        ? `the message starts with ${commandAt(message, index)}${name}`
        : `the message names $${name}`,
    ],
    loadReason: "on_demand" as const,
    ...(style === "slash" ? { args } : {}),
  }));
  return { named, unknown };
}

/** A command as far as its name. */
function commandAt(message: string, index: number): string {
  return /^\/(?:skill:)?/i.exec(message.slice(index, index + 7))?.[0] ?? "/";
}

/** A quick check that is false for the many messages that name no skill. */
function mayName(message: string): boolean {
  return /^\s*\\?\/|\$/.test(message);
}

/** Cached by the list of skills, which is the same for many messages. */
const knownNames = new WeakMap<readonly Skill[], MentionNames>();
const knownApplying = new WeakMap<readonly Skill[], readonly Skill[]>();

function namesOf(skills: readonly Skill[]): MentionNames {
  const known = knownNames.get(skills);
  if (known !== undefined) return known;
  const names = skills.map((skill) => skill.name);
  const all = new Set(names);
  const made = mentionNames(
    (name) => all.has(name),
    () => names,
  );
  knownNames.set(skills, made);
  return made;
}

/** Skills that can apply automatically. */
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

/** A skill that neither the model nor the user invokes: background knowledge. */
function isBackground(fields: Skill["fields"]): boolean {
  return fields.disableModelInvocation === true && fields.userInvocable === false;
}
