import { isAbsolutePath, joinPath, pathBelow } from "../../basics/paths.ts";
import type { IndexedFile } from "../../ports.ts";
import type { SkillSummary } from "../../skill.ts";

/** What many files of a root have in common: a licence, an author, a list of tools, or the absence of these. */
type CommonPart = Omit<SkillSummary, "name" | "description" | "version" | "tokens">;

/**
 * The content of an index file. Index n of every column is about the nth file: a few long lists are parsed in half the
 * time of many small objects, and common parts are written, parsed and kept once.
 */
export interface IndexColumns {
  readonly root: string;
  /** Relative to the root if it is below, else absolute. */
  readonly path: readonly string[];
  readonly size: readonly number[];
  readonly mtimeMs: readonly number[];
  readonly ctimeMs: readonly number[];
  readonly ino: readonly number[];
  readonly readAs: readonly (string | null)[];
  readonly name: readonly (string | null)[];
  readonly description: readonly (string | null)[];
  readonly version: readonly string[];
  readonly tokens: readonly number[];
  /** Index in `commons`. */
  readonly common: readonly number[];
  readonly commons: readonly CommonPart[];
}

/** Converts the index of a root to columns. */
export function toColumns(root: string, indexed: ReadonlyMap<string, IndexedFile>): IndexColumns {
  const files = [...indexed.values()];
  const { common, commons } = shareCommonParts(files.map(({ summary }) => summary));
  return {
    root,
    path: [...indexed.keys()].map((path) => shortPath(path, root)),
    size: files.map(({ size }) => size),
    mtimeMs: files.map(({ mtimeMs }) => mtimeMs),
    ctimeMs: files.map(({ ctimeMs }) => ctimeMs),
    ino: files.map(({ ino }) => ino),
    readAs: files.map(({ readAs }) => readAs ?? null),
    name: files.map(({ summary }) => summary.name ?? null),
    description: files.map(({ summary }) => summary.description ?? null),
    version: files.map(({ summary }) => summary.version),
    tokens: files.map(({ summary }) => summary.tokens),
    common,
    commons,
  };
}

/** The inverse of `toColumns`. */
export function fromColumns(columns: IndexColumns): ReadonlyMap<string, IndexedFile> {
  const indexed = new Map<string, IndexedFile>();
  const { root, path, size, mtimeMs, ctimeMs, ino, readAs } = columns;
  for (let at = 0; at < path.length; at += 1) {
    const file: { -readonly [Key in keyof IndexedFile]: IndexedFile[Key] } = {
      size: size[at] ?? Number.NaN,
      mtimeMs: mtimeMs[at] ?? Number.NaN,
      ctimeMs: ctimeMs[at] ?? Number.NaN,
      ino: ino[at] ?? Number.NaN,
      summary: summaryAt(columns, at),
    };
    const names = readAs[at] ?? null;
    if (names !== null) file.readAs = names;
    indexed.set(wholePath(path[at] ?? "", root), file);
  }
  return indexed;
}

/** Written out, because object spread would take as long as everything else here. */
function summaryAt({ name, description, version, tokens, common, commons }: IndexColumns, at: number) {
  const part = commons[common[at] ?? -1];
  if (part === undefined) throw new TypeError("the index is incomplete");
  const summary: { -readonly [Key in keyof SkillSummary]: SkillSummary[Key] } = {
    hasFrontmatter: part.hasFrontmatter,
    metadata: part.metadata,
    allowedTools: part.allowedTools,
    fields: part.fields,
    extensions: part.extensions,
    version: version[at] ?? "",
    tokens: tokens[at] ?? Number.NaN,
    diagnostics: part.diagnostics,
  };
  const ownName = name[at] ?? null;
  const ownDescription = description[at] ?? null;
  if (ownName !== null) summary.name = ownName;
  if (ownDescription !== null) summary.description = ownDescription;
  if (part.license !== undefined) summary.license = part.license;
  if (part.compatibility !== undefined) summary.compatibility = part.compatibility;
  if (part.firstParagraph !== undefined) summary.firstParagraph = part.firstParagraph;
  return summary;
}

/** Relative to the root, unless that would look like an absolute path. */
function shortPath(path: string, root: string): string {
  const below = pathBelow(path, root);
  return isAbsolutePath(below) ? path : below;
}

function wholePath(path: string, root: string): string {
  return isAbsolutePath(path) ? path : joinPath(root, path);
}

function shareCommonParts(summaries: readonly SkillSummary[]): Pick<IndexColumns, "common" | "commons"> {
  const positions = new Map<string, number>();
  const commons: CommonPart[] = [];
  const common = summaries.map(({ name, description, version, tokens, ...part }) => {
    const text = JSON.stringify(part);
    const known = positions.get(text);
    if (known !== undefined) return known;
    positions.set(text, commons.length);
    return commons.push(part) - 1;
  });
  return { common, commons };
}
