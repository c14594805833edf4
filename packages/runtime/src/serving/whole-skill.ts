import { baseName } from "../basics/paths.ts";
import { isKnowhowError } from "../errors.ts";
import { SKILL_FILE } from "../gate.ts";
import type { Ports } from "../ports.ts";
import type { WalkLimits } from "../profile.ts";
import type { ProposalFile } from "../proposal.ts";
import type { Skill } from "../skill.ts";
import { listInPlace, readInPlace } from "./in-place.ts";

/** All files of a skill's directory, or the reason, as a clause, why they cannot be replaced as a whole. */
export type WholeSkill =
  | { readonly ok: true; readonly files: readonly ProposalFile[] }
  | { readonly ok: false; readonly reason: string };

/** Limits of what is read. */
export interface WholeLimits {
  readonly files: number;
  readonly bytes: number;
}

/**
 * Reads everything in a skill's directory, also what is never served, so that nothing is lost when the directory is
 * replaced. For the user only: no check of the gate runs.
 */
export async function wholeSkill(
  skill: Skill,
  { files: most, bytes: mostBytes }: WholeLimits,
  limits: WalkLimits,
  { files }: Pick<Ports, "files">,
): Promise<WholeSkill> {
  const no = (reason: string): WholeSkill => ({ ok: false, reason });
  if (baseName(skill.path) !== SKILL_FILE) return no("its file is not called SKILL.md");
  try {
    const { value, diagnostics } = await listInPlace(skill, limits, files, { whole: true });
    const [gap] = diagnostics;
    if (gap !== undefined) return no(gap.message);
    if (value.length >= most) return no(`it has more than ${most} files`);
    const kept: ProposalFile[] = [];
    let left = mostBytes;
    for (const { path, link } of [{ path: SKILL_FILE, link: undefined }, ...value]) {
      if (link !== undefined) return no(`${path} is a link`);
      const read = await readInPlace(skill, path, left, files);
      if (read === undefined) return no(`${path} cannot be read`);
      if (read.bytes === undefined) return no(`its files have more than ${mostBytes} bytes`);
      left -= read.bytes.length;
      kept.push({ path, bytes: read.bytes, isExecutable: (read.stat.mode & 0o100) !== 0 });
    }
    return { ok: true, files: kept };
  } catch (error) {
    if (isKnowhowError(error)) return no(error.message);
    return no(error instanceof Error ? error.message : String(error));
  }
}
