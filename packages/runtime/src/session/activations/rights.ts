import type { Skill } from "../../skill.ts";
import type { DeclaredTools } from "../session-state.ts";

/**
 * What the skills of one conversation declared about tools when they were loaded. An edit on disk, a removed skill or a
 * fork never restores a permission; only releasing the skill does.
 */
export class Rights {
  /** What the parent's skills declare; a child session cannot exceed it. */
  readonly #ceiling: readonly DeclaredTools[];
  readonly #declared = new Map<string, DeclaredTools>();

  constructor(ceiling: readonly DeclaredTools[] = []) {
    this.#ceiling = ceiling;
  }

  /** Records that a skill's body reached the model. */
  recordLoad(skill: Skill): void {
    const { name, allowedTools, fields } = skill;
    const isRemote = skill.origin.remote !== undefined;
    const allowed = allowedTools.length > 0 ? allowedTools : (fields.tools ?? []);
    const { disallowedTools } = fields;
    if (allowed.length === 0 && disallowedTools === undefined && !isRemote) this.#declared.delete(name);
    else
      this.#declared.set(name, {
        skill: name,
        allowed,
        ...(disallowedTools === undefined ? {} : { disallowed: disallowedTools }),
        ...(isRemote ? { remote: true } : {}),
      });
  }

  /** Records that a file of a skill reached the model. For a server's skill this counts as a load. */
  recordRead(skill: Skill): void {
    if (skill.origin.remote !== undefined && !this.#declared.has(skill.name)) this.recordLoad(skill);
  }

  release(name: string): void {
    this.#declared.delete(name);
  }

  /** All declarations that currently apply, the parent's first. */
  declarations(): readonly DeclaredTools[] {
    return [...this.#ceiling, ...this.#declared.values()];
  }

  toJSON(): { readonly ceiling: readonly DeclaredTools[]; readonly declared: readonly DeclaredTools[] } {
    return { ceiling: this.#ceiling, declared: [...this.#declared.values()] };
  }

  restore(declared: readonly DeclaredTools[]): void {
    for (const row of declared) this.#declared.set(row.skill, row);
  }
}
