import type { FileSystem, ScanFile, ScanGap, ScanSubject } from "@knowhow/runtime";

/** How much of a directory is read. What is beyond a limit becomes a gap. */
const LIMITS = { fileBytes: 10 * 1024 * 1024, bytes: 64 * 1024 * 1024, files: 5_000, depth: 24 } as const;

/**
 * Reads a directory, or a single file, as a subject of a scan: every file, whatever its name, without following links out of it.
 * Undefined if there is nothing at the path.
 */
export async function readSubject(files: FileSystem, path: string): Promise<ScanSubject | undefined> {
  const stat = await files.stat(path);
  if (stat === undefined) return undefined;
  const state: ReadState = { files, root: path, found: [], gaps: [], bytes: 0 };
  const name = path.split("/").findLast((part) => part !== "") ?? "";
  if (stat.kind === "directory") await readDirectory(state, path, 0);
  else await readFile({ ...state, root: path.slice(0, path.length - name.length - 1) }, path);
  return { name, files: state.found, gaps: state.gaps };
}

interface ReadState {
  readonly files: FileSystem;
  readonly root: string;
  readonly found: ScanFile[];
  readonly gaps: ScanGap[];
  bytes: number;
}

async function readDirectory(state: ReadState, directory: string, depth: number): Promise<void> {
  const place = relative(state, directory);
  if (depth > LIMITS.depth) {
    state.gaps.push({ path: place, reason: "it is nested too deeply" });
    return;
  }
  const entries = await Promise.resolve(state.files.list(directory)).catch(() => undefined);
  if (entries === undefined) {
    state.gaps.push({ path: place, reason: "it cannot be read" });
    return;
  }
  for (const { name, kind } of [...entries].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = `${directory.replace(/\/$/, "")}/${name}`;
    if (kind === "directory") await readDirectory(state, path, depth + 1);
    else if (kind === "file") await readFile(state, path);
    else if (kind !== "link" || !(await staysInside(state, path)))
      state.gaps.push({
        path: relative(state, path),
        reason: kind === "link" ? "it is a link to another place" : "it is not a regular file",
      });
  }
}

async function readFile(state: ReadState, path: string): Promise<void> {
  const place = relative(state, path);
  const gap = (reason: string) => state.gaps.push({ path: place, reason });
  if (state.found.length >= LIMITS.files) {
    if (state.gaps.length === 0 || state.gaps.at(-1)?.reason !== TOO_MANY) gap(TOO_MANY);
    return;
  }
  const left = Math.min(LIMITS.fileBytes, LIMITS.bytes - state.bytes);
  const read = await Promise.resolve(state.files.readBytes(path, Math.max(0, left))).catch(() => undefined);
  if (read === undefined) gap("it cannot be read");
  else if (read.bytes === undefined)
    gap(read.stat.kind === "file" ? "it is too large" : "it is not a regular file");
  else {
    state.bytes += read.bytes.length;
    state.found.push({ path: place, bytes: read.bytes });
  }
}

const TOO_MANY = "there are too many files";

/** A link to a file of the same directory is read under its own name. */
async function staysInside({ files, root }: ReadState, path: string): Promise<boolean> {
  const [target, base] = await Promise.all([files.realpath(path), files.realpath(root)]);
  return target !== undefined && base !== undefined && target.startsWith(`${base}/`);
}

function relative({ root }: ReadState, path: string): string {
  return path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
}
