import { recordAction } from "../../audit.ts";
import { inTurn } from "../../basics/in-turn.ts";
import { isKnowhowError } from "../../errors.ts";
import type { LoadReason } from "../../events.ts";
import type { Skill } from "../../skill.ts";
import type { SessionEngine } from "../session-engine.ts";
import type { SessionOptions } from "../session-options.ts";
import type { Activation, DeclaredTools, SessionState } from "../session-state.ts";
import { activationSpan, describeBody } from "../tracing/spans.ts";
import { traced } from "../tracing/traced.ts";
import { activationRecord } from "./activation-record.ts";
import { Allowance } from "./allowance.ts";
import { Bodies, type Body } from "./bodies.ts";
import { Rights } from "./rights.ts";
import { announceLoad, type WrittenBody, writeBody } from "./write-body.ts";

/** How and when a body reached the model. */
interface LoadRecord {
  readonly turn: number;
  readonly reason: LoadReason;
  /** Who requested it, for the audit log. */
  readonly by?: "model";
  readonly toolUseId?: string | undefined;
  readonly args?: string | undefined;
  /** True if the model gets another text than the body. */
  readonly partial?: boolean;
}

type PreloadedBody = Pick<WrittenBody, "text" | "version" | "charge">;

const NOT_WRITTEN: PreloadedBody = { text: "", version: "", charge: 0 };

/** The loaded bodies of one conversation: what the model got of each, what they restrict, and what they cost. */
export class Activations {
  readonly #engine: SessionEngine;
  readonly #options: SessionOptions;
  readonly #session: string;
  readonly #lookup: (name: string) => Skill | undefined;
  readonly #rights: Rights;
  readonly #active = new Map<string, Activation>();
  /** Rendered bodies by name; one without text must be rendered again. */
  readonly #preloaded = new Map<string, PreloadedBody>();
  /** Versions of preloaded bodies that are in the audit log, by name. */
  readonly #recorded = new Map<string, string>();
  readonly #bodies: Bodies;
  /** Active skills whose body the host dropped; loading one of them returns the body again. */
  readonly #evicted = new Set<string>();
  readonly #released = new Set<string>();
  readonly #allowance: Allowance;
  /**
   * Runs what looks at the loaded bodies and the limits and then changes them, one after the other, so that parallel calls
   * never exceed a limit together.
   */
  readonly inTurn: ReturnType<typeof inTurn> = inTurn();

  /** `lookup` returns only skills that are available in this conversation. */
  constructor(
    engine: SessionEngine,
    options: SessionOptions,
    lookup: (name: string) => Skill | undefined,
    textOf: (skill: Skill) => string | undefined,
    session: string,
  ) {
    this.#session = session;
    this.#engine = engine;
    this.#options = options;
    this.#lookup = lookup;
    this.#rights = new Rights(options.ceiling);
    this.#bodies = new Bodies(engine, options, textOf);
    this.#allowance = new Allowance(engine.profile.activation, options);
  }

