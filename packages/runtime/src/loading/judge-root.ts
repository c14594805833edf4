import type { Outcome } from "../diagnostics.ts";
import type { Root } from "../discovery/find-roots.ts";
import { isSettled, readAs } from "../discovery/freshness.ts";
import { type WalkOptions, walkRoot } from "../discovery/walk-root.ts";
import type { UnseenFiles } from "../library.ts";
import type { IndexedFile, IndexStore, Ports } from "../ports.ts";
import type { Origin } from "../skill.ts";
import { type Criteria, type Judgement, judgeFiles, type KnownSkill } from "./judge-files.ts";
import { originOf } from "./make-skill.ts";
import { type ReadFile, readSummaries } from "./read-summaries.ts";
import { readWhileWalking } from "./read-while-walking.ts";
import { updateIndex } from "./update-index.ts";

/** What is kept about a root from one load to the next. */
export interface RootMemory {
  readonly files: readonly ReadFile[];
  /** When the files were read. */
  readonly readAt: number;
  readonly origin: Origin;
  readonly judgement: Judgement;
}

/** The result of a root: its files, and what became of them. */
export interface JudgedRoot {
  readonly walked: Outcome<RootFiles>;
  /** The files of the walk, or those of the last successful one if the root cannot be read. */
  readonly files: readonly ReadFile[];
  readonly judgement: Judgement;
  readonly memory: RootMemory;
}

/** Reads and checks a root. If anything fails with the index, it is repeated without. */
export async function judgeRoot(
  root: Root,
  before: RootMemory | undefined,
  { walk, criteria }: { readonly walk: WalkOptions; readonly criteria: Criteria },
): Promise<JudgedRoot> {
  const { ports } = criteria;
  const judge = async (using: Ports): Promise<JudgedRoot> => {
    const readAt = using.environment.now();
    const walked = await readRoot(root, walk, using, before);
    const isLastGood = !walked.value.readable;
    const files = isLastGood ? (before?.files ?? []) : walked.value.files;
    const origin = originOf(root, before?.origin);
    const known = before === undefined ? undefined : knownSkills(before);
    const judgement = await judgeFiles({ root, origin, files, isLastGood, known }, criteria);
    return { walked, files, judgement, memory: { files, readAt, origin, judgement } };
  };
  if (ports.index === undefined) return judge(ports);
  try {
    return await judge(ports);
  } catch {
    return judge({ ...ports, index: withoutEntries(ports.index) });
  }
}

/** The same store, but with nothing in it. */
function withoutEntries(index: IndexStore): IndexStore {
  return { load: () => new Map(), save: (root, files) => index.save(root, files) };
}

/** The parsed files of a root. */
export interface RootFiles {
  readonly files: readonly ReadFile[];
  readonly readable: boolean;
  readonly directories: readonly string[];
  readonly unseen: readonly UnseenFiles[];
}

const NOTHING: ReadonlyMap<string, IndexedFile> = new Map();

/** Walks a root and reads its files, reusing what this process or the index on disk knows about it. */
async function readRoot(
  root: Root,
  options: WalkOptions,
  ports: Ports,
  before: RootMemory | undefined,
): Promise<Outcome<RootFiles>> {
  const startedAt = ports.environment.now();
  // The index contains our token estimates, so it cannot be used with another tokenizer.
  const store = ports.tokenizer === undefined ? ports.index : undefined;
  const remembered =
    before === undefined ? ((await store?.load(root.path)) ?? NOTHING) : rememberFiles(before);
  const reading =
    remembered.size === 0 ? readWhileWalking(ports, options.limits, options.fileNames) : undefined;
  const { value, diagnostics } = await walkRoot(root, options, reading?.files ?? ports.files);
  const known = reading?.index ?? remembered;
  const { files, read } = await readSummaries(value.found, known, options.limits, ports);
  if (store !== undefined) {
    const all = reading === undefined ? read : new Map([...reading.index, ...read]);
    const index = updateIndex(remembered, { files, read: all }, startedAt);
    if (index !== undefined && index.size > 0) await store.save(root.path, index);
  }
  const { readable, directories, unseen } = value;
  return { value: { files, readable, directories, unseen }, diagnostics };
}

/** The skills of the last load, by path. */
function knownSkills({ files, judgement }: RootMemory): ReadonlyMap<string, KnownSkill> {
  const skills = new Map(judgement.candidates.map(({ skill }) => [skill.path, skill]));
  const known = new Map<string, KnownSkill>();
  for (const { path, summary } of files) {
    const skill = skills.get(path);
    if (skill !== undefined) known.set(path, { skill, summary });
  }
  return known;
}

/** A file that was read immediately after a change may have changed again unnoticed, so it is read again. */
function rememberFiles({ files, readAt }: RootMemory): ReadonlyMap<string, IndexedFile> {
  const remembered = new Map<string, IndexedFile>();
  for (const file of files) {
    const { size, mtimeMs, ctimeMs, ino } = file.stat;
    if (file.summary.version === "" || !isSettled(file.stat, readAt)) continue;
    const names = readAs(file);
    const entry = { size, mtimeMs, ctimeMs, ino, summary: file.summary };
    remembered.set(file.real, names === undefined ? entry : { ...entry, readAs: names });
  }
  return remembered;
}
