import { LexicalIndex } from "../matching/lexical/lexical-index.ts";
import { Spelling } from "../matching/lexical/spelling.ts";
import { countTerms } from "../matching/lexical/term-counts.ts";
import { buildTermTable, type TableRow } from "../matching/lexical/term-table.ts";
import type { Matchable } from "../matching/matchable.ts";
import { VectorIndex } from "../matching/semantic/vector-index.ts";
import { buildVectorTable, type VectorRow, type VectorTable } from "../matching/semantic/vector-table.ts";
import { MAX_PHRASES } from "../matching/triggers/compile-trigger.ts";
import { indexTriggers, type TriggerRow } from "../matching/triggers/trigger-index.ts";
import type { WeighedEmbedder } from "../options.ts";
import type { Embedder, Ports } from "../ports.ts";
import type { WalkLimits } from "../profile.ts";
import type { Skill } from "../skill.ts";
import { type GuardedEmbedder, unanswered } from "./guarded-embedder.ts";
import { packTerms, packVectors, unpackTerms, unpackVectors } from "./pack-tables.ts";
import { readBody } from "./read-body.ts";
import { meaningsOf, passagesOf } from "./skill-texts.ts";

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
}

export interface IndexSettings {
  readonly ports: Pick<Ports, "files" | "hash" | "blobs">;
  readonly limits: WalkLimits;
  readonly embedders: readonly GuardedModel[];
}

/** Skills whose texts go to an embedder at once. */
const BATCH = 64;

/** Indexes skills; whatever the previous index or the disk knows of an unchanged skill is taken over. */
export async function buildIndex(
  skills: readonly Skill[],
  previous: MatchIndex | undefined,
  settings: IndexSettings,
): Promise<MatchIndex> {
  const place = placeOf(skills, settings);
  const heads = skills.map((skill) => headKey(skill, settings));
  const lexical = await indexTerms(skills, heads, previous?.lexical, place, settings);
  const models: IndexedModel[] = [];
  const missing: GuardedEmbedder[] = [];
  const notes: string[] = [];
  for (const { embedder, weight } of settings.embedders) {
    const before = previous?.models.find((model) => model.embedder.id === embedder.id)?.index;
    try {
      const index = await indexMeanings(skills, heads, before, place, embedder, settings);
      models.push({ embedder, weight, index });
    } catch (error) {
      missing.push(embedder);
      notes.push(unanswered(embedder, error));
    }
  }
  const judges = settings.embedders.filter(({ embedder }) => embedder.knows !== undefined);
  const isWord = (word: string) => judges.some(({ embedder }) => embedder.knows?.(word) === true);
  return {
    names: skills.map(({ name }) => name),
    lexical,
    spelling: new Spelling(lexical, judges.length > 0 ? isWord : undefined),
    models,
    triggers: indexTriggers(phrasesOf(skills)),
    missing,
    notes,
  };
}

/** What authors wrote as triggers; what they put in quotes is compared in words and meaning like the rest. */
function* phrasesOf(skills: readonly Skill[]): Iterable<TriggerRow<number>> {
  for (const [skill, { fields }] of skills.entries())
    for (const phrase of fields.triggers?.slice(0, MAX_PHRASES) ?? []) yield { skill, phrase };
}

async function indexTerms(
  skills: readonly Skill[],
  heads: readonly string[],
  previous: LexicalIndex | undefined,
  place: string,
  { ports, limits }: IndexSettings,
): Promise<LexicalIndex> {
  const keys = skills.map(({ version }, row) => `${heads[row]}${version}`);
  const name = `${place}.terms`;
  const stored = previous?.table ?? (await load(ports, name, unpackTerms));
  if (stored !== undefined && sameKeys(stored.keys, keys))
    return previous?.table === stored ? previous : new LexicalIndex(stored);
  const known = rowsByKey(stored?.keys ?? []);
  const rows: TableRow[] = [];
  for (const [index, skill] of skills.entries()) {
    const key = keys[index] ?? "";
    const row = known.get(key);
    if (stored !== undefined && row !== undefined) rows.push({ key, table: stored, row });
    else {
      const body = await readBody(skill, limits, ports.files);
      rows.push({ key, counted: countTerms(passagesOf(skill, body)) });
    }
  }
  const table = buildTermTable(rows);
  await ports.blobs?.save(name, packTerms(table));
  return new LexicalIndex(table);
}

async function indexMeanings(
  skills: readonly Skill[],
  heads: readonly string[],
  previous: VectorIndex | undefined,
  place: string,
  embedder: Embedder,
  { ports }: IndexSettings,
): Promise<VectorIndex> {
  const name = `${place}.${ports.hash.sha256(embedder.id).slice(0, 16)}.vectors`;
  const stored = previous?.table ?? (await load(ports, name, (bytes) => unpackVectors(bytes, embedder)));
  if (stored !== undefined && sameKeys(stored.keys, heads))
    return previous?.table === stored ? previous : new VectorIndex(stored);
  const known = rowsByKey(stored?.keys ?? []);
  const missing = skills.flatMap((skill, row) =>
    known.has(heads[row] ?? "") ? [] : [{ row, texts: meaningsOf(skill) }],
  );
  const fresh = new Map<number, readonly Float32Array[]>();
  for (let start = 0; start < missing.length; start += BATCH) {
    const batch = missing.slice(start, start + BATCH);
    const vectors = await embedder.embed(
      batch.flatMap(({ texts }) => texts),
      "document",
    );
    let at = 0;
    for (const { row, texts } of batch) {
      fresh.set(row, vectors.slice(at, at + texts.length));
      at += texts.length;
    }
  }
  const rows = heads.map((key, row): VectorRow => {
    const old = known.get(key);
    return stored !== undefined && old !== undefined
      ? { key, table: stored, row: old }
      : { key, vectors: fresh.get(row) ?? [] };
  });
  const table: VectorTable = buildVectorTable(embedder.id, embedder.dimensions, rows);
  await ports.blobs?.save(name, packVectors(table));
  return new VectorIndex(table);
}

async function load<Table>(
  { blobs }: Pick<Ports, "blobs">,
  name: string,
  unpack: (bytes: Uint8Array) => Table | undefined,
): Promise<Table | undefined> {
  const bytes = await blobs?.load(name);
  return bytes === undefined ? undefined : unpack(bytes);
}

/** Skills of the same places share one file, whatever changes in them. */
function placeOf(skills: readonly Skill[], { ports }: IndexSettings): string {
  const roots = [...new Set(skills.map(({ origin }) => origin.root))].sort();
  return ports.hash.sha256(JSON.stringify(roots)).slice(0, 32);
}

/** Stands for everything that is indexed of a skill but its body. */
function headKey({ name, description, fields }: Skill, { ports }: IndexSettings): string {
  const { whenToUse, whenNotToUse, triggers, tags } = fields;
  return ports.hash
    .sha256(JSON.stringify([name, description, whenToUse, whenNotToUse, triggers, tags]))
    .slice(0, 24);
}

function rowsByKey(keys: readonly string[]): ReadonlyMap<string, number> {
  return new Map(keys.map((key, row) => [key, row]));
}

function sameKeys(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((key, row) => key === b[row]);
}
