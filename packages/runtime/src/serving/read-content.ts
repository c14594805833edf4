import { baseName } from "../basics/paths.ts";
import { isKnowhowError } from "../errors.ts";
import { type DigestedFile, directoryDigest } from "../format/digest.ts";
import { SKILL_FILE } from "../gate.ts";
import type { FileBytes, Ports } from "../ports.ts";
import type { WalkLimits } from "../profile.ts";
import type { ScanFile, ScanGap, SkillBytes } from "../scan.ts";
import type { Skill } from "../skill.ts";
import { listInPlace, readInPlace } from "./in-place.ts";

/**
 * Reads every file of a skill's directory once, for a scan: the digests are those of exactly the bytes in the subject.
 * What cannot be read is a gap.
 */
export async function readContent(
  skill: Skill,
  limits: WalkLimits,
  ports: Pick<Ports, "files" | "hash">,
): Promise<SkillBytes> {
  const own = baseName(skill.path);
  const gaps: ScanGap[] = [];
  const read: DigestedFile[] = [];
  const add = async (key: string, path: string, maxBytes: number): Promise<void> => {
    const file = await readOrReason(skill, key, maxBytes, ports);
    if (typeof file === "string") gaps.push({ path, reason: file });
    else if (file.bytes === undefined) gaps.push({ path, reason: "it is too large" });
    else read.push({ path, mode: file.stat.mode, bytes: file.bytes });
  };

  await add(SKILL_FILE, own, limits.resourceBytes);
  const links: DigestedFile[] = [];
  try {
    const { value, diagnostics } = await listInPlace(skill, limits, ports.files, { whole: true });
    for (const { message } of diagnostics) gaps.push({ path: ".", reason: message });
    for (const { path, link } of value) {
      if (link === undefined) await add(path, path, limits.resourceBytes);
      else links.push({ path, mode: 0, bytes: new TextEncoder().encode(`link to ${link}`) });
    }
  } catch (error) {
    gaps.push({ path: ".", reason: messageOf(error) });
  }

  const files = new Map<string, string>();
  const digest = await directoryDigest([...read, ...links], ports.hash, (path, sha256) =>
    files.set(path === own ? SKILL_FILE : path, sha256),
  );
  const scanned = read.map(
    ({ path, mode, bytes }): ScanFile => ({
      path: path === own ? SKILL_FILE : path,
      bytes,
      ...((mode & 0o111) === 0 ? {} : { isExecutable: true }),
    }),
  );
  return {
    subject: { name: skill.name, files: scanned, gaps },
    ...(gaps.length === 0 ? { digest } : {}),
    files,
  };
}

async function readOrReason(
  skill: Skill,
  key: string,
  maxBytes: number,
  { files }: Pick<Ports, "files">,
): Promise<FileBytes | string> {
  try {
    return (await readInPlace(skill, key, maxBytes, files)) ?? "it is not a regular file";
  } catch (error) {
    // A server's error names the cause, for example that it cannot be reached.
    return isKnowhowError(error) ? error.message : messageOf(error);
  }
}

function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replaceAll(/\s+/g, " ").slice(0, 200);
}
