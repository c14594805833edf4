import { LexicalIndex } from "../matching/lexical/lexical-index.ts";
import { Spelling } from "../matching/lexical/spelling.ts";
import { countTerms } from "../matching/lexical/term-counts.ts";
import { type TermTable, TermTableBuilder } from "../matching/lexical/term-table.ts";
import type { Matchable } from "../matching/matchable.ts";
import { VectorIndex } from "../matching/semantic/vector-index.ts";
import { buildVectorTable, type VectorTable } from "../matching/semantic/vector-table.ts";
import { openTriggers } from "../matching/triggers/trigger-index.ts";
import { buildTriggerTable, type TriggerTable } from "../matching/triggers/trigger-table.ts";
import type { WeighedEmbedder } from "../options.ts";
import type { Ports } from "../ports.ts";
import type { WalkLimits } from "../profile.ts";
import type { Skill } from "../skill.ts";
import { embedSkills } from "./embed-skills.ts";
import { type GuardedEmbedder, unanswered } from "./guarded-embedder.ts";
import { type Kept, termPacking, triggerPacking, vectorPacking } from "./pack-tables.ts";
import { readBody } from "./read-body.ts";
import { type KnownRow, renewTable } from "./renew-table.ts";
import { headKeys, type SkillKeys, textKeys } from "./skill-keys.ts";
import { passagesOf } from "./skill-texts.ts";

/** An embedder that never answers wrongly, and how much it counts. */
export interface GuardedModel extends WeighedEmbedder {
  readonly embedder: GuardedEmbedder;
}

/** A model that answered, and its view of the skills. */
export interface IndexedModel extends GuardedModel {
  readonly index: VectorIndex;
}

/** The skills of one library, ready for being matched. */
export interface MatchIndex extends Matchable {
  readonly models: readonly IndexedModel[];
  /** Embedders that could not say what the skills mean. */
  readonly missing: readonly GuardedEmbedder[];
  readonly notes: readonly string[];
  /** What the next index can take over. */
  readonly tables: MatchTables;
}

interface MatchTables {
  readonly terms: Kept<TermTable>;
  readonly triggers: Kept<TriggerTable>;
  /** By the embedder's id. */
  readonly vectors: ReadonlyMap<string, Kept<VectorTable>>;
}

export interface IndexSettings {
  readonly ports: Pick<Ports, "files" | "hash" | "blobs">;
  readonly limits: WalkLimits;
  readonly embedders: readonly GuardedModel[];
}

/** Indexes skills; whatever the previous index or the disk knows of an unchanged skill is taken over. */
export async function buildIndex(
  skills: readonly Skill[],
  previous: MatchIndex | undefined,
  settings: IndexSettings,
): Promise<MatchIndex> {
  const { hash } = settings.ports;
  const place = placeOf(skills, settings);
  const heads = headKeys(skills, hash);
  const before = previous?.tables;
  const terms = await renewTerms(skills, textKeys(heads, skills, hash), place, before?.terms, settings);
  const triggers = await renewTriggers(skills, heads, place, before?.triggers, settings);
  const vectors = new Map<string, Kept<VectorTable>>();
  const models: IndexedModel[] = [];
  const missing: GuardedEmbedder[] = [];
  const notes: string[] = [];
  for (const { embedder, weight } of settings.embedders) {
    try {
      const kept = await renewVectors(skills, heads, place, before?.vectors, embedder, settings);
      vectors.set(embedder.id, kept);
      models.push({ embedder, weight, index: new VectorIndex(kept.table) });
    } catch (error) {
      missing.push(embedder);
      notes.push(unanswered(embedder, error));
    }
  }
  const lexical = new LexicalIndex(terms.table);
  const judges = settings.embedders.filter(({ embedder }) => embedder.knows !== undefined);
  const isWord = (word: string) => judges.some(({ embedder }) => embedder.knows?.(word) === true);
  return {
    names: skills.map(({ name }) => name),
    lexical,
    spelling: new Spelling(lexical, judges.length > 0 ? isWord : undefined),
    models,
    triggers: openTriggers(triggers.table, (skill, at) => {
      const phrase = skills[skill]?.fields.triggers?.[at];
      return phrase === undefined ? undefined : { skill, phrase };
    }),
    missing,
    notes,
    tables: { terms, triggers, vectors },
  };
}

function renewTerms(
  skills: readonly Skill[],
  keys: SkillKeys,
  place: string,
  previous: Kept<TermTable> | undefined,
  { ports, limits }: IndexSettings,
): Promise<Kept<TermTable>> {
  const kind = {
    ...termPacking,
    name: `${place}.terms`,
    build: async (rows: readonly KnownRow<TermTable>[]) => {
      const table = new TermTableBuilder();
      for (const [index, skill] of skills.entries()) {
        const { key = "", known } = rows[index] ?? {};
        table.add(
          known ?? {
            key,
            counted: countTerms(passagesOf(skill, await readBody(skill, limits, ports.files))),
          },
        );
      }
      return table.build();
    },
  };
  return renewTable(keys, previous, kind, ports.blobs);
}

/** What authors wrote as triggers; what they put in quotes is compared in words and meaning like the rest. */
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
        rows.map(({ key, known }, row) => known ?? { key, phrases: skills[row]?.fields.triggers ?? [] }),
      ),
  };
  return renewTable(keys, previous, kind, ports.blobs);
}

function renewVectors(
  skills: readonly Skill[],
  keys: SkillKeys,
  place: string,
  previous: MatchTables["vectors"] | undefined,
  embedder: GuardedEmbedder,
  { ports }: IndexSettings,
): Promise<Kept<VectorTable>> {
  const { id, dimensions } = embedder;
  const kind = {
    ...vectorPacking(embedder),
    name: `${place}.${ports.hash.sha256(id).slice(0, 16)}.vectors`,
    build: async (rows: readonly KnownRow<VectorTable>[]) => {
      const fresh = skills.filter((_, row) => rows[row]?.known === undefined);
      const vectors = await embedSkills(fresh, embedder);
      return buildVectorTable(
        id,
        dimensions,
        rows.map(({ key, known }, row) => {
          const skill = skills[row];
          return known ?? { key, vectors: (skill === undefined ? undefined : vectors.get(skill)) ?? [] };
        }),
      );
    },
  };
  return renewTable(keys, previous?.get(id), kind, ports.blobs);
}

/** Skills of the same places share one file, whatever changes in them. */
function placeOf(skills: readonly Skill[], { ports }: IndexSettings): string {
  const roots = [...new Set(skills.map(({ origin }) => origin.root))].sort();
  return ports.hash.sha256(JSON.stringify(roots)).slice(0, 32);
}
