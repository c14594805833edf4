import { once } from "../basics/once.ts";
import type { Hash } from "../ports.ts";
import type { Skill } from "../skill.ts";

/** Stands for the texts of skills: as a whole, and one by one where something changed. */
export interface SkillKeys {
  readonly whole: string;
  readonly each: () => readonly string[];
}

/** For everything that is indexed of skills but their bodies. */
export function headKeys(skills: readonly Skill[], hash: Hash): SkillKeys {
  const heads = skills.map(headOf);
  return {
    whole: keyOf(heads, hash),
    each: once(() => heads.map((head) => keyOf(head, hash))),
  };
}

/** For everything that is indexed of skills. */
export function textKeys(heads: SkillKeys, skills: readonly Skill[], hash: Hash): SkillKeys {
  const versions = skills.map(({ version }) => version);
  return {
    whole: keyOf([heads.whole, versions], hash),
    each: once(() => heads.each().map((head, row) => keyOf([head, versions[row]], hash))),
  };
}

function keyOf(value: unknown, hash: Hash): string {
  return hash.sha256(JSON.stringify(value)).slice(0, 24);
}

function headOf({ name, description, fields }: Skill): readonly unknown[] {
  const { whenToUse, whenNotToUse, triggers, tags } = fields;
  return [name, description, whenToUse, whenNotToUse, triggers, tags];
}
