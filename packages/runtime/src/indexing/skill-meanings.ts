import { VectorIndex } from "../matching/semantic/vector-index.ts";
import { buildVectorTable, type VectorTable } from "../matching/semantic/vector-table.ts";
import type { WeightedEmbedder } from "../options.ts";
import type { Ports } from "../ports.ts";
import type { Skill } from "../skill.ts";
import { embedSkills } from "./embed-skills.ts";
import { type GuardedEmbedder, unanswered } from "./guarded-embedder.ts";
import { type Kept, vectorPacking } from "./pack-tables.ts";
import { type KnownRow, renewTable } from "./renew-table.ts";
import type { SkillKeys } from "./skill-keys.ts";
import { waitFor } from "./wait-for.ts";

/** A guarded embedder and its weight. */
export interface GuardedModel extends WeightedEmbedder {
  readonly embedder: GuardedEmbedder;
}

/** Skills, and where data about them is stored. */
export interface PlacedSkills {
  readonly skills: readonly Skill[];
  readonly keys: SkillKeys;
  /** Prefix of their file names. */
  readonly place: string;
}

/** The vectors of skills, or the reason why they are missing. */
export type Meaning = { readonly index: VectorIndex } | { readonly note: string };

export interface WaitOptions {
  /** Maximum time to wait in milliseconds; the work continues in the background. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

interface Learning {
  readonly skills: readonly Skill[];
  readonly meaning: Promise<Meaning>;
  /** True if the embedder failed. */
  failed: boolean;
}

/** Number of cached results: conversations on an older library and on the newest one may alternate. */
const KEPT = 2;

/** Embeds skills with one embedder: in the background if it takes long, and never twice for the same text. */
export class SkillMeanings {
  readonly #model: GuardedModel;
  readonly #ports: Pick<Ports, "hash" | "blobs">;
  /** What is known so far, perhaps only for some of the skills. */
  #kept: Kept<VectorTable> | undefined;
  #works: readonly Learning[] = [];

  constructor(model: GuardedModel, ports: Pick<Ports, "hash" | "blobs">) {
    this.#model = model;
    this.#ports = ports;
  }

  get weight(): number {
    return this.#model.weight;
  }

  get embedder(): GuardedEmbedder {
    return this.#model.embedder;
  }

  /** The vectors of these skills. A failed embedder is called again, but not while it is backing off. */
  async of(placed: PlacedSkills, { timeoutMs, signal }: WaitOptions): Promise<Meaning> {
    const { embedder } = this.#model;
    const known = this.#works.find(({ skills }) => skills === placed.skills);
    const work =
      known === undefined || (known.failed && !embedder.isBackingOff()) ? this.#start(placed) : known;
    try {
      return await waitFor(work.meaning, timeoutMs, "late", signal);
    } catch {
      signal?.throwIfAborted();
      return {
        note: `the embedder ${embedder.id} is still indexing the skills; this result does not use it`,
      };
    }
  }

  /** Runs are serialized, and each reuses the vectors of the one before. */
  #start(placed: PlacedSkills): Learning {
    const before = this.#works.at(-1)?.meaning ?? Promise.resolve();
    const meaning = before.then(async (): Promise<Meaning> => {
      try {
        this.#kept = await this.#learn(placed);
        return { index: new VectorIndex(this.#kept.table) };
      } catch (error) {
        work.failed = true;
        return { note: unanswered(this.#model.embedder, error) };
      }
    });
    const work: Learning = { skills: placed.skills, meaning, failed: false };
    this.#works = [...this.#works.filter(({ skills }) => skills !== placed.skills), work].slice(-KEPT);
    return work;
  }

  #learn({ skills, keys, place }: PlacedSkills): Promise<Kept<VectorTable>> {
    const { embedder } = this.#model;
    const { id, dimensions } = embedder;
    const { hash, blobs } = this.#ports;
    const kind = {
      ...vectorPacking(embedder),
      name: `${place}.${hash.sha256(id).slice(0, 16)}.vectors`,
      build: async (rows: readonly KnownRow<VectorTable>[]) => {
        const fresh = skills.filter((_, row) => rows[row]?.known === undefined);
        const { vectors, error } = await embedSkills(fresh, embedder);
        const learnt = rows.flatMap(({ key, known }, row) => {
          const skill = skills[row];
          const own = skill === undefined ? undefined : vectors.get(skill);
          return known ?? (own === undefined ? [] : { key, vectors: own });
        });
        const table = buildVectorTable(id, dimensions, learnt);
        if (error === undefined) return table;
        // Vectors computed before the failure are not requested again.
        this.#kept = { of: "", table };
        await blobs?.save(kind.name, kind.pack(this.#kept));
        throw error;
      },
    };
    return renewTable(keys, this.#kept, kind, blobs);
  }
}
