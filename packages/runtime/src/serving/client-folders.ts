import { isInside, pathBelow } from "../basics/paths.ts";
import type { ListedFolders } from "../clients/client.ts";
import { CODEX_SYSTEM } from "../clients/patterns.ts";
import type { SkillLibrary } from "../resolution/skill-library.ts";
import type { Skill } from "../skill.ts";

/** A skill, and its copies in other folders: a client may read another one than we do. */
export function copiesOf(skill: Skill, library: SkillLibrary): readonly Skill[] {
  const { name, path, description, version } = skill;
  const others = library.versions(name).filter((other) => other.path !== path);
  return [skill, ...others.filter((other) => other.description === description && other.version === version)];
}

/** True if a client that works in `cwd` and reads these folders lists this skill to its model by itself. */
export function isListed(
  { origin, directory }: Skill,
  folders: readonly ListedFolders[],
  cwd: string | undefined,
): boolean {
  if (origin.remote !== undefined || !isInside(directory, origin.root)) return false;
  const depth = pathBelow(directory, origin.root).split("/").length;
  return folders.some(
    (row) =>
      row.provider === origin.provider &&
      row.level === origin.level &&
      depth <= row.depth &&
      (row.level === "user" || isListedFrom(cwd, origin.root, row.hereOnly === true)),
  );
}

/** True if a client installs and updates this skill itself: to remove or rename it would not last. */
export function isInstalledByClient({ origin }: Skill): boolean {
  return origin.root.endsWith(`/${CODEX_SYSTEM}`);
}

/** A client that works elsewhere lists the folders of another project. */
function isListedFrom(cwd: string | undefined, root: string, hereOnly: boolean): boolean {
  return cwd !== undefined && (!hereOnly || isInside(root, withSlashes(cwd)));
}

/** A path of Windows as the engine writes it. */
function withSlashes(path: string): string {
  return /^[A-Za-z]:[\\/]/.test(path) ? path.replaceAll("\\", "/") : path;
}
