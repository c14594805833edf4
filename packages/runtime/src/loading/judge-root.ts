import type { Outcome } from "../diagnostics.ts";
import type { Root } from "../discovery/find-roots.ts";
import type { WalkOptions } from "../discovery/walk-root.ts";
import type { IndexStore, Ports } from "../ports.ts";
import { type Criteria, type Judgement, judgeFiles } from "./judge-files.ts";
import { type RootFiles, readRoot } from "./read-root.ts";
import type { ReadFile } from "./read-summaries.ts";

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
    const files = walked.value.readable ? walked.value.files : lastGood;
    return { walked, files, judgement: await judgeFiles(root, files, criteria) };
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
