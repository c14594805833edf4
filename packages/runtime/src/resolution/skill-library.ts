import { canonicalJson } from "../basics/canonical-json.ts";
import { checkArgument } from "../basics/check-options.ts";
import { deepFreeze } from "../basics/freeze.ts";
import { callable, objectWith } from "../basics/kinds.ts";
import { baseName, parentPath } from "../basics/paths.ts";
import { nearestWord } from "../basics/words.ts";
import type { Diagnostic } from "../diagnostics.ts";
import { KnowhowError } from "../errors.ts";
import type {
  Decision,
  LibraryEntry,
  LibrarySnapshot,
  Rejection,
  RootReport,
  WhyContext,
} from "../library.ts";
import type { Hash } from "../ports.ts";
import { isVisible, type Skill } from "../skill.ts";
import { explainDecisions } from "./explain-decisions.ts";
import { explainRefusals } from "./explain-refusals.ts";
import { explainFolder, explainUnseen } from "./explain-unseen.ts";
import { type SimilarNames, similarPairs, similarTo } from "./similar-names.ts";
import { readSnapshot } from "./snapshot.ts";

/** The parts of a library, sorted by name, winners before shadowed entries. */
export interface LibraryParts {
  readonly entries: readonly LibraryEntry[];
  readonly rejections: readonly Rejection[];
  readonly roots: readonly RootReport[];
  readonly diagnostics: readonly Diagnostic[];
  /** Each skill's SKILL.md by path, if the library contains them. */
  readonly texts?: Readonly<Record<string, string>>;
}

const HASH = objectWith({ sha256: { kind: callable, required: true } }, "a hash, such as nodeHash");

const NOTHING: LibraryParts = deepFreeze({ entries: [], rejections: [], roots: [], diagnostics: [] });

/** SHA-256 of the parts of an empty library, so that an empty library without a hash port equals a loaded one. */
const EMPTY_HASHES: ReadonlyMap<string, string> = new Map([
  ["[]", "4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945"],
  [
    '{"diagnostics":[],"entries":[],"format":"knowhow-library-1","rejections":[],"roots":[]}',
    "5a82a2237791f0a7f6fedbbb8e866f7231b22aa1d989527e5f22807efc9027f6",
  ],
]);

/**
 * An immutable snapshot of all skills: sorted by name, with an explanation of every decision, and equal to any other
 * load of the same files.
 */
