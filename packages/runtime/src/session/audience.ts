import { compileGlob } from "../basics/globs.ts";
import { formatNumber } from "../basics/words.ts";
import type { LibraryEntry } from "../library.ts";
import type { SkillLibrary } from "../resolution/skill-library.ts";
import { isVisible, type Skill, type SkillState } from "../skill.ts";
import type { VisibleSkill } from "./prompt/baseline.ts";

/** The winner of a name if it cannot be used. */
export function unusableEntry(library: SkillLibrary, name: string): LibraryEntry | undefined {
  return library.has(name) ? undefined : library.entry(name);
}

/** The skills of a conversation at this moment. */
export interface LibraryView {
  readonly library: SkillLibrary;
  readonly audience: SkillAudience;
}

/**
 * Which skills the model and the user may see and invoke in one session: the library, filtered by the host's list of
 * names.
 */
export class SkillAudience {
  readonly #library: SkillLibrary;
  readonly #allowed: ((name: string) => boolean) | undefined;
  #seen: readonly VisibleSkill[] | undefined;
  #loadable: readonly Skill[] | undefined;
  #everyone: readonly Skill[] | undefined;
  #withheld: ReturnType<SkillAudience["withheld"]> | undefined;

  constructor(library: SkillLibrary, names: readonly string[] | undefined) {
    this.#library = library;
    const globs = names?.map(compileGlob);
    this.#allowed = globs === undefined ? undefined : (name) => globs.some((matches) => matches(name));
  }

  /** Skills that the model sees, in the library's order. */
  seen(): readonly VisibleSkill[] {
    this.#seen ??= this.#library.entries().flatMap(({ skill, state }) => {
      if (!isVisible(state) || !this.#allows(skill.name)) return [];
      return [{ skill, state }];
    });
    return this.#seen;
  }

  /** The skills that the model sees, without their state. */
  loadable(): readonly Skill[] {
    this.#loadable ??= this.seen().map(({ skill }) => skill);
    return this.#loadable;
  }

  /** A skill that the model may load. */
  forModel(name: string): Skill | undefined {
    const entry = this.#library.entry(name);
    if (entry === undefined || entry.shadowedBy !== undefined || !isVisible(entry.state)) return undefined;
    return this.#allows(name) ? entry.skill : undefined;
  }

  /** The skills that are available to the model or the user. */
  everyone(): readonly Skill[] {
    this.#everyone ??=
      this.#allowed === undefined
        ? this.#library.list()
        : this.#library.list().filter(({ name }) => this.#allows(name));
    return this.#everyone;
  }

  /** What a host should know at the start: that there are skills, but all of them wait for a decision. */
  notes(): readonly string[] {
    const waiting = this.withheld().pending.length;
    if (waiting === 0 || this.everyone().length > 0) return [];
    const what = waiting === 1 ? "the only skill waits" : `all ${formatNumber(waiting)} skills wait`;
    return [
      `${what} for a trust decision, so that none can be used: the user decides with \`knowhow trust\`, a host with \`trust\` of \`createRuntime\``,
    ];
  }

  /** A skill that is available to the model or the user. */
  find(name: string): Skill | undefined {
    const skill = this.#library.get(name);
    return skill !== undefined && this.#allows(name) ? skill : undefined;
  }

  /** A skill that neither the model nor the user can use now, although the host's list allows it. */
  unusable(name: string): LibraryEntry | undefined {
    return this.#allows(name) ? unusableEntry(this.#library, name) : undefined;
  }

  /** A skill that the user may read: an available one, or one that is pending or refused. */
  forUser(name: string): Skill | undefined {
    const entry = this.#library.entry(name);
    const isWithheld = entry?.state === "pending" || entry?.state === "refused";
    return isWithheld && this.#allows(name) ? entry.skill : this.find(name);
  }

  /** Names of the skills that wait for a trust decision, and of the refused ones. */
  withheld(): { readonly pending: readonly string[]; readonly refused: readonly string[] } {
    const inState = (wanted: SkillState) =>
      this.#library.entries().flatMap(({ state, skill }) => (state === wanted ? [skill.name] : []));
    this.#withheld ??= { pending: inState("pending"), refused: inState("refused") };
    return this.#withheld;
  }

  #allows(name: string): boolean {
    return this.#allowed === undefined || this.#allowed(name);
  }
}
