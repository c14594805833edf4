import { baseName, joinPath } from "../basics/paths.ts";
import { realPlaceOf } from "../basics/real-place.ts";
import type { Outcome } from "../diagnostics.ts";
import { listFiles } from "../discovery/list-files.ts";
import { KnowhowError } from "../errors.ts";
import { SKILL_FILE } from "../gate.ts";
import { escapeLine, oneLine } from "../injection/escape-text.ts";
import type { FileBytes, FileSystem } from "../ports.ts";
import type { WalkLimits } from "../profile.ts";
import type { Resource, Skill } from "../skill.ts";

/** What is needed of a skill to find it again. */
export type PlacedSkill = Pick<Skill, "name" | "path" | "directory" | "real">;

/** A path as discovery reached it, and where it really led. */
interface InPlace {
  readonly reached: string;
  readonly real: string;
}

/** A save that replaces the file during a read looks like an attack; the second try then finds the new file. */
const ATTEMPTS = 2;

/**
 * Reads a file of a skill from exactly the real place where discovery found the skill, and throws the bytes away when they
 * came from elsewhere. Undefined when no such regular file is there; `bytes` is undefined when it is too large.
 */
export async function readInPlace(
  skill: PlacedSkill,
  path: string,
  maxBytes: number,
  files: FileSystem,
): Promise<FileBytes | undefined> {
  const place = placeOf(skill, path);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (!(await isSame(place, files))) return undefined;
    const read = await files.readBytes(place.real, maxBytes);
    if (read?.stat.kind !== "file") return undefined;
    if (await cameFrom(place.real, read, files)) return read;
  }
  return undefined;
}

/** Lists the other files of a skill; throws when its directory is no longer the one that discovery found. */
export async function listInPlace(
  skill: PlacedSkill,
  limits: WalkLimits,
  files: FileSystem,
): Promise<Outcome<readonly Resource[]>> {
  const { directory } = skill;
  const place = { reached: directory, real: realPlaceOf(skill).directory };
  const listing = (await isSame(place, files))
    ? await listFiles({ path: directory, real: place.real }, limits, files)
    : undefined;
  if (listing === undefined || !(await isSame(place, files)))
    throw unreadable(skill, `the directory ${directory}`);
  // A profile may call a skill's own file something else than SKILL.md.
  const own = baseName(skill.path);
  return { ...listing, value: listing.value.filter(({ path }) => path !== own) };
}

/** The real path at which a file of a skill is read. */
export function realPathOf(skill: PlacedSkill, path: string): string {
  return placeOf(skill, path).real;
}

/** Says that a skill is not what it was when the library was made. */
export function unreadable(skill: PlacedSkill, what: string, cause?: unknown): KnowhowError {
  return new KnowhowError("runtime.unreadable-skill", `${what} of "${skill.name}" cannot be read`, {
    hint: "it was removed or replaced; reload the library",
    ...(cause === undefined ? {} : { cause }),
  });
}

/** A path in a message is untrusted, whoever wrote it. */
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
  } catch {
    return false;
  }
}

/**
 * Whether bytes came from the file at a real path. A directory above it may have been a link while the file was opened, so
 * the path is asked of the opened file where the system can tell, and otherwise the file there now must be the same one.
 */
async function cameFrom(real: string, { stat, realpath }: FileBytes, files: FileSystem): Promise<boolean> {
  if (realpath === real) return true;
  // Disks that ignore case may spell the opened path in another way.
  if (realpath !== undefined && realpath.toLowerCase() !== real.toLowerCase()) return false;
  const now = await files.stat(real);
  const isSameFile = now?.kind === "file" && now.ino === stat.ino && now.dev === stat.dev;
  return isSameFile && (await isSame({ reached: real, real }, files));
}
