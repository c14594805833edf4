import { askMatcher } from "../../evaluation/ask-matcher.ts";
import { embedAll } from "../../evaluation/embed-all.ts";
import type { OpenMatch } from "../../evaluation/held-out-phrases.ts";
import { phrasesOf, spokenPhrase } from "../../evaluation/phrases.ts";
import { rarities, type SkillWords, skillWords, wordSimilarity } from "../../evaluation/skill-words.ts";
import { sentencesOf } from "../../matching/lexical/split-negative.ts";
import type { Embedder } from "../../ports.ts";
import type { NearSkill, StolenMessage } from "../../proposal.ts";
import type { Skill } from "../../skill.ts";

/** What a comparison needs from the matcher. */
export interface Comparing {
  readonly embedder: Embedder | undefined;
  readonly open: OpenMatch;
}

/** The skills with which a proposed one competes, and what it would take from them. */
export interface Comparison {
  readonly near: readonly NearSkill[];
  readonly stolen: readonly StolenMessage[];
  readonly notes: readonly string[];
}

/** Similarity by meaning and by words from which two skills do nearly the same. */
const NEAR = 0.9;
const NEAR_BY_WORDS = 0.5;
/** With fewer words in common, a high similarity is an error of the embedder. */
const FEWEST = 0.2;
/** Number of other skills that a proposed one is compared with: those with the most words in common. */
const COMPARED = 48;
const MAX_NEAR = 5;
const MESSAGES_PER_SKILL = 6;
const MAX_STOLEN = 20;

/**
 * Compares a proposed skill with the others: which do nearly the same, and which of their own messages would find the
 * proposed one instead, as the matcher ranks them. `before` is the current version of a skill that would be changed.
 */
export async function compareSkills(
  proposed: Skill,
  others: readonly Skill[],
  { embedder, open }: Comparing,
  { before, canPatch }: { readonly before?: Skill | undefined; readonly canPatch: (skill: Skill) => boolean },
): Promise<Comparison> {
  const words = new Map(others.map((skill) => [skill, skillWords(skill)] as const));
  const own = skillWords(proposed);
  const rarity = rarities([own, ...words.values()]);
  const similarity = (theirs: SkillWords) => wordSimilarity(own, theirs, rarity);
  const claimed = skillWords(withClaims(proposed));
  const rivals = others
    .map((skill) => ({
      skill,
      value: similarity(words.get(skill) ?? new Map()),
      claim: claim(claimed, skill),
    }))
    .filter(({ value, claim }) => value > 0 || claim > 0)
    .sort((a, b) => b.claim - a.claim || b.value - a.value)
    .slice(0, COMPARED);
  const notes: string[] = [];
  const meaning = await embedAll(
    [proposed, ...rivals.map(({ skill }) => skill)].map(({ description }) => description),
    { embedder },
    (note) => notes.push(note),
  );
  const near = rivals.flatMap(({ skill, value }, at): readonly NearSkill[] => {
    const cosine = meaning?.(0, at + 1);
    const isNear = cosine === undefined ? value >= NEAR_BY_WORDS : cosine >= NEAR && value >= FEWEST;
    const shown = Math.round((cosine ?? value) * 100) / 100;
    return isNear ? [{ name: skill.name, similarity: shown, canPatch: canPatch(skill) }] : [];
  });
  const stolen = await findStolen(
    proposed,
    rivals.map(({ skill }) => skill),
    { open, before },
  );
  return {
    near: near.sort((a, b) => b.similarity - a.similarity).slice(0, MAX_NEAR),
    stolen: stolen.slice(0, MAX_STOLEN),
    notes,
  };
}

async function findStolen(
  proposed: Skill,
  rivals: readonly Skill[],
  { open, before }: { readonly open: OpenMatch; readonly before: Skill | undefined },
): Promise<readonly StolenMessage[]> {
  if (rivals.length === 0) return [];
  const now = open(before === undefined ? rivals : [...rivals, before]);
  const then = open([...rivals, proposed]);
  const stolen: StolenMessage[] = [];
  for (const skill of rivals) {
    for (const message of messagesOf(skill)) {
      const before = await askMatcher(now, message, { ranking: 1 });
      const after = await askMatcher(then, message, { ranking: 1 });
      const isTaken = before.ranked[0] === skill.name && after.ranked[0] === proposed.name;
      // A phrase that two skills claim loads neither of them.
      const isLost = before.loaded.has(skill.name) && !after.loaded.has(skill.name);
      if (isTaken || isLost) stolen.push({ skill: skill.name, message });
    }
  }
  return stolen;
}

/** A skill as if its description named all phrases that it claims: those alone can take messages from others. */
function withClaims(skill: Skill): Pick<Skill, "name" | "description"> {
  const phrases = phrasesOf(skill).map(({ phrase }) => spokenPhrase(phrase));
  return { name: skill.name, description: [skill.description, ...phrases].join(". ") };
}

/** The number of words that two skills claim both. */
function claim(claimed: SkillWords, skill: Skill): number {
  return [...skillWords(withClaims(skill)).keys()].filter((word) => claimed.has(word)).length;
}

/** What users of a skill might write: its phrases, and the first sentences of its description. */
function messagesOf(skill: Skill): readonly string[] {
  const phrases = phrasesOf(skill).map(({ phrase }) => spokenPhrase(phrase));
  const sentences = sentencesOf(skill.description.replace(/\s+/g, " ")).slice(0, 2);
  const messages = [...phrases, ...sentences].map((message) => message.trim().slice(0, 200));
  return [...new Set(messages)].filter((message) => message !== "").slice(0, MESSAGES_PER_SKILL);
}
