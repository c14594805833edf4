import type { Outcome } from "../diagnostics.ts";
import type { Root } from "../discovery/find-roots.ts";
import { type WalkOptions, walkRoot } from "../discovery/walk-root.ts";
import type { IndexedFile, IndexStore, Ports } from "../ports.ts";
import { type Criteria, type Judgement, judgeFiles } from "./judge-files.ts";
import { type ReadFile, readSummaries } from "./read-summaries.ts";
import { readWhileWalking } from "./read-while-walking.ts";
import { updateIndex } from "./update-index.ts";

/** What a root gave: its files, and what became of them. */
export interface JudgedRoot {
  readonly walked: Outcome<RootFiles>;
  /** The files that count: those of the walk, or the last good ones where the root cannot be read. */
  readonly files: readonly ReadFile[];
  readonly judgement: Judgement;
}

/** Reads and judges a root. Whatever breaks with the help of the index is done again without it. */
export async function judgeRoot(
  root: Root,
  lastGood: readonly ReadFile[],
  { walk, criteria }: { readonly walk: WalkOptions; readonly criteria: Criteria },
): Promise<JudgedRoot> {
  const { ports } = criteria;
  const judge = async (using: Ports): Promise<JudgedRoot> => {
    const walked = await readRoot(root, walk, using);
    const isLastGood = !walked.value.readable;
    const files = isLastGood ? lastGood : walked.value.files;
    return { walked, files, judgement: await judgeFiles(root, { files, isLastGood }, criteria) };
  };
  if (ports.index === undefined) return judge(ports);
  try {
    return await judge(ports);
  } catch {
    return judge({ ...ports, index: forgetful(ports.index) });
  }
}

/** The same store, which remembers nothing yet. */
function forgetful(index: IndexStore): IndexStore {
  return { load: () => new Map(), save: (root, files) => index.save(root, files) };
}

/** A root's files, read. */
export interface RootFiles {
  readonly files: readonly ReadFile[];
  readonly readable: boolean;
  readonly directories: readonly string[];
}

const NOTHING: ReadonlyMap<string, IndexedFile> = new Map();

/** Walks a root and reads its files, with the help of what is remembered of it. */
export async function readRoot(root: Root, options: WalkOptions, ports: Ports): Promise<Outcome<RootFiles>> {
  const startedAt = ports.environment.now();
  // The index remembers token estimates, so it is no use to somebody who counts differently.
  const store = ports.tokenizer === undefined ? ports.index : undefined;
  const remembered = (await store?.load(root.path)) ?? NOTHING;
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
  return { value: { files, readable: value.readable, directories: value.directories }, diagnostics };
}
