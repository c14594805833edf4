import type { Injection, SkillMatch } from "../../conversation.ts";
import { isKnowhowError } from "../../errors.ts";
import { estimateTokens } from "../../format/estimate-tokens.ts";
import { cuttable, shorten } from "../../injection/catalog/shorten.ts";
import { escapeLine, escapeName, oneLine } from "../../injection/escape-text.ts";
import type { Skill } from "../../skill.ts";
import type { Activations } from "../activations/activations.ts";
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
  readonly enrich: (match: SkillMatch, skill: Skill) => Promise<string | undefined>;
  readonly turn: number;
}

/** Loads or suggests the matches. A skill that cannot be read does not affect the others. */
export async function actOnMatches(matches: readonly SkillMatch[], context: ActionContext): Promise<Actions> {
  const inject: Injection[] = [];
  const notes: string[] = [];
  for (const match of matches) {
    if (match.decision !== "load") continue;
    const { injection, note } = await load(match, context);
    if (injection !== undefined) inject.push(injection);
    if (note !== undefined) notes.push(note);
  }
  const suggestion = suggest(matches, context);
  return { inject: suggestion === undefined ? inject : [...inject, suggestion], notes };
}

async function load(
  match: SkillMatch,
  { audience, activations, enrich, turn }: ActionContext,
): Promise<{ injection?: Injection; note?: string }> {
  const skill = audience.find(match.name);
  if (skill === undefined) return {};
  try {
    return await activations.inject(skill, match, turn, await enrich(match, skill));
  } catch (error) {
    if (isKnowhowError(error)) return { note: error.message };
    throw error;
  }
}

/** agentskills.io: description ≤ 1024 characters. Longer ones are cut, because the user did not request them. */
const LONGEST_DESCRIPTION = 1_024;

/** The full descriptions of the matches, which the catalogue may have shortened. */
function suggest(
  matches: readonly SkillMatch[],
  { engine, audience, activations }: ActionContext,
): Injection | undefined {
  const lines = matches.flatMap(({ decision, name }) => {
    const skill = decision === "suggest" && !activations.has(name) ? audience.forModel(name) : undefined;
    if (skill === undefined) return [];
    const description = shorten(cuttable(oneLine(skill.description)), LONGEST_DESCRIPTION);
    return [`- ${escapeName(skill.name)}: ${escapeLine(description)}`];
  });
  if (lines.length === 0) return undefined;
  const text = ["Skills that may help with this message:", ...lines].join("\n");
  const tokens = (engine.ports.tokenizer ?? estimateTokens)(text);
  return { kind: "suggestion", text, tokens, reason: "these skills match the message" };
}
