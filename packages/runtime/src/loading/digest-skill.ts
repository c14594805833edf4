import { listResources } from "../discovery/list-resources.ts";
import { KnowhowError } from "../errors.ts";
import { directoryDigest } from "../format/digest.ts";
import { baseName, joinPath } from "../paths.ts";
import type { Ports } from "../ports.ts";
import type { WalkLimits } from "../profile.ts";
import type { Skill } from "../skill.ts";

/** The digest of a skill's whole directory, from the bytes that lie there now. Throws when a file cannot be covered. */
export async function digestSkill(
  skill: Skill,
  limits: WalkLimits,
  ports: Pick<Ports, "files" | "hash">,
): Promise<string> {
  const { value: resources, diagnostics } = await listResources(skill.directory, limits, ports.files);
  const gap = diagnostics[0];
  if (gap !== undefined) throw notCovered(skill, gap.message);
  const paths = [baseName(skill.path), ...resources.map((resource) => resource.path)];
  return directoryDigest(readAll(skill, paths, limits, ports), ports.hash);
}

async function* readAll(
  skill: Skill,
  paths: readonly string[],
  limits: WalkLimits,
  { files }: Pick<Ports, "files">,
): AsyncGenerator<{ path: string; mode: number; bytes: Uint8Array }> {
  for (const path of paths) {
    const place = joinPath(skill.directory, path);
    const read = await files.readBytes((await files.realpath(place)) ?? place, limits.resourceBytes);
    if (read?.bytes === undefined) throw notCovered(skill, `${path} cannot be read`);
    yield { path, mode: read.stat.mode, bytes: read.bytes };
  }
}

function notCovered(skill: Skill, reason: string): KnowhowError {
  return new KnowhowError("runtime.no-digest", `no digest can be made of "${skill.name}": ${reason}`, {
    hint: "a digest covers every file; remove what cannot be read or is too much",
  });
}
