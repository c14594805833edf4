import { periodicYield } from "../basics/awaitable.ts";
import { LexicalIndex } from "../matching/lexical/lexical-index.ts";
import { Spelling } from "../matching/lexical/spelling.ts";
import { type BodyTerms, countTerms } from "../matching/lexical/term-counts.ts";
import { type TermTable, TermTableBuilder } from "../matching/lexical/term-table.ts";
import type { Matchable } from "../matching/matchable.ts";
import { claimedPhrases } from "../matching/triggers/claimed-phrases.ts";
import { openTriggers, type PhraseAt } from "../matching/triggers/trigger-index.ts";
import { buildTriggerTable, type TriggerTable } from "../matching/triggers/trigger-table.ts";
import type { Ports } from "../ports.ts";
import type { WalkLimits } from "../profile.ts";
import { readBody } from "../serving/read-body.ts";
import type { Skill } from "../skill.ts";
import { type Kept, termPacking, triggerPacking } from "./pack-tables.ts";
import { type KnownRow, renewTable } from "./renew-table.ts";
import { headKeys, type SkillKeys, textKeys } from "./skill-keys.ts";
import type { PlacedSkills } from "./skill-meanings.ts";
import { passagesOf, termsOfBody } from "./skill-texts.ts";

/** The indexed words and phrases of a library's skills. */
export interface MatchIndex extends Omit<Matchable, "models">, PlacedSkills {
  /** What the next index can reuse. */
  readonly tables: { readonly terms: Kept<TermTable>; readonly triggers: Kept<TriggerTable> };
}

export interface IndexSettings {
  readonly ports: Pick<Ports, "files" | "hash" | "blobs">;
  readonly limits: WalkLimits;
  /** Tells real words from misspelled ones. Default unknown. */
  readonly isWord?: ((word: string) => boolean) | undefined;
  /** Keeps the terms of bodies, for indexing skills several times with changed descriptions. Default none are kept. */
  readonly bodies?: Map<string, BodyTerms>;
}

/** Indexes skills. What the previous index or the disk knows about an unchanged skill is reused. */
export async function buildIndex(
  skills: readonly Skill[],
  previous: MatchIndex | undefined,
  settings: IndexSettings,
): Promise<MatchIndex> {
  const { hash } = settings.ports;
  const place = placeOf(skills, settings);
  const keys = headKeys(skills, hash);
  const before = previous?.tables;
  const terms = await renewTerms(skills, textKeys(keys, skills, hash), place, before?.terms, settings);
  const triggers = await renewTriggers(skills, keys, place, before?.triggers, settings);
  const lexical = new LexicalIndex(terms.table);
  return {
    skills,
    keys,
    place,
    names: skills.map(({ name }) => name),
    lexical,
    spelling: new Spelling(lexical, settings.isWord),
    triggers: openTriggers(triggers.table, phrasesOf(skills)),
    tables: { terms, triggers },
  };
}

function renewTerms(
  skills: readonly Skill[],
  keys: SkillKeys,
  place: string,
  previous: Kept<TermTable> | undefined,
  settings: IndexSettings,
): Promise<Kept<TermTable>> {
  const kind = {
    ...termPacking,
    name: `${place}.terms`,
    build: async (rows: readonly KnownRow<TermTable>[]) => {
      const table = new TermTableBuilder();
      const yieldNow = periodicYield();
      for (const [index, skill] of skills.entries()) {
        const { key = "", known } = rows[index] ?? {};
        await yieldNow();
        table.add(
          known ?? {
            key,
            counted: countTerms(passagesOf(skill), await readTerms(skill, settings)),
          },
        );
      }
      return table.build();
    },
  };
  return renewTable(keys, previous, kind, settings.ports.blobs);
}

async function readTerms(skill: Skill, { ports, limits, bodies }: IndexSettings): Promise<BodyTerms> {
  const key = `${skill.path}\n${skill.version}`;
  const terms = bodies?.get(key) ?? termsOfBody(await readBody(skill, limits, ports.files));
  bodies?.set(key, terms);
  return terms;
}

/** Finds the phrase at a position of the table: declared triggers first, then those that the description mentions. */
function phrasesOf(skills: readonly Skill[]): PhraseAt<number> {
  const hints = new Map<number, readonly string[]>();
  return (skill, at) => {
    const { description = "", fields } = skills[skill] ?? {};
    const declared = fields?.triggers ?? [];
    if (at < declared.length) return { skill, phrase: declared[at] ?? "" };
    const known = hints.get(skill) ?? claimedPhrases(description);
    hints.set(skill, known);
    const phrase = known[at - declared.length];
    return phrase === undefined ? undefined : { skill, phrase, isHint: true };
  };
}

function allPhrases({ description, fields }: Skill): readonly string[] {
  return [...(fields.triggers ?? []), ...claimedPhrases(description)];
}

function renewTriggers(
  skills: readonly Skill[],
  keys: SkillKeys,
  place: string,
  previous: Kept<TriggerTable> | undefined,
  { ports }: IndexSettings,
): Promise<Kept<TriggerTable>> {
  const kind = {
    ...triggerPacking,
    name: `${place}.triggers`,
    build: (rows: readonly KnownRow<TriggerTable>[]) =>
      buildTriggerTable(
        rows.map(({ key, known }, row) => {
          const skill = skills[row];
          return known ?? { key, phrases: skill === undefined ? [] : allPhrases(skill) };
        }),
      ),
  };
  return renewTable(keys, previous, kind, ports.blobs);
}

/** Skills from the same roots share a file, whatever changes in them. */
function placeOf(skills: readonly Skill[], { ports }: IndexSettings): string {
  const roots = [...new Set(skills.map(({ origin }) => origin.root))].sort();
  return ports.hash.sha256(JSON.stringify(roots)).slice(0, 32);
}
