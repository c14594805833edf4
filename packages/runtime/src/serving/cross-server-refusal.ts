import type { Skill } from "../skill.ts";

/**
 * Why a model may not read this file now, or undefined when it may. What a server's skill says must not lead to the files of
 * another server by itself (SEP-2640); loading that other skill is a step of its own, which everybody sees.
 */
export function crossServerRefusal(skill: Skill, active: readonly Skill[]): string | undefined {
  const { remote } = skill.origin;
  if (remote === undefined || active.some(({ name }) => name === skill.name)) return undefined;
  const other = active.find(({ origin }) => origin.remote !== undefined && origin.remote !== remote);
  return other === undefined
    ? undefined
    : `"${other.name}" is active and comes from another server than "${skill.name}"; load "${skill.name}" before you read its files`;
}
