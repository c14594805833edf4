import { isInside } from "../basics/paths.ts";
import { memoryFiles, mountFiles } from "../discovery/memory-files.ts";
import { treeOf } from "../discovery/skill-source.ts";
import { KnowhowError } from "../errors.ts";
import type { CustomRoot, InlineSkill, RuntimeOptions, SkillSource } from "../options.ts";
import type { IndexStore, Ports, Watcher } from "../ports.ts";

const INLINE = "memory:/inline";

/** Mounts every source into the file system, so that all stages treat its skills like any other. */
export function mountSources(
  ports: Ports,
  { skills = [], sources = [] }: Pick<RuntimeOptions, "skills" | "sources">,
): { ports: Ports; roots: readonly CustomRoot[] } {
  const mounted = [...(skills.length === 0 ? [] : [inlineSource(skills)]), ...sources];
  if (mounted.length === 0) return { ports, roots: [] };
  const paths = mounted.map(({ root }) => checkedPath(root.path));
  const clash = paths.find((path, at) => paths.some((other, place) => place !== at && isInside(path, other)));
  if (clash !== undefined)
    throw new KnowhowError("runtime.bad-option", `two skill sources have the root path ${clash}`);
  const isMounted = (path: string) => paths.some((mount) => isInside(path, mount));
  const mounts = Object.fromEntries(mounted.map(({ root, files }) => [root.path, files]));
  const { index, watcher } = ports;
  return {
    ports: {
      ...ports,
      files: mountFiles(ports.files, mounts),
      ...(index === undefined ? {} : { index: indexWithout(index, isMounted) }),
      ...(watcher === undefined ? {} : { watcher: watcherWith(watcher, isMounted, sources) }),
    },
    roots: mounted.map(({ root }) => root),
  };
}

function inlineSource(skills: readonly InlineSkill[]): SkillSource {
  const root = { path: INLINE, id: "memory", level: "custom" } as const;
  const { value: tree, diagnostics } = treeOf(INLINE, skills);
  for (const { message, path = INLINE, hint } of diagnostics)
    throw new KnowhowError("runtime.bad-option", `${path}: ${message}`, hint === undefined ? {} : { hint });
  return { root, files: memoryFiles(tree) };
}

/** A scheme of one letter would be a drive. */
function checkedPath(path: string): string {
  if (/^[a-z][a-z0-9+.-]+:\/[^/]/.test(path)) return path;
  throw new KnowhowError("runtime.bad-option", `invalid source path "${path}"`, {
    hint: "it needs its own scheme, such as db:/skills",
  });
}

/** Times and inodes of a source mean nothing, so they cannot prove that a file is unchanged. */
function indexWithout(index: IndexStore, isMounted: (path: string) => boolean): IndexStore {
  return {
    load: (root) => (isMounted(root) ? new Map() : index.load(root)),
    save: (root, files) => (isMounted(root) ? undefined : index.save(root, files)),
  };
}

/** Directories are watched; sources report their changes themselves. */
function watcherWith(
  watcher: Watcher,
  isMounted: (path: string) => boolean,
  sources: readonly SkillSource[],
): Watcher {
  const folders = (directories: readonly string[]) => directories.filter((path) => !isMounted(path));
  return {
    watch: (directories, onChange) => {
      const handle = watcher.watch(folders(directories), onChange);
      const watches = sources.flatMap((source) => source.watch?.(onChange) ?? []);
      return {
        update: (next) => handle.update(folders(next)),
        close: () => {
          handle.close();
          for (const watch of watches) watch.close();
        },
      };
    },
  };
}
