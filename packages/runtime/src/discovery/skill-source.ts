import type { CustomRoot, InlineSkill, SkillSource } from "../options.ts";
import type { Awaitable, FileSystem } from "../ports.ts";
import type { SourceTrust } from "../trust.ts";
import { memoryFiles } from "./memory-files.ts";

/** Options of a source that is defined by a function that lists its skills. */
export interface SkillSourceOptions extends Partial<Omit<CustomRoot, "path">> {
  /** Where its skills are mounted, under a scheme of its own: `db:/skills`. */
  readonly path: string;
  /** Returns all skills of the source. Called before every load. */
  readonly list: () => Awaitable<readonly InlineSkill[]>;
  /** Calls `onChange` whenever the list changes, until closed. */
  readonly watch?: (onChange: () => void) => { close(): void };
  /** Decides whether these skills are trusted, instead of the host's `trust`. */
  readonly decide?: SourceTrust;
}

/** Creates a source for `createRuntime({ sources })` from a function that lists skills, for example from a database. */
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

/** The files of in-memory skills, by path. */
export function treeOf(path: string, skills: readonly InlineSkill[]): Record<string, string | Uint8Array> {
  const tree: Record<string, string | Uint8Array> = {};
  for (const { name, text, files = {} } of skills) {
    const directory = `${path}/${encodeURIComponent(name)}`;
    tree[`${directory}/SKILL.md`] = text;
    for (const [file, content] of Object.entries(files)) tree[`${directory}/${file}`] = content;
  }
  return tree;
}

/** A file system that delegates to the current one. */
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
