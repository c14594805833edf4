import { compileGlob } from "../basics/globs.ts";
import type { SkillLibrary } from "../resolution/skill-library.ts";
import type { Skill } from "../skill.ts";
import type { VisibleSkill } from "./prompt/baseline.ts";

/** The skills of a conversation as they are now. */
export interface LibraryView {
  readonly library: SkillLibrary;
  readonly audience: SkillAudience;
}

/** Who may see and start what in one session: the library, narrowed by the host's list of names. */
export class SkillAudience {
  readonly #library: SkillLibrary;
  readonly #allowed: ((name: string) => boolean) | undefined;
  #seen: readonly VisibleSkill[] | undefined;
  #loadable: readonly Skill[] | undefined;
  #everyone: readonly Skill[] | undefined;
  #untrusted: readonly string[] | undefined;

  constructor(library: SkillLibrary, names: readonly string[] | undefined) {
    this.#library = library;
    const globs = names?.map(compileGlob);
    this.#allowed = globs === undefined ? undefined : (name) => globs.some((matches) => matches(name));
  }

  /** Skills that the model sees, in the library's order. */
  seen(): readonly VisibleSkill[] {
    this.#seen ??= this.#library.entries().flatMap(({ skill, state }) => {
      if ((state !== "on" && state !== "name-only") || !this.#allows(skill.name)) return [];
      return [{ skill, state }];
    });
    return this.#seen;
  }

  /** The same without how they are shown. */
  loadable(): readonly Skill[] {
    this.#loadable ??= this.seen().map(({ skill }) => skill);
    return this.#loadable;
  }

  /** A skill that the model may load. */
  forModel(name: string): Skill | undefined {
    const entry = this.#library.entry(name);
    const isSeen =
      entry !== undefined &&
      entry.shadowedBy === undefined &&
      (entry.state === "on" || entry.state === "name-only");
    return isSeen && this.#allows(name) ? entry.skill : undefined;
  }

  /** Skills that take part for anybody, the person included. */
  everyone(): readonly Skill[] {
    this.#everyone ??=
      this.#allowed === undefined
        ? this.#library.list()
        : this.#library.list().filter(({ name }) => this.#allows(name));
    return this.#everyone;
  }

  /** A skill that takes part for anybody. */
  find(name: string): Skill | undefined {
    const skill = this.#library.get(name);
    return skill !== undefined && this.#allows(name) ? skill : undefined;
  }

  /** Names that nobody trusted: found, but hidden. */
  untrusted(): readonly string[] {
    this.#untrusted ??= this.#library
      .entries()
      .flatMap(({ state, skill }) => (state === "untrusted" ? [skill.name] : []));
    return this.#untrusted;
  }

  #allows(name: string): boolean {
    return this.#allowed === undefined || this.#allowed(name);
  }
}