export class SkillLibrary {
  readonly diagnostics: readonly Diagnostic[];
  readonly roots: readonly RootReport[];
  readonly #parts: LibraryParts;
  readonly #hash: Pick<Hash, "sha256"> | undefined;
  readonly #memo: {
    fingerprint?: string;
    id?: string;
    usable?: readonly Skill[];
    winners?: readonly LibraryEntry[];
    byName?: ReadonlyMap<string, readonly LibraryEntry[]>;
  } = {};

  constructor(parts: LibraryParts, hash?: Pick<Hash, "sha256">) {
    this.#parts = {
      entries: freezeList(parts.entries),
      rejections: freezeList(parts.rejections),
      roots: freezeList(parts.roots),
      diagnostics: freezeList(parts.diagnostics),
      ...(parts.texts === undefined ? {} : { texts: Object.freeze({ ...parts.texts }) }),
    };
    this.#hash = hash;
    this.diagnostics = this.#parts.diagnostics;
    this.roots = this.#parts.roots;
    Object.freeze(this);
  }

  /** A library without skills. */
  static empty(hash?: Pick<Hash, "sha256">): SkillLibrary {
    return new SkillLibrary(NOTHING, hash);
  }

  /** Restores a library without reading any file. Throws if the snapshot is invalid or was modified. */
  static fromSnapshot(snapshot: unknown, hash: Pick<Hash, "sha256">): SkillLibrary {
    checkArgument("SkillLibrary.fromSnapshot", "hash", hash, HASH);
    return new SkillLibrary(readSnapshot(snapshot, hash), hash);
  }

  get #byName(): ReadonlyMap<string, readonly LibraryEntry[]> {
    this.#memo.byName ??= groupEntries(this.#parts.entries);
    return this.#memo.byName;
  }

  get #usable(): readonly Skill[] {
    this.#memo.usable ??= Object.freeze(
      this.#parts.entries.filter(isUsableWinner).map((entry) => entry.skill),
    );
    return this.#memo.usable;
  }

  /** Number of usable skills. */
  get size(): number {
    return this.#usable.length;
  }

  /** The skills that the model or the user can use, one per name. */
  list(): readonly Skill[] {
    return this.#usable;
  }

  /** The usable skill of this exact name. */
  get(name: string): Skill | undefined {
    const entry = this.entry(name);
    return entry !== undefined && isUsableWinner(entry) ? entry.skill : undefined;
  }

  /** True if a usable skill has this exact name. */
  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  /** The winner of a name, usable or not. */
  entry(name: string): LibraryEntry | undefined {
    return this.#byName.get(name)?.[0];
  }

  /** The winner of every name with its state; with `shadowed`, also the entries that lost their name. */
  entries(options: { readonly shadowed?: boolean } = {}): readonly LibraryEntry[] {
    if (options.shadowed === true) return this.#parts.entries;
    this.#memo.winners ??= Object.freeze(
      this.#parts.entries.filter((entry) => entry.shadowedBy === undefined),
    );
    return this.#memo.winners;
  }

  /** Every entry of a name with its state, the winner first. */
  named(name: string): readonly LibraryEntry[] {
    return this.#byName.get(name) ?? [];
  }

  /** Every skill of a name, in order of precedence. */
  versions(name: string): readonly Skill[] {
    return (this.#byName.get(name) ?? []).map((entry) => entry.skill);
  }

  /** Files that were found but rejected, with the reasons. */
  rejections(): readonly Rejection[] {
    return this.#parts.rejections;
  }

  /** Name and description of the skills that the model may see. The description is empty for `name-only` skills. */
  discoveryIndex(): readonly (readonly [name: string, description: string])[] {
    const visible = this.entries().filter((entry) => isVisible(entry.state));
    return visible.map(({ skill, state }) => [skill.name, state === "on" ? skill.description : ""] as const);
  }

  /**
   * Pairs of names that a user may take for each other: one letter more, less or different, two letters swapped, or
   * characters that look alike. With a name, only pairs with it.
   */
  similarNames(name?: string): readonly SimilarNames[] {
    const names = this.entries().flatMap(({ skill, state }) => (state === "off" ? [] : [skill.name]));
    if (name === undefined) return similarPairs(names);
    return similarTo(name, names).map((other) => ({ name, other }));
  }

  /** The entries whose directory has this name, whatever their skills are named. */
  inFolder(folder: string): readonly LibraryEntry[] {
    return this.#parts.entries.filter(({ skill }) => baseName(skill.directory) === folder);
  }

  /**
   * Every decision about a name, from file to catalog. The name of a directory leads to its skill; for an unknown name,
   * the locations that were searched. `runtime.why` also says how the catalog lists the skill.
   */
  why(name: string, context: WhyContext = {}): readonly Decision[] {
    const entries = this.#byName.get(name) ?? [];
    const isNamed = (rejection: Rejection) =>
      rejection.name === name || baseName(parentPath(rejection.path)) === name;
    const rejections = this.#parts.rejections.filter(isNamed);
    const others = this.inFolder(name).filter(({ skill }) => skill.name !== name);
    const unseen = [...this.roots.flatMap((root) => root.unseen ?? []), ...(context.unseen ?? [])];
    const decisions = [
      ...explainDecisions(entries, context.listing),
      ...rejections.flatMap((rejection) => rejection.decisions),
      ...explainRefusals(name, { entries, rejections, diagnostics: this.diagnostics }),
      ...explainUnseen(name, unseen),
      ...others.map(explainFolder),
      ...(entries.length === 0 ? [] : this.similarNames(name).map(explainSimilar)),
    ];
    if (entries.length === 0)
      for (const held of new Set(others.map(({ skill }) => skill.name)))
        decisions.push(...explainDecisions(this.named(held), context.listing));
    return decisions.length > 0 ? decisions : [this.#notFound(name)];
  }

  /** Changes if and only if a name, a description, a body, a state or a winner changes. */
  get fingerprint(): string {
    this.#memo.fingerprint ??= this.#sha256(
      canonicalJson(this.entries().map(({ skill, state }) => ({ skill: withoutOrder(skill), state }))),
    );
    return this.#memo.fingerprint;
  }

  /** Changes if anything changes, including diagnostics, rejected files and roots. */
  get id(): string {
    this.#memo.id ??= this.#sha256(canonicalJson(this.#content()));
    return this.#memo.id;
  }

  /** True if both have the same skills in the same states, that is, equal fingerprints. */
  equals(other: SkillLibrary): boolean {
    const [ours, theirs] = [this.entries(), other.entries()];
    return (
      ours.length === theirs.length &&
      ours.every(({ skill, state }, at) => {
        const entry = theirs[at];
        return entry !== undefined && entry.state === state && isSameSkill(entry.skill, skill);
      })
    );
  }

  /** True if nothing differs, including diagnostics, rejected files and roots, that is, equal ids. */
  isSame(other: SkillLibrary): boolean {
    const [ours, theirs] = [this.#parts, other.#parts];
    return (
      ours.entries.length === theirs.entries.length &&
      ours.entries.every((entry, at) => isSameEntry(entry, theirs.entries[at])) &&
      canonicalJson({ ...ours, entries: [] }) === canonicalJson({ ...theirs, entries: [] })
    );
  }

  /** The SKILL.md of a skill if the library contains it; undefined if it is read from disk. */
  textOf({ path }: Skill): string | undefined {
    const { texts } = this.#parts;
    return texts !== undefined && Object.hasOwn(texts, path) ? texts[path] : undefined;
  }

  /** The same library with the SKILL.md of its skills, by path. */
  withTexts(texts: Readonly<Record<string, string>>): SkillLibrary {
    return new SkillLibrary({ ...this.#parts, texts }, this.#hash);
  }

  /** The library as JSON, identified by its content. */
  toSnapshot(): LibrarySnapshot {
    return { ...this.#content(), id: this.id };
  }

  #content(): Omit<LibrarySnapshot, "id"> {
    return { format: "knowhow-library-1", ...this.#parts };
  }

  #sha256(text: string): string {
    const known = this.#hash?.sha256(text) ?? EMPTY_HASHES.get(text);
    if (known === undefined)
      throw new KnowhowError("runtime.bad-option", "this library was created without a hash port");
    return known;
  }

  #notFound(name: string): Decision {
    const near = nearestWord(name, this.#byName.keys());
    const looked = this.#parts.roots.map((root) => root.path);
    const where = looked.length === 0 ? "no root exists" : `searched ${looked.join(", ")}`;
    const meant = near === undefined ? "" : `; did you mean "${near}"?`;
    return {
      stage: "discovery",
      outcome: "not found",
      detail: `no skill named "${name}": ${where}${meant}`,
    };
  }
}

/** Copied, because the caller may modify its list later. */
function freezeList<Item>(items: readonly Item[]): readonly Item[] {
  for (const item of items) deepFreeze(item);
  return Object.freeze([...items]);
}

/** A reload reuses the objects of unchanged skills, so most comparisons end at the first test. */
function isSameSkill(one: Skill, other: Skill): boolean {
  return one === other || canonicalJson(withoutOrder(one)) === canonicalJson(withoutOrder(other));
}

function isSameEntry(one: LibraryEntry, other: LibraryEntry | undefined): boolean {
  if (other === undefined || Object.keys(one).length !== Object.keys(other).length) return false;
  return Object.entries(one).every(([key, value]) => {
    const theirs: unknown = Reflect.get(other, key);
    return value === theirs || canonicalJson(value) === canonicalJson(theirs);
  });
}

/** The order of roots is irrelevant once the winner is known. */
function withoutOrder(skill: Skill): unknown {
  const { order: _order, ...origin } = skill.origin;
  return { ...skill, origin };
}

function explainSimilar({ other }: SimilarNames): Decision {
  const detail = `its name can be taken for "${other}", another skill; check that it is the one you mean`;
  return { stage: "resolution", outcome: "similar name", detail };
}

function groupEntries(entries: readonly LibraryEntry[]): ReadonlyMap<string, readonly LibraryEntry[]> {
  const groups = new Map<string, LibraryEntry[]>();
  for (const entry of entries) {
    const group = groups.get(entry.skill.name);
    if (group === undefined) groups.set(entry.skill.name, [entry]);
    else group.push(entry);
  }
  return groups;
}

function isUsableWinner(entry: LibraryEntry): boolean {
  const usable = isVisible(entry.state) || entry.state === "user-only";
  return usable && entry.shadowedBy === undefined;
}
