import { once } from "../basics/once.ts";
import type { Hash } from "../ports.ts";
import type { Skill } from "../skill.ts";

/** Keys of the texts of skills: one for all of them and, if something changed, one per skill. */
export interface SkillKeys {
  readonly whole: string;
  readonly each: () => readonly string[];
}

/** Keys of everything that is indexed except the bodies. */
export function headKeys(skills: readonly Skill[], hash: Hash): SkillKeys {
  const heads = skills.map(headOf);
  return {
    whole: keyOf(heads, hash),
    each: once(() => heads.map((head) => keyOf(head, hash))),
  };
}

/** Keys of everything that is indexed. */
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
