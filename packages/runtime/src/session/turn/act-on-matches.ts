import type { Injection, SkillMatch } from "../../conversation.ts";
import { isKnowhowError } from "../../errors.ts";
import { estimateTokens } from "../../format/estimate-tokens.ts";
import { cutText } from "../../injection/catalog/cut-text.ts";
import { escapeLine, escapeName, oneLine, onePath } from "../../injection/escape-text.ts";
import type { Skill } from "../../skill.ts";
import type { Activations } from "../activations/activations.ts";
import { type InjectionOutcome, injectSkill } from "../activations/inject-skill.ts";
import type { SkillAudience } from "../audience.ts";
import type { SessionEngine } from "../session-engine.ts";

/** What a turn adds to the conversation, and notes for the user. */
export interface Actions {
  readonly inject: readonly Injection[];
  readonly notes: readonly string[];
}

interface ActionContext {
  readonly engine: SessionEngine;
  readonly audience: SkillAudience;
  readonly activations: Activations;
  /** Text to inject instead of the body; undefined for the body. */
  readonly enrich: (match: SkillMatch, skill: Skill, body: string) => Promise<string | undefined>;
  /** Maximum number of tokens that this turn may inject; skills that the user named are always injected. */
  readonly budget: number;
  readonly turn: number;
}

/**
 * Loads or suggests the matches, in three tiers within one budget: in full, by name and path, and as a count. A skill
 * that cannot be read does not affect the others.
 */
export async function actOnMatches(matches: readonly SkillMatch[], context: ActionContext): Promise<Actions> {
  const { audience, activations, budget } = context;
  const inject: Injection[] = [];
  const notes: string[] = [];
  const byName: Skill[] = [];
  const reasons = new Map<Skill, string>();
  let left = budget;
  const add = (injection: Injection | undefined): void => {
    if (injection === undefined) return;
    inject.push(injection);
    left -= injection.tokens;
  };
  const isNamed = ({ loadReason }: SkillMatch) => loadReason === "on_demand";
  const loads = matches.filter(({ decision }) => decision === "load");
  for (const match of [...loads.filter(isNamed), ...loads.filter((one) => !isNamed(one))]) {
    const skill = audience.find(match.name);
    if (skill === undefined) continue;
    const { injection, note, leftOut } = await load(skill, match, { ...context, left });
    add(injection);
    if (note !== undefined) notes.push(note);
    if (leftOut === undefined) continue;
    byName.push(skill);
    const why = `its ${leftOut} tokens exceed what is left of the ${budget} tokens per turn (${Math.max(0, left)})`;
    reasons.set(skill, why);
  }
  const suggested = matches.flatMap(({ decision, name }) => {
    const skill = decision === "suggest" && !activations.has(name) ? audience.forModel(name) : undefined;
    return skill === undefined ? [] : [skill];
  });
  const count = context.engine.ports.tokenizer ?? estimateTokens;
  const described = describe(suggested, count);
  const fits = described !== undefined && described.tokens <= left;
  if (fits) add(described);
  const unfit = fits ? byName : [...byName, ...suggested];
  const { injection, shown } = nameThem(unfit, left, count);
  add(injection);
  for (const [place, skill] of unfit.entries()) {
    const why = reasons.get(skill);
    const given = place < shown ? "was given by name only" : "was left out";
    if (why !== undefined) notes.push(`the skill "${skill.name}" ${given}: ${why}`);
    else if (place >= shown)
      notes.push(
        `the suggestion of the skill "${skill.name}" was left out: it exceeds the ${budget} tokens per turn`,
      );
  }
  return { inject, notes };
}

async function load(
  skill: Skill,
  match: SkillMatch,
  { engine, activations, enrich, turn, left }: ActionContext & { readonly left: number },
): Promise<InjectionOutcome> {
  try {
    return await injectSkill(skill, match, {
      engine,
      activations,
      turn,
      enrich: (body) => enrich(match, skill, body),
      fits: (tokens) => tokens <= left,
    });
  } catch (error) {
    if (isKnowhowError(error)) return { note: error.message };
    throw error;
  }
}

/** agentskills.io: description ≤ 1024 characters. Longer ones are cut, because the user did not request them. */
const LONGEST_DESCRIPTION = 1_024;

type Count = (text: string) => number;

/** The full descriptions of the matches, which the catalog may have shortened. */
function describe(skills: readonly Skill[], count: Count): Injection | undefined {
  if (skills.length === 0) return undefined;
  const lines = skills.map(({ name, description }) => {
    const short = cutText(oneLine(description), LONGEST_DESCRIPTION);
    return `- ${escapeName(name)}: ${escapeLine(short)}`;
  });
  return suggestion(lines, count, "these skills match the message");
}

/** Names and paths of matches that did not fit otherwise: as many as fit, then the number of further ones. */
function nameThem(
  skills: readonly Skill[],
  room: number,
  count: Count,
): { readonly injection?: Injection; readonly shown: number } {
  const lines = skills.map(({ name, path }) => `- ${escapeName(name)} (${escapeLine(onePath(path))})`);
  const reason = "these skills match the message and do not fit into this turn";
  const withFirst = (shown: number): Injection => {
    const more = lines.length - shown;
    return suggestion([...lines.slice(0, shown), ...(more === 0 ? [] : [`(${more} more)`])], count, reason);
  };
  let [fitting, tooMany] = [0, lines.length + 1];
  while (fitting + 1 < tooMany) {
    const middle = (fitting + tooMany) >> 1;
    if (withFirst(middle).tokens <= room) fitting = middle;
    else tooMany = middle;
  }
  const injection = withFirst(fitting);
  return lines.length === 0 || injection.tokens > room ? { shown: 0 } : { injection, shown: fitting };
}

function suggestion(lines: readonly string[], count: Count, reason: string): Injection {
  const text = ["Skills that may help with this message:", ...lines].join("\n");
  return { kind: "suggestion", text, tokens: count(text), reason };
}
