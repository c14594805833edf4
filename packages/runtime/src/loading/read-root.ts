import type { Outcome } from "../diagnostics.ts";
import type { Root } from "../discovery/find-roots.ts";
import { type WalkOptions, walkRoot } from "../discovery/walk-root.ts";
import type { IndexedFile, Ports } from "../ports.ts";
import { type ReadFile, readSummaries } from "./read-summaries.ts";
import { readWhileWalking } from "./read-while-walking.ts";
import { updateIndex } from "./update-index.ts";

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
