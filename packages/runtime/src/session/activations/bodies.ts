import type { DiscoveryPolicy } from "../../profile.ts";
import type { UncheckedText } from "../../serving/open-skill.ts";
import type { Skill } from "../../skill.ts";
import type { SessionEngine } from "../session-engine.ts";
import type { SessionOptions } from "../session-options.ts";

/** The text after the frontmatter of a SKILL.md, and its version. */
export interface Body {
  readonly text: string;
  readonly version: string;
}

/** Maximum number of bytes that a conversation keeps in memory. Further bodies are read on demand and not kept. */
const MAX_KEPT = 64 * 1024 * 1024;
/** Number of files to read concurrently. */
const AT_ONCE = 16;

/**
 * The bodies that a conversation serves: as they are now, as they were first loaded, or as they were when it started.
 */
export class Bodies {
  readonly #engine: SessionEngine;
  readonly #policy: DiscoveryPolicy["bodies"];
  /** The SKILL.md of a skill from a snapshot instead of the disk. */
  readonly #textOf: (skill: Skill) => string | undefined;
  readonly #kept = new Map<string, UncheckedText>();
  #room = MAX_KEPT;
  #frozen: { readonly skills: readonly Skill[]; readonly done: Promise<unknown> } | undefined;

  constructor(
    engine: SessionEngine,
    { bodies }: Pick<SessionOptions, "bodies">,
    textOf: (skill: Skill) => string | undefined,
  ) {
    this.#engine = engine;
    this.#textOf = textOf;
    this.#policy = bodies ?? engine.profile.discovery.bodies;
  }

  /**
   * If `frozen`, reads all bodies now, so that no later edit reaches the conversation. Bodies of a server are fetched
   * on demand.
   */
  async freeze(skills: readonly Skill[]): Promise<void> {
    if (this.#policy !== "frozen") return;
    if (this.#frozen?.skills !== skills) this.#frozen = { skills, done: this.#readAll(skills) };
    await this.#frozen.done;
  }

  /** The body of a skill. Checks on every call whether the model may have it. */
  async of(skill: Skill): Promise<Body> {
    const { body: text, version } = await (await this.#fetch(skill)).checked();
    return { text, version };
  }

  async #fetch(skill: Skill): Promise<UncheckedText> {
    const kept = this.#kept.get(keyOf(skill));
    if (kept !== undefined) return kept;
    const opened = this.#engine.open(skill);
    const text = this.#textOf(skill);
    const fetched = text === undefined ? await opened.fetchText() : opened.fromText(text);
    if (this.#policy !== "on-load" && fetched.size <= this.#room) {
      this.#room -= fetched.size;
      this.#kept.set(keyOf(skill), fetched);
    }
    return fetched;
  }

  /** The texts of some skills as this conversation serves them, if it keeps them. */
  stored(skills: readonly Skill[]): Readonly<Record<string, string>> {
    const texts = skills.flatMap((skill) => {
      const kept = this.#kept.get(keyOf(skill));
      return kept === undefined ? [] : [[skill.name, kept.raw()] as const];
    });
    return Object.fromEntries(texts);
  }

  /** Keeps a text that an earlier conversation served. */
  keep(skill: Skill, text: string): void {
    if (this.#policy !== "on-load") this.#kept.set(keyOf(skill), this.#engine.open(skill).fromText(text));
  }

  /** Copies the bodies that another conversation keeps; later changes are not shared. */
  inherit(other: Bodies): void {
    for (const [key, body] of other.#kept) this.#kept.set(key, body);
    this.#room = other.#room;
  }

  /** A body that cannot be read now fails later, when it is requested. */
  async #readAll(skills: readonly Skill[]): Promise<void> {
    const waiting = skills.values();
    const work = async () => {
      for (const skill of waiting) {
        if (this.#room > 0 && skill.origin.remote === undefined)
          await this.#fetch(skill).catch(() => undefined);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }
}

/** A skill of a newer library is a different one, even under the same name. */
function keyOf({ path, version }: Skill): string {
  return `${version} ${path}`;
}
