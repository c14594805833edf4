import type { CustomRoot, InlineSkill, SkillSource, TrustDecision } from "../options.ts";
import type { Awaitable, FileSystem } from "../ports.ts";
import { memoryFiles } from "./memory-files.ts";

/** A place of skills that a host describes by a list. */
export interface SkillSourceOptions extends Partial<Omit<CustomRoot, "path">> {
  /** Where its skills appear, under a scheme of their own: `db:/skills`. */
  readonly path: string;
  /** All skills of the place; called before every load. */
  readonly list: () => Awaitable<readonly InlineSkill[]>;
  /** Calls back whenever the list changed, until closed. */
  readonly watch?: (onChange: () => void) => { close(): void };
  /** Decides about these skills instead of the host's `trust`. */
  readonly decide?: TrustDecision;
}

/** Makes a source for `createRuntime({ sources })` of a function that lists skills, such as a query to a database. */
export function skillSource({ path, list, watch, decide, ...root }: SkillSourceOptions): SkillSource {
  let files = memoryFiles({ [path]: { directory: true } });
  return {
    root: { ...root, path },
    files: latest(() => files),
    refresh: async () => {
      files = memoryFiles({ [path]: { directory: true }, ...treeOf(path, await list()) });
      return [];
    },
    ...(watch === undefined ? {} : { watch }),
    ...(decide === undefined ? {} : { trust: decide }),
  };
}

/** The files of skills that are in memory, by path. */
export function treeOf(path: string, skills: readonly InlineSkill[]): Record<string, string | Uint8Array> {
  const tree: Record<string, string | Uint8Array> = {};
  for (const { name, text, files = {} } of skills) {
    const directory = `${path}/${encodeURIComponent(name)}`;
    tree[`${directory}/SKILL.md`] = text;
    for (const [file, content] of Object.entries(files)) tree[`${directory}/${file}`] = content;
  }
  return tree;
}

/** A file system that is replaced as a whole from time to time. */
function latest(current: () => FileSystem): FileSystem {
  return {
    caseInsensitive: false,
    list: (path) => current().list(path),
    stat: (path) => current().stat(path),
    readBytes: (path, maxBytes) => current().readBytes(path, maxBytes),
    readText: (path, maxBytes) => current().readText(path, maxBytes),
    realpath: (path) => current().realpath(path),
  };
}
