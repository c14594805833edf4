import type { SkillLibrary } from "../resolution/skill-library.ts";
import type { ContentUse } from "../serving/open-skill.ts";
import type { Skill } from "../skill.ts";
import { type LibraryView, SkillAudience } from "./audience.ts";
import type { SessionOptions } from "./session-options.ts";
import type { SessionState } from "./session-state.ts";
import { unmatchedNames } from "./unmatched-names.ts";

/** The library that one conversation uses until it adopts a newer one, and who may see what of it. */
export class SessionLibrary implements LibraryView {
  readonly #options: SessionOptions;
  #library: SkillLibrary;
  #audience: SkillAudience;
  #checkedFor: SkillLibrary | undefined;
  #unmatched: readonly string[] = [];

  constructor(library: SkillLibrary, options: SessionOptions) {
    this.#options = options;
    this.#library = library;
    this.#audience = new SkillAudience(library, options.skills);
  }

  get library(): SkillLibrary {
    return this.#library;
  }

  get audience(): SkillAudience {
    return this.#audience;
  }

  /** Switches to another library. */
  adopt(newest: SkillLibrary): void {
    if (newest === this.#library) return;
    this.#library = newest;
    this.#audience = new SkillAudience(newest, this.#options.skills);
  }

  /** A skill that was deleted since the conversation started keeps its verdict. */
  trustIn({ name, path }: Skill): Pick<ContentUse, "trust"> {
    const entry = this.#library.named(name).find(({ skill }) => skill.path === path);
    return entry === undefined ? {} : { trust: entry.trust };
  }

  /** Names in the host's options that match no skill; reported once, and again only after a skill had the name. */
  takeUnmatched(): readonly string[] {
    if (this.#checkedFor === this.#library) return [];
    this.#checkedFor = this.#library;
    const told = new Set(this.#unmatched);
    this.#unmatched = unmatchedNames(this.#options, this.#library);
    return this.#unmatched.filter((note) => !told.has(note));
  }

  toJSON(): Pick<SessionState, "library" | "unmatched"> {
    return {
      library: this.#library.fingerprint,
      ...(this.#unmatched.length === 0 ? {} : { unmatched: this.#unmatched }),
    };
  }

  restore({ unmatched = [] }: Pick<SessionState, "unmatched">): void {
    this.#unmatched = unmatched;
  }
}
