import { baseName } from "../basics/paths.ts";
import type { ListedFile } from "../discovery/list-files.ts";
import { isKnowhowError, KnowhowError } from "../errors.ts";
import { type DigestedFile, directoryDigest } from "../format/digest.ts";
import { SKILL_FILE } from "../gate.ts";
import type { FileBytes, Ports } from "../ports.ts";
import type { WalkLimits } from "../profile.ts";
import type { Skill } from "../skill.ts";
import { listInPlace, readInPlace, unreadable } from "./in-place.ts";

/** The digest of a skill's whole directory, computed from its current bytes. Throws if a file cannot be included. */
export async function digestSkill(
  skill: Skill,
  limits: WalkLimits,
  ports: Pick<Ports, "files" | "hash">,
  onFile?: (path: string, sha256: string) => void,
): Promise<string> {
  const { value: resources, diagnostics } = await listInPlace(skill, limits, ports.files, { whole: true });
  const gap = diagnostics[0];
  if (gap !== undefined) throw notCovered(skill, gap.message);
  return directoryDigest(readAll(skill, resources, limits, ports), ports.hash, onFile);
}

async function* readAll(
  skill: Skill,
  resources: readonly ListedFile[],
  limits: WalkLimits,
  { files }: Pick<Ports, "files">,
): AsyncGenerator<DigestedFile> {
  const read = async (key: string, path: string): Promise<DigestedFile> => {
    const file = await readBytes(key);
    if (file === undefined) throw unreadable(skill, `the file ${path}`);
    if (file.bytes === undefined) throw notCovered(skill, `${path} is too large`);
    return { path, mode: file.stat.mode, bytes: file.bytes };
  };
  const readBytes = async (key: string): Promise<FileBytes | undefined> => {
    try {
      return await readInPlace(skill, key, limits.resourceBytes, files);
    } catch (error) {
      if (isKnowhowError(error)) throw error;
      throw notCovered(skill, error instanceof Error ? error.message : String(error), error);
    }
  };
  yield read(SKILL_FILE, baseName(skill.path));
  for (const { path, link } of resources) {
    if (link === undefined) yield read(path, path);
    // The file that it leads to has a record of its own.
    else yield { path, mode: 0, bytes: new TextEncoder().encode(`link to ${link}`) };
  }
}

function notCovered(skill: Skill, reason: string, cause?: unknown): KnowhowError {
  return new KnowhowError("runtime.no-digest", `cannot compute a digest of "${skill.name}": ${reason}`, {
    hint: "a digest covers every file; remove what cannot be covered: unreadable or large files, and links that lead out",
    ...(cause === undefined ? {} : { cause }),
  });
}