  names(): readonly string[] {
    return [...this.#active.keys()];
  }

  /** Names of all skills that were ever loaded in this conversation, including released ones. */
  used(): readonly string[] {
    return [...new Set([...this.#released, ...this.#active.keys()])];
  }

  /** The skills whose bodies are in the conversation. */
  activeSkills(): readonly Skill[] {
    return [...this.#active.keys(), ...this.#preloaded.keys()].flatMap((name) => this.find(name) ?? []);
  }

  has(name: string): boolean {
    return this.#active.has(name) || this.#preloaded.has(name);
  }

  /** Rendered bodies that are part of the prompt, by name. */
  preloaded(): ReadonlyMap<string, string> {
    return new Map([...this.#preloaded].map(([name, { text }]) => [name, text]));
  }

  /** A skill whose body is in the conversation, even if the model may not load it itself. */
  find(name: string): Skill | undefined {
    return this.has(name) ? this.#lookup(name) : undefined;
  }

  list(): readonly Activation[] {
    return [...this.#active.values()].map((activation) =>
      this.#evicted.has(activation.name) ? { ...activation, evicted: true } : activation,
    );
  }

  release(name: string): void {
    if (this.#active.delete(name)) this.#released.add(name);
    this.#evicted.delete(name);
    this.#rights.release(name);
  }

  /**
   * Ends the restrictions of loaded skills, except some. Preloaded skills and those of servers keep theirs until they
   * are released.
   */
  endScopes(except: readonly string[] = []): void {
    for (const name of this.#active.keys())
      if (!except.includes(name) && !this.isLasting(name)) this.#rights.end(name);
  }

  /** True if only `release` ends the restrictions of a skill. */
  isLasting(name: string): boolean {
    return this.#preloaded.has(name) || this.#rights.isRemote(name);
  }

  /** Marks bodies that the host dropped from its history. */
  evict(names: Iterable<string>): void {
    for (const name of names) this.#evicted.add(name);
  }

  /** Marks a body as present in the history again, in this version. */
  renew(name: string, version: string): void {
    const activation = this.#active.get(name);
    if (activation !== undefined) {
      const { partial: _, ...whole } = activation;
      this.#active.set(name, { ...whole, version });
    }
    this.#evicted.delete(name);
  }

  /** Has the bodies in the prompt rendered again. */
  forgetPreloaded(): void {
    for (const name of this.#preloaded.keys()) this.#preloaded.set(name, NOT_WRITTEN);
  }

  /** What the model last got of a skill, if the host has not dropped it. */
  inHistory(name: string): Activation | undefined {
    return this.#evicted.has(name) ? undefined : this.#active.get(name);
  }

  /** The body of a skill in the prompt; without text if it must be rendered again. */
  inPrompt(name: string): PreloadedBody | undefined {
    return this.#preloaded.get(name);
  }

  /**
   * Why a load exceeds the limits; undefined if it does not. `alone` ignores what was spent before. Call it and `record`
   * within one `inTurn`.
   */
  refuse(skill: Skill, tokens: number, options?: { readonly alone?: boolean }): string | undefined {
    return this.#allowance.refuse(skill, tokens, options);
  }

  /** Counts a section or a file towards the limits; returns the reason if it exceeds them. */
  spend(
    skill: Skill,
    tokens: number,
    { again = false }: { readonly again?: boolean } = {},
  ): Promise<string | undefined> {
    return this.inTurn(async () => this.#allowance.spendOnPart(skill, tokens, { alone: again }));
  }

  /** Records that the model has read a file of a skill. */
  recordRead(skill: Skill): void {
    this.#rights.recordRead(skill);
  }

  /** True if the restrictions of a skill come from the parent conversation alone. */
  isInherited(name: string): boolean {
    return this.#rights.isInherited(name);
  }

  /** What active and preloaded skills declare about tools. */
  declarations(): readonly DeclaredTools[] {
    return this.#rights.declarations();
  }

  /** Adds bodies to the prompt before the first turn: the requested ones, then pinned ones up to `padTo` tokens. */
  async preload(padding: {
    readonly names: readonly string[];
    readonly padTo: number;
    readonly base: number;
  }): Promise<void> {
    let size = padding.base;
    const { preload = [] } = this.#options;
    const wanted = new Set([...this.#preloaded.keys(), ...preload, ...padding.names]);
    for (const name of wanted) {
      const written = this.#preloaded.get(name)?.text;
      const asked = written !== undefined || preload.includes(name);
      const skill = this.#lookup(name);
      if (skill === undefined && written === "") this.#preloaded.delete(name);
      if (skill === undefined || (written ?? "") !== "" || (!asked && size >= padding.padTo)) continue;
      const span = activationSpan(skill, "always");
      const write = async () => {
        const body = await writeBody(skill, await this.body(skill), undefined, this.#engine);
        // It is rendered again for the first turn, and recorded again only if its text has changed since.
        if (this.#recorded.get(name) !== body.version) await this.#audit(skill, body, { reason: "always" });
        this.#recorded.set(name, body.version);
        return body;
      };
      const loaded = await traced(this.#engine.ports.tracer, span, write, describeBody).catch(
        unlessUnreadable,
      );
      if (loaded === undefined) {
        this.#preloaded.delete(name);
        continue;
      }
      this.#preloaded.set(name, loaded);
      this.#rights.recordLoad(skill);
      size += loaded.tokens;
      if (written === undefined) announceLoad(skill, loaded, { reason: "always" }, this.#engine);
    }
  }

  toJSON(): Pick<SessionState, "activations" | "spent" | "preloaded" | "released" | "rights" | "bodies"> {
    const bodies = this.#bodies.stored(this.activeSkills());
    return {
      ...(Object.keys(bodies).length === 0 ? {} : { bodies }),
      activations: this.list(),
      spent: this.#allowance.spent,
      preloaded: [...this.#preloaded.keys()],
      ...(this.#released.size === 0 ? {} : { released: [...this.#released] }),
      rights: this.#rights.toJSON(),
    };
  }

  restore(state: SessionState): void {
    for (const { evicted, ...activation } of state.activations) {
      this.#active.set(activation.name, activation);
      if (evicted === true) this.#evicted.add(activation.name);
    }
    for (const name of state.preloaded) this.#preloaded.set(name, NOT_WRITTEN);
    for (const [name, text] of Object.entries(state.bodies ?? {})) {
      const skill = this.#lookup(name);
      if (skill !== undefined) this.#bodies.keep(skill, text);
    }
    for (const name of state.released ?? []) this.#released.add(name);
    this.#allowance.restore(state.spent);
    this.#rights.restore(state.rights);
  }

  /** Reads all bodies now if the policy freezes them. */
  freeze(skills: readonly Skill[]): Promise<void> {
    return this.#bodies.freeze(skills);
  }

  /** The body as the policy serves it: as it is now, or as it was when the conversation started. */
  body(skill: Skill): Promise<Body> {
    return this.#bodies.of(skill);
  }

  /** Shares the bodies of the parent conversation; nothing is active in the child yet. */
  inherit(parent: Activations): void {
    this.#bodies.inherit(parent.#bodies);
  }

  /** Records that a rendered body goes to the model, and reports it. Throws if it cannot be recorded. */
  async record(skill: Skill, loaded: WrittenBody, record: LoadRecord): Promise<void> {
    await this.#audit(skill, loaded, record);
    const { turn, reason, args, partial = false } = record;
    const { version, charge } = loaded;
    const earlier = this.#active.get(skill.name);
    const isGuess = reason !== "on_demand" && (earlier === undefined || earlier.guess === true);
    this.#evicted.delete(skill.name);
    if (reason === "on_demand") {
      this.#rights.recordLoad(skill);
      this.#allowance.spend(charge);
    } else this.#rights.recordRead(skill);
    this.#active.set(skill.name, {
      name: skill.name,
      version,
      tokens: charge,
      reason,
      turn,
      ...(args === undefined ? {} : { args }),
      ...(isGuess ? { guess: true } : {}),
      ...(partial ? { partial } : {}),
    });
    announceLoad(skill, loaded, record, this.#engine);
  }

  async #audit(
    skill: Skill,
    { version, charge: tokens }: WrittenBody,
    { reason, by }: Pick<LoadRecord, "reason" | "by">,
  ): Promise<void> {
    const session = this.#session;
    await recordAction(
      this.#engine.ports.audit,
      activationRecord(skill, { version, tokens, reason, by, session }),
    );
  }

  /**
   * Counts a skill that is in the history as loaded now, because the user or the model requested it: it restricts tools
   * again, and is no guess any more.
   */
  claim(skill: Skill, activation: Activation): void {
    const { guess = false, ...claimed } = activation;
    if (!guess) {
      this.#rights.resume(skill.name);
      return;
    }
    this.#active.set(skill.name, { ...claimed, reason: "on_demand" });
    this.#rights.recordLoad(skill);
  }
}

/** Skips a skill that cannot be read; other errors are thrown. */
function unlessUnreadable(error: unknown): undefined {
  if (!isKnowhowError(error)) throw error;
}
