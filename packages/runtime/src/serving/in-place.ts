import { baseName, isInside, joinPath, parentPath, pathBelow } from "../basics/paths.ts";
import { realPlaceOf } from "../basics/real-place.ts";
import type { Outcome } from "../diagnostics.ts";
import { type ListExtent, type ListedFile, listFiles } from "../discovery/list-files.ts";
import { isKnowhowError, KnowhowError } from "../errors.ts";
import { SKILL_FILE } from "../gate.ts";
import { escapeLine, oneLine } from "../injection/escape-text.ts";
import type { FileBytes, FileStat, FileSystem } from "../ports.ts";
import type { WalkLimits } from "../profile.ts";
import type { Skill } from "../skill.ts";

/** What is needed to locate a skill again. */
export type PlacedSkill = Pick<Skill, "name" | "path" | "directory" | "real">;

/** A path as discovery reached it, and its real path. */
interface InPlace {
  readonly reached: string;
  readonly real: string;
}

/** How often a file is compared with the one that was opened, where the system cannot say which one it was. */
const COMPARISONS = 3;

/** An editor that replaces the file during a read looks like an attack; the second attempt then finds the new file. */
const ATTEMPTS = 2;

/**
 * Reads a file of a skill from exactly the real path where discovery found the skill, and discards bytes that came from
 * elsewhere. Returns undefined if there is no such regular file; `bytes` is undefined if it is too large.
 */
export async function readInPlace(
  skill: PlacedSkill,
  path: string,
  maxBytes: number,
  files: FileSystem,
): Promise<FileBytes | undefined> {
  const place = placeOf(skill, path);
  const read = await readAt(place, maxBytes, files);
  if (read !== undefined && (await isPlanted(place.real, read.stat, files)))
    throw unreadable(skill, `the file ${shownPath(path)}`, {
      hint: "it is a hard link to a file of another user than its directory; replace it with a copy",
    });
  return read;
}

/**
 * Reads the file at a real path, and discards bytes that came from elsewhere. Returns undefined if `reached` no longer
 * leads there or if there is no regular file; `bytes` is undefined if it is too large.
 */
export async function readAt(
  place: InPlace,
  maxBytes: number,
  files: FileSystem,
): Promise<FileBytes | undefined> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (!(await isSame(place, files))) return undefined;
    const read = await files.readBytes(place.real, maxBytes, { real: true });
    if (read?.stat.kind !== "file") return undefined;
    if (await cameFrom(place.real, read, files)) return read;
  }
  return undefined;
}

/** Lists the other files of a skill. Throws if its directory is no longer the one that discovery found. */
export async function listInPlace(
  skill: PlacedSkill,
  limits: WalkLimits,
  files: FileSystem,
  extent: ListExtent = {},
): Promise<Outcome<readonly ListedFile[]>> {
  const { directory } = skill;
  const place = { reached: directory, real: realPlaceOf(skill).directory };
  const listing = (await isSame(place, files))
    ? await listFiles({ path: directory, real: place.real }, limits, files, extent)
    : undefined;
  if (listing === undefined || !(await isSame(place, files)))
    throw unreadable(skill, `the directory ${directory}`);
  // A profile may use another file name than SKILL.md.
  const own = baseName(skill.path);
  return { ...listing, value: listing.value.filter(({ path }) => path !== own) };
}

/**
 * The path, relative to the skill's directory, of the file that a path with a link in it leads to. Undefined if there
 * is no such file, if it is outside the directory, or if no link is involved.
 */
export async function followInPlace(
  skill: PlacedSkill,
  path: string,
  files: FileSystem,
): Promise<string | undefined> {
  const { directory } = realPlaceOf(skill);
  try {
    const real = await files.realpath(joinPath(directory, path));
    if (real === undefined || real === directory || !isInside(real, directory)) return undefined;
    const target = pathBelow(real, directory);
    // Case-insensitive disks find a file under another case, which is not a link.
    return target.toLowerCase() === path.toLowerCase() ? undefined : ownName(skill, target);
  } catch {
    return undefined;
  }
}

/** A link to the skill's own file is called as in every request. */
function ownName(skill: PlacedSkill, target: string): string {
  return target === baseName(skill.path) ? SKILL_FILE : target;
}

/** The real path of a file of a skill. */
export function realPathOf(skill: PlacedSkill, path: string): string {
  return placeOf(skill, path).real;
}

/** The error for a skill that is no longer what it was when the library was loaded. */
export function unreadable(
  skill: PlacedSkill,
  what: string,
  { hint = "it was removed or replaced; reload the library", cause }: UnreadableDetail = {},
): KnowhowError {
  return new KnowhowError("runtime.unreadable-skill", `${what} of "${skill.name}" cannot be read`, {
    hint,
    ...(cause === undefined ? {} : { cause }),
  });
}

interface UnreadableDetail {
  readonly hint?: string;
  readonly cause?: unknown;
}

/** Escapes a path for a message; paths are untrusted. */
export function shownPath(path: string): string {
  return escapeLine(oneLine(path)).slice(0, 200);
}

function placeOf(skill: PlacedSkill, path: string): InPlace {
  const real = realPlaceOf(skill);
  return path === SKILL_FILE
    ? { reached: skill.path, real: real.path }
    : { reached: joinPath(skill.directory, path), real: joinPath(real.directory, path) };
}

async function isSame({ reached, real }: InPlace, files: FileSystem): Promise<boolean> {
  try {
    return (await files.realpath(reached)) === real;
  } catch (error) {
    // The files of a conversation that are frozen know why one is gone.
    if (isKnowhowError(error)) throw error;
    return false;
  }
}

/**
 * Whether bytes came from the file at a real path. A directory above it may have been a link while the file was opened,
 * so compare with the path of the opened file if the system reports it, and otherwise require that the file there now
 * is the same one.
 */
async function cameFrom(real: string, { stat, realpath }: FileBytes, files: FileSystem): Promise<boolean> {
  if (realpath === real) return true;
  // Case-insensitive disks may report the opened path in a different case.
  if (realpath !== undefined && realpath.toLowerCase() !== real.toLowerCase()) return false;
  // A link that is there during one of these calls must be gone during the next, every time.
  for (let time = 0; time < COMPARISONS; time += 1) {
    const now = await files.stat(real);
    const isSameFile = now?.kind === "file" && now.ino === stat.ino && now.dev === stat.dev;
    if (!isSameFile || !(await isSame({ reached: real, real }, files))) return false;
  }
  return true;
}

/**
 * True for a file with further names that belongs to another user than its directory: whoever may write to the
 * directory can put a private file of the reader there. Other hard links are ordinary, as package managers make them.
 */
async function isPlanted(real: string, { links = 1, uid }: FileStat, files: FileSystem): Promise<boolean> {
  if (links <= 1 || uid === undefined) return false;
  const directory = await files.stat(parentPath(real));
  return directory?.uid !== uid;
}
