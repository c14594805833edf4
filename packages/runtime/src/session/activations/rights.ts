import { declaredTools, type Skill } from "../../skill.ts";
import type { DeclaredTools, SessionState } from "../session-state.ts";

/**
 * What the skills of one conversation declared about tools when they were loaded. An edit on disk, a removed skill or a
 * fork never restores a permission; only releasing the skill does.
 */
export class Rights {
  /** What the parent's skills declare; a child session cannot exceed it. */
  readonly #ceiling: readonly DeclaredTools[];
  readonly #declared = new Map<string, DeclaredTools>();
  /** Declarations that do not apply any more, as they were. */
  readonly #ended = new Map<string, DeclaredTools>();

  constructor(ceiling: readonly DeclaredTools[] = []) {
    this.#ceiling = ceiling;
  }

  /** Records that a skill's body reached the model. */
  recordLoad(skill: Skill): void {
    const { name, fields } = skill;
    const isRemote = skill.origin.remote !== undefined;
    const allowed = declaredTools(skill);
    const { disallowedTools } = fields;
    this.#ended.delete(name);
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

  /** True for a skill of a server. */
  isRemote(name: string): boolean {
    return this.#declared.get(name)?.remote === true;
  }

  /** True if the limits of a skill come from the parent conversation alone. */
  isInherited(name: string): boolean {
    return !this.#declared.has(name) && this.#ceiling.some(({ skill }) => skill === name);
  }

  /** Ends the restrictions of a skill until it is requested again. */
  end(name: string): void {
    const declared = this.#declared.get(name);
    if (declared === undefined) return;
    this.#ended.set(name, declared);
    this.#declared.delete(name);
  }

  /** Applies what a skill declared when it was loaded. */
  resume(name: string): void {
    const ended = this.#ended.get(name);
    if (ended === undefined) return;
    this.#declared.set(name, ended);
    this.#ended.delete(name);
  }

  release(name: string): void {
    this.#declared.delete(name);
    this.#ended.delete(name);
  }

  /** All declarations that currently apply, the parent's first. */
  declarations(): readonly DeclaredTools[] {
    return [...this.#ceiling, ...this.#declared.values()];
  }

  toJSON(): SessionState["rights"] {
    return {
      ceiling: this.#ceiling,
      declared: [...this.#declared.values()],
      ...(this.#ended.size === 0 ? {} : { ended: [...this.#ended.values()] }),
    };
  }

  restore({ declared, ended = [] }: SessionState["rights"]): void {
    for (const row of declared) this.#declared.set(row.skill, row);
    for (const row of ended) this.#ended.set(row.skill, row);
  }
}
