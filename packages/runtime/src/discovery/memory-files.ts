import {
  baseName,
  isInside,
  joinPath,
  normalisePath,
  parentPath,
  resolvePath,
  shareOf,
} from "../basics/paths.ts";
import type { Awaitable, DirectoryEntry, FileBytes, FileStat, FileSystem, PathFacts } from "../ports.ts";

/** The content of a path: a string, bytes, a link or an empty directory. */
export type MemoryEntry = string | Uint8Array | { readonly link: string } | { readonly directory: true };

type Node =
  | { readonly kind: "file"; readonly bytes: Uint8Array; readonly ino: number }
  | { readonly kind: "link"; readonly target: string; readonly ino: number }
  | { readonly kind: "directory"; readonly names: Set<string>; readonly ino: number };

/** Maximum number of links to follow, as on Linux. */
const MAX_LINKS = 40;

/** An in-memory file system. The directories above each path exist too. */
export function memoryFiles(tree: Readonly<Record<string, MemoryEntry>>): FileSystem {
  const nodes = buildNodes(tree);

  /** The real path of an entry. A link in the last segment is followed only if `followLast` is set. */
  const locate = (path: string, followLast: boolean): string | undefined => {
    let rest = segmentsOf(normalisePath(path));
    let at = rest.shift() ?? "/";
    for (let links = 0; rest.length > 0; ) {
      const next = joinPath(at, rest.shift() ?? "");
      const node = nodes.get(next);
      if (node === undefined || (node.kind === "file" && rest.length > 0)) return undefined;
      if (node.kind !== "link" || (rest.length === 0 && !followLast)) {
        at = next;
        continue;
      }
      links += 1;
      if (links > MAX_LINKS) return undefined;
      const [top = "/", ...more] = segmentsOf(resolvePath(at, node.target));
      at = top;
      rest = [...more, ...rest];
    }
    return nodes.has(at) ? at : undefined;
  };
  const nodeAt = (path: string): Node | undefined => nodes.get(locate(path, false) ?? "");
  const readBytes = (path: string, maxBytes: number, facts?: PathFacts): FileBytes | undefined => {
    const realpath = locate(path, false);
    const node = nodes.get(realpath ?? "");
    if (realpath === undefined || node === undefined) return undefined;
    if (facts?.real === true && realpath !== normalisePath(path)) return undefined;
    const fits = node.kind === "file" && node.bytes.length <= maxBytes;
    return { stat: statOf(node), bytes: fits ? node.bytes.slice() : undefined, realpath };
  };

  return {
    caseInsensitive: false,
    list: (path, facts) => {
      const real = locate(path, false);
      const node = nodes.get(real ?? "");
      if (real === undefined || node?.kind !== "directory") return undefined;
      if (facts?.real === true && real !== normalisePath(path)) return undefined;
      return [...node.names].map(
        (name): DirectoryEntry => ({ name, kind: nodes.get(joinPath(real, name))?.kind ?? "other" }),
      );
    },
    stat: (path) => {
      const node = nodeAt(path);
      return node === undefined ? undefined : statOf(node);
    },
    readBytes,
    readText: (path, maxBytes) => {
      const read = readBytes(path, maxBytes);
      if (read === undefined) return undefined;
      const text =
        read.bytes === undefined
          ? undefined
          : new TextDecoder("utf-8", { ignoreBOM: true }).decode(read.bytes);
      return { stat: read.stat, text };
    },
    realpath: (path) => locate(path, true),
  };
}

/** A file system with others mounted at prefixes (`memory:/docs`). A mount hides what is below it. */
export function mountFiles(base: FileSystem, mounts: Readonly<Record<string, FileSystem>>): FileSystem {
  const prefixes = Object.entries(mounts).sort(([a], [b]) => b.length - a.length);
  const owner = (path: string) => prefixes.find(([prefix]) => isInside(path, prefix))?.[1] ?? base;
  const ask = <T>(path: string, question: (files: FileSystem) => Awaitable<T>): Awaitable<T> =>
    question(owner(path));
  return {
    caseInsensitive: base.caseInsensitive || prefixes.some(([, files]) => files.caseInsensitive),
    list: (path, facts) => ask(path, (files) => files.list(path, facts)),
    stat: (path) => ask(path, (files) => files.stat(path)),
    readBytes: (path, maxBytes, facts) => ask(path, (files) => files.readBytes(path, maxBytes, facts)),
    readText: (path, maxBytes, known) => ask(path, (files) => files.readText(path, maxBytes, known)),
    realpath: (path) => ask(path, (files) => files.realpath(path)),
    head: (path) => owner(path).head?.(path),
  };
}

function buildNodes(tree: Readonly<Record<string, MemoryEntry>>): ReadonlyMap<string, Node> {
  const nodes = new Map<string, Node>();
  const directoryAt = (path: string): Set<string> => {
    const known = nodes.get(path);
    if (known?.kind === "directory") return known.names;
    if (known !== undefined) throw new TypeError(`${path} is a ${known.kind}, not a directory`);
    const names = new Set<string>();
    nodes.set(path, { kind: "directory", names, ino: nodes.size + 1 });
    const parent = parentPath(path);
    if (parent !== path && path !== segmentsOf(path)[0]) directoryAt(parent).add(baseName(path));
    return names;
  };
  for (const [written, entry] of Object.entries(tree)) {
    const path = normalisePath(written);
    if (isDirectoryEntry(entry)) {
      directoryAt(path);
      continue;
    }
    directoryAt(parentPath(path)).add(baseName(path));
    nodes.set(path, makeNode(entry, nodes.size + 1));
  }
  return nodes;
}

function isDirectoryEntry(entry: MemoryEntry): entry is { readonly directory: true } {
  return typeof entry === "object" && "directory" in entry;
}

function makeNode(entry: Exclude<MemoryEntry, { readonly directory: true }>, ino: number): Node {
  if (typeof entry === "string") return { kind: "file", bytes: new TextEncoder().encode(entry), ino };
  return entry instanceof Uint8Array
    ? { kind: "file", bytes: entry.slice(), ino }
    : { kind: "link", target: entry.link, ino };
}

/** `memory:/a/b` → `memory:/`, `a`, `b`; `//server/share/a` → `//server/share`, `a`. */
function segmentsOf(path: string): string[] {
  const top = shareOf(path) ?? path.slice(0, path.indexOf("/") + 1);
  return [top, ...path.slice(top.length).split("/").filter(Boolean)];
}

function statOf(node: Node): FileStat {
  const size = node.kind === "file" ? node.bytes.length : 0;
  return {
    kind: node.kind,
    size,
    mtimeMs: 0,
    ctimeMs: 0,
    ino: node.ino,
    mode: node.kind === "directory" ? 0o755 : 0o644,
  };
}
