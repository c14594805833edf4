import { periodicYield } from "../basics/awaitable.ts";
import { quoteAll } from "../basics/words.ts";
import { termsOf } from "../matching/words/terms.ts";
import type { ScanFinding, ScanVerdict } from "../scan.ts";
import type { Skill } from "../skill.ts";
import { type AskedMatch, askMatcher } from "./ask-matcher.ts";
import { type OverreachRule, STUFFED_DESCRIPTION, TRIGGER_THEFT } from "./overreach-rules.ts";
import { phraseKey, phrasesOf, spokenPhrase } from "./phrases.ts";

/** A finding about a skill among others. */
export interface Overreach {
  readonly skill: string;
  /** Path of its SKILL.md. */
  readonly path: string;
  readonly finding: ScanFinding;
}

export interface OverreachOptions {
  readonly match: AskedMatch;
  readonly onProgress?: (done: number, all: number) => void;
  readonly signal?: AbortSignal;
}

/** Messages that are tried of each skill, and of all. */
const PER_SKILL = 3;
const MAX_ASKED = 3_000;
const RANKING = 3;
/** What a description reaches that is made to match everything: a share of the other skills, and a number of them. */
const STUFFED_SHARE = 0.15;
const STUFFED_SKILLS = 8;
/** Different words per skill that is reached. */
const STUFFED_WORDS = 0.75;
/** Skills whose phrases are taken: from here on it is no accident. */
const ROBBED_SKILLS = 3;
const STOLEN_PHRASES = 2;

/** Asks the matcher for each skill with the skill's own phrases, and reports the skills that answer for others. */
export async function findOverreach(
  skills: readonly Skill[],
  { match, onProgress, signal }: OverreachOptions,
): Promise<readonly Overreach[]> {
  const asks = skills.flatMap(messagesFor);
  const step = Math.max(1, asks.length / MAX_ASKED);
  const tried = Array.from({ length: Math.min(asks.length, MAX_ASKED) }, (_, at) => Math.floor(at * step));
  const reached = new Map<string, Map<string, string>>();
  const wordsOf = new Map(skills.map(({ name, description }) => [name, new Set(termsOf(description))]));
  const rarity = new Map<string, number>();
  for (const words of wordsOf.values())
    for (const word of words) rarity.set(word, (rarity.get(word) ?? 0) + 1);
  const stolen = new Map<string, TriedMessage[]>();
  const asked = new Set<string>();
  const yieldNow = periodicYield();
  for (const [done, at] of tried.entries()) {
    const ask = asks[at];
    if (ask === undefined) continue;
    await yieldNow();
    signal?.throwIfAborted();
    const { ranked } = await askMatcher(match, ask.text, { ranking: RANKING, signal });
    asked.add(ask.skill);
    for (const name of ranked) {
      if (name === ask.skill) continue;
      const shared = termsOf(ask.text).filter((word) => wordsOf.get(name)?.has(word));
      const [rarest] = shared.sort((a, b) => (rarity.get(a) ?? 0) - (rarity.get(b) ?? 0));
      if (rarest !== undefined) mapOf(reached, name).set(ask.skill, rarest);
    }
    const [first] = ranked;
    if (ask.isClaimed && first !== undefined && first !== ask.skill) listOf(stolen, first).push(ask);
    onProgress?.(done + 1, tried.length);
  }
  return skills.flatMap((skill) => {
    const others = asked.size - (asked.has(skill.name) ? 1 : 0);
    return [
      ...stuffed(skill, reached.get(skill.name) ?? new Map(), others),
      ...thieving(skill, stolen.get(skill.name) ?? []),
    ];
  });
}

interface TriedMessage {
  readonly skill: string;
  readonly text: string;
  /** True for a phrase that the skill claims, not a sentence about it. */
  readonly isClaimed: boolean;
}

/** What a user would write to get a skill: its phrases, or the first sentence of its description. */
function messagesFor({ name, description, ...skill }: Skill): readonly TriedMessage[] {
  const phrases = new Map(
    phrasesOf({ name, description, ...skill }).map(({ phrase }) => [phraseKey(phrase), spokenPhrase(phrase)]),
  );
  const texts = [...phrases.values()].filter((text) => text !== "").slice(0, PER_SKILL);
  if (texts.length > 0) return texts.map((text) => ({ skill: name, text, isClaimed: true }));
  const sentence = (/^[^.!?。]{0,200}/.exec(description)?.[0] ?? "").trim();
  return sentence === "" ? [] : [{ skill: name, text: sentence, isClaimed: false }];
}

/** A skill that is general in one field is reached by the words of that field; one that is stuffed, by another word each time. */
function stuffed(skill: Skill, reached: ReadonlyMap<string, string>, others: number): readonly Overreach[] {
  const words = new Set(reached.values());
  if (reached.size < STUFFED_SKILLS || reached.size < others * STUFFED_SHARE) return [];
  if (words.size < reached.size * STUFFED_WORDS) return [];
  const message = `The description matches messages for ${reached.size} of ${others} other skills, by ${words.size} different words.`;
  return [overreach(skill, STUFFED_DESCRIPTION, { message, verdict: "review" })];
}

function thieving(skill: Skill, phrases: readonly TriedMessage[]): readonly Overreach[] {
  const owners = [...new Set(phrases.map((phrase) => phrase.skill))];
  if (phrases.length < STOLEN_PHRASES) return [];
  const some = quoteAll(phrases.slice(0, 3).map(({ text }) => text));
  const message = `The skill is found first by ${some}, which ${owners.slice(0, 3).join(", ")} ${owners.length === 1 ? "claims" : "claim"}.`;
  const verdict = owners.length >= ROBBED_SKILLS ? "review" : "safe";
  return [overreach(skill, TRIGGER_THEFT, { message, verdict })];
}

function overreach(
  { name, path, description }: Skill,
  { id, owasp, fix }: OverreachRule,
  { message, verdict }: { readonly message: string; readonly verdict: ScanVerdict },
): Overreach {
  const severity = verdict === "safe" ? "low" : "medium";
  const evidence = description.length > 160 ? `${description.slice(0, 160)}…` : description;
  const finding = {
    rule: id,
    owasp,
    severity,
    path: "SKILL.md",
    line: 1,
    message,
    evidence,
    fix,
    verdict,
  } as const;
  return { skill: name, path, finding };
}

function mapOf(map: Map<string, Map<string, string>>, key: string): Map<string, string> {
  const known = map.get(key) ?? new Map();
  map.set(key, known);
  return known;
}

function listOf(map: Map<string, TriedMessage[]>, key: string): TriedMessage[] {
  const known = map.get(key) ?? [];
  map.set(key, known);
  return known;
}
