import type { MatchAnswer } from "../../conversation.ts";
import type { Skill } from "../../skill.ts";
import { namedSkills, skillsForFiles } from "./explicit-matcher.ts";

/** What a single message comes with. */
interface MatchContext {
  readonly message: string;
  readonly files: readonly string[];
  readonly skills: readonly Skill[];
  readonly commands: boolean;
  /** What globs are relative to. */
  readonly root: string;
}

/** Adds to what a message's words call for what a conversation would load by name and by files in play. */
export function addExplicit(answer: MatchAnswer, context: MatchContext): MatchAnswer {
  const { message, files, skills, commands, root } = context;
  const named = namedSkills(message, startableOf(skills), commands);
  const applied = files.length === 0 ? [] : skillsForFiles(skills, files, root);
  // A name that a person wrote is never second-guessed.
  const found = named.length === 0 ? answer.matches : [];
  const names = new Set<string>();
  const matches = [...named, ...applied, ...found].filter(({ name }) => {
    const isFirst = !names.has(name);
    names.add(name);
    return isFirst;
  });
  return { ...answer, matches };
}

/** By the list of skills, which stays the same for many messages. */
const startable = new WeakMap<readonly Skill[], readonly Skill[]>();

function startableOf(skills: readonly Skill[]): readonly Skill[] {
  const known = startable.get(skills);
  if (known !== undefined) return known;
  const found = skills.filter(({ fields }) => fields.userInvocable !== false);
  startable.set(skills, found);
  return found;
}
