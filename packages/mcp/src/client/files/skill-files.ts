import type { Awaitable, DirectoryEntry, FileBytes, FileStat, FileSystem, SkillHead } from "@knowhow/runtime";
import type { PlacedSkill } from "../listing/place-skills.ts";

/** What the files of a server need from its connection. */
export interface SkillReader {
  /** The currently listed skills. */
  current(): readonly PlacedSkill[];
  head(placed: PlacedSkill): SkillHead;
  /** The verified bytes of a file; throws if they cannot be read. */
  read(placed: PlacedSkill, path: string, maxBytes: number): Promise<Uint8Array>;
  /** The entries of a directory of a skill without listed files. */
  list(placed: PlacedSkill, path: string): Promise<readonly SizedEntry[]>;
}

export interface SizedEntry extends DirectoryEntry {
  readonly size: number;
}

const SETS = ".sets";

/**
 * The skills of a server as files. `mcp:/label/pdf` is a link to `mcp:/label/.sets/<digest>/pdf`, so that a skill found
 * earlier is read in exactly that form or, once the server lists something else, not at all.
 */
export function skillFiles(mount: string, reader: SkillReader): FileSystem {
  const trees = new WeakMap<PlacedSkill, ReadonlyMap<string, readonly SizedEntry[]>>();

  let known:
    | { readonly skills: readonly PlacedSkill[]; readonly names: ReadonlyMap<string, PlacedSkill> }
    | undefined;
  const byName = (): ReadonlyMap<string, PlacedSkill> => {
    const skills = reader.current();
    if (known?.skills !== skills) known = { skills, names: new Map(skills.map((item) => [item.name, item])) };
    return known.names;
  };

  const find = (path: string): Located | undefined => {
    if (path === mount) return { kind: "mount" };
    const [first = "", ...more] = path.slice(mount.length + 1).split("/");
    const [set, name, ...deep] = more;
    const isReal = first === SETS;
    const placed = byName().get((isReal ? name : first) ?? "");
    if (placed === undefined || (isReal && setOf(placed) !== set)) return undefined;
    const rest = (isReal ? deep : more).join("/");
    return { kind: "skill", placed, rest, isLink: !isReal && rest === "" };
  };

  const entriesOf = (placed: PlacedSkill, path: string): Awaitable<readonly SizedEntry[] | undefined> => {
    if (placed.skill.files === "dynamic") return reader.list(placed, path);
    const tree = trees.get(placed) ?? treeOf([...placed.skill.files.values()]);
    trees.set(placed, tree);
    return tree.get(path);
  };

  const statIn = async (placed: PlacedSkill, rest: string): Promise<FileStat | undefined> => {
    if (rest === "") return statOf("directory", 0);
    const cut = rest.lastIndexOf("/");
    const entry = (await entriesOf(placed, rest.slice(0, Math.max(0, cut))))?.find(
      ({ name }) => name === rest.slice(cut + 1),
    );
    return entry === undefined ? undefined : statOf(entry.kind, entry.size);
  };

  const readBytes = async (path: string, maxBytes: number): Promise<FileBytes | undefined> => {
    const at = find(path);
    if (at === undefined) return undefined;
    if (at.kind === "mount") return { stat: statOf("directory", 0), bytes: undefined };
    const stat = at.isLink ? statOf("link", 0) : await statIn(at.placed, at.rest);
    if (stat === undefined) return undefined;
    if (stat.kind !== "file" || stat.size > maxBytes) return { stat, bytes: undefined };
    const bytes = await reader.read(at.placed, at.rest, maxBytes);
    return { stat: { ...stat, size: bytes.length }, bytes, realpath: realOf(at.placed, at.rest) };
  };

  const realOf = (placed: PlacedSkill, rest: string): string =>
    [mount, SETS, setOf(placed), placed.name, ...(rest === "" ? [] : [rest])].join("/");

  return {
    caseInsensitive: false,
    list: (path) => {
      const at = find(path);
      if (at?.kind === "mount") return reader.current().map(({ name }) => ({ name, kind: "link" }));
      return at === undefined || at.isLink ? undefined : entriesOf(at.placed, at.rest);
    },
    stat: (path) => {
      const at = find(path);
      if (at?.kind === "mount") return statOf("directory", 0);
      if (at === undefined) return undefined;
      return at.isLink ? statOf("link", 0) : statIn(at.placed, at.rest);
    },
    readBytes,
    readText: async (path, maxBytes) => {
      const read = await readBytes(path, maxBytes);
      if (read === undefined) return undefined;
      const { stat, bytes } = read;
      const text =
        bytes === undefined ? undefined : new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
      return { stat, text };
    },
    realpath: async (path) => {
      const at = find(path);
      if (at?.kind !== "skill") return at === undefined ? undefined : mount;
      if ((await statIn(at.placed, at.rest)) === undefined) return undefined;
      return realOf(at.placed, at.rest);
    },
    head: (path) => {
      const at = find(path);
      return at?.kind === "skill" && at.rest === "SKILL.md" ? reader.head(at.placed) : undefined;
    },
  };
}

type Located =
  | { readonly kind: "mount" }
  | {
      readonly kind: "skill";
      readonly placed: PlacedSkill;
      readonly rest: string;
      readonly isLink: boolean;
    };

function setOf({ digest }: PlacedSkill): string {
  return digest.slice("sha256:".length, "sha256:".length + 32);
}

/** The directories of a list of files, with their entries. */
function treeOf(
  files: readonly { readonly path: string; readonly size?: number }[],
): ReadonlyMap<string, readonly SizedEntry[]> {
  const tree = new Map<string, SizedEntry[]>([["", []]]);
  const directory = (path: string): SizedEntry[] => {
    const known = tree.get(path);
    if (known !== undefined) return known;
    const entries: SizedEntry[] = [];
    tree.set(path, entries);
    const cut = path.lastIndexOf("/");
    directory(path.slice(0, Math.max(0, cut))).push({
      name: path.slice(cut + 1),
      kind: "directory",
      size: 0,
    });
    return entries;
  };
  for (const { path, size = 0 } of files) {
    const cut = path.lastIndexOf("/");
    directory(path.slice(0, Math.max(0, cut))).push({ name: path.slice(cut + 1), kind: "file", size });
  }
  return tree;
}

function statOf(kind: FileStat["kind"], size: number): FileStat {
  return { kind, size, mtimeMs: 0, ctimeMs: 0, ino: 0, mode: kind === "file" ? 0o644 : 0o755 };
}
