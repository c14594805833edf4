import type { MatchQuery } from "../conversation.ts";
import { appliesTo } from "../matching/applies.ts";
import type { Skill } from "../skill.ts";

/** What speaks for skills beside the message, by their row, in words for a person; `root` is what globs are relative to. */
export function circumstancesOf(
  skills: readonly Skill[],
  { files = [], recent = [] }: Pick<MatchQuery, "files" | "recent">,
  root: string,
): ReadonlyMap<number, readonly string[]> {
  const found = new Map<number, readonly string[]>();
  if (files.length === 0 && recent.length === 0) return found;
  const used = new Set(recent);
  for (const [row, { name, fields }] of skills.entries()) {
    const reasons = [
      ...fileReason(fields.globs, files, root),
      ...(used.has(name) ? ["it was used earlier in this conversation"] : []),
    ];
    if (reasons.length > 0) found.set(row, reasons);
  }
  return found;
}

function fileReason(
  globs: readonly string[] | undefined,
  files: readonly string[],
  root: string,
): readonly string[] {
  if (globs === undefined || files.length === 0) return [];
  const { applies, reason } = appliesTo({ globs }, files, root);
  return applies ? [reason] : [];
}
