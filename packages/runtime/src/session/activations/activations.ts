import type { Injection, SkillMatch, ToolResult } from "../../conversation.ts";
import { isKnowhowError } from "../../errors.ts";
import type { LoadReason } from "../../events.ts";
import { estimateTokens } from "../../format/estimate-tokens.ts";
import { argumentLine } from "../../injection/arguments/argument-line.ts";
import { argumentSpecs } from "../../injection/arguments/argument-spec.ts";
import { fence } from "../../injection/escape-text.ts";
import type { Awaitable } from "../../ports.ts";
import type { Skill } from "../../skill.ts";
import { failure, success } from "../../skill-tool.ts";
import type { SessionEngine } from "../session-engine.ts";
import type { SessionOptions } from "../session-options.ts";
import type { Activation, DeclaredTools, SessionState } from "../session-state.ts";
import { activationSpan, describeBody, describeInjection, describeLoad } from "../tracing/spans.ts";
import { traced } from "../tracing/traced.ts";
import { invocationRefusal } from "../turn/explicit-matches.ts";
import { Allowance } from "./allowance.ts";
import { Bodies, type Body } from "./bodies.ts";
import { Rights } from "./rights.ts";
import { announceLoad, askForMissing, type WrittenBody, writeBody } from "./write-body.ts";

/** How and when a body is requested. */
interface ActivationRequest {
  readonly turn: number;
  readonly reason?: LoadReason;
  readonly toolUseId?: string | undefined;
  readonly args?: string | undefined;
  /** True if the model gets another text than the body. */
  readonly partial?: boolean;
  /** True: give the body in full even if it was loaded before, and apply the limits to this load alone. */
  readonly again?: boolean | undefined;
}

/** A turn's request to inject a body. */
interface InjectionRequest {
  readonly turn: number;
  /** Text to inject instead of the body; undefined for the body. */
  readonly enrich: (body: string) => Awaitable<string | undefined>;
  /**
   * False if a text with this many tokens exceeds what is left of this turn's budget. Not called for skills that the
   * user named.
   */
  readonly fits: (tokens: number) => boolean;
}

/** The result of a match: a text, a note for the user, or its size in tokens if it did not fit. */
export interface InjectionOutcome {
  readonly injection?: Injection;
  readonly note?: string;
  readonly leftOut?: number;
}

type PreloadedBody = Pick<WrittenBody, "text" | "version" | "charge">;

const NOT_WRITTEN: PreloadedBody = { text: "", version: "", charge: 0 };

/** The loaded bodies of one conversation: loads each once, enforces the limits and reports every load. */
export class Activations {
  readonly #engine: SessionEngine;
  readonly #options: SessionOptions;
  readonly #lookup: (name: string) => Skill | undefined;
  readonly #rights: Rights;
  readonly #active = new Map<string, Activation>();
  /** Rendered bodies by name; one without text must be rendered again. */
  readonly #preloaded = new Map<string, PreloadedBody>();
  readonly #bodies: Bodies;
  /** Active skills whose body the host dropped; loading one of them returns the body again. */
  readonly #evicted = new Set<string>();
  readonly #released = new Set<string>();
  readonly #allowance: Allowance;

  /** `lookup` returns only skills that are available in this conversation. */
  constructor(
    engine: SessionEngine,
    options: SessionOptions,
    lookup: (name: string) => Skill | undefined,
    textOf: (skill: Skill) => string | undefined,
  ) {
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

  /** Counts a section or a file towards the limits; returns the reason if it exceeds them. */
  spend(
    skill: Skill,
    tokens: number,
    { again = false }: { readonly again?: boolean } = {},
  ): string | undefined {
    return this.#allowance.spendOnPart(skill, tokens, { alone: again });
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
      const write = () => this.#write(skill);
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

  /** Loads a body that the model requested through a tool. */
  load(skill: Skill, request: ActivationRequest): Promise<ToolResult> {
    const span = activationSpan(skill, request.reason ?? "on_demand");
    return traced(this.#engine.ports.tracer, span, () => this.#load(skill, request), describeLoad);
  }

  async #load(skill: Skill, request: ActivationRequest): Promise<ToolResult> {
    const metadata = this.#metadata(skill);
    const pointsBack = this.#engine.profile.activation.repeat === "pointer" && request.again !== true;
    const preloaded = this.#preloaded.get(skill.name);
    if (pointsBack && preloaded !== undefined) {
      return success(`The skill "${skill.name}" is already in the system prompt.`, {
        ...metadata,
        ...(preloaded === NOT_WRITTEN ? {} : describeGiven(preloaded)),
        already_preloaded: true,
      });
    }
    const body = await this.body(skill);
    const known = this.#inHistory(skill.name, body);
    if (pointsBack && known !== undefined) {
      this.#claim(skill, known);
      return success(
        `The skill "${skill.name}" was loaded earlier in this conversation. Its instructions still apply.`,
        { ...metadata, ...describeGiven({ ...known, charge: known.tokens }), already_loaded: true },
      );
    }
    const loaded = await writeBody(skill, body, request.args, this.#engine);
    const refusal = this.#allowance.refuse(skill, loaded.charge, { alone: request.again === true });
    if (refusal !== undefined) return failure(refusal, metadata);
    this.#record(skill, loaded, { ...request, reason: request.reason ?? "on_demand" });
    return success(loaded.text, { ...metadata, ...describeGiven(loaded) });
  }

  /** Injects a body for a message or a file: once, and again if its arguments differ. */
  async inject(skill: Skill, match: SkillMatch, request: InjectionRequest): Promise<InjectionOutcome> {
    const refusal = match.loadReason === "on_demand" ? invocationRefusal(skill) : undefined;
    if (refusal !== undefined) return { note: refusal };
    if (this.#preloaded.has(skill.name)) return {};
    return traced(
      this.#engine.ports.tracer,
      activationSpan(skill, match.loadReason),
      () => this.#inject(skill, match, request),
      (span, given) => describeInjection(span, given, this.#active.get(skill.name)),
    );
  }

  async #inject(
    skill: Skill,
    match: SkillMatch,
    { turn, enrich, fits }: InjectionRequest,
  ): Promise<InjectionOutcome> {
    const { loadReason: reason } = match;
    const isGuess = reason !== "on_demand";
    const args = match.args ?? argumentLine(match.variables ?? {}, argumentSpecs(skill.fields));
    const earlier = this.#evicted.has(skill.name) ? undefined : this.#active.get(skill.name);
    if (earlier !== undefined && isGuess && match.variables === undefined) return {};
    const body = await this.body(skill);
    if (earlier?.version === body.version && (args === undefined || args === (earlier.args ?? ""))) {
      if (isGuess) return {};
      if (earlier.partial !== true && this.#engine.profile.activation.repeat === "pointer") {
        this.#claim(skill, earlier);
        return args === undefined ? {} : { injection: this.#remind(skill) };
      }
    }
    const loaded = await writeBody(skill, body, args, this.#engine);
    const enriched = await enrich(body.text);
    const inputs = enriched === undefined || args === undefined ? "" : `\n\nARGUMENTS: ${fence(args)}`;
    const text = askForMissing((enriched ?? loaded.text) + inputs, loaded.missing);
    const tokens = this.#count(text);
    if (isGuess && !fits(tokens)) return { leftOut: tokens };
    const refusal = isGuess ? undefined : this.#allowance.refuse(skill, loaded.charge);
    if (refusal !== undefined) return { note: refusal };
    const charge = enriched === undefined ? loaded.charge : tokens;
    this.#record(skill, { ...loaded, charge }, { turn, reason, args, partial: enriched !== undefined });
    return {
      injection: { kind: "skill", skill: skill.name, text, tokens, reason: match.reasons.join("; ") },
    };
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

  async #write(skill: Skill, args?: string | undefined): Promise<WrittenBody> {
    return writeBody(skill, await this.body(skill), args, this.#engine);
  }

  /** A one-line notice for a command whose body is already in the history. */
  #remind({ name }: Skill): Injection {
    const text = `The user invoked the skill "${name}" again. Follow the instructions loaded above.`;
    return { kind: "notice", skill: name, text, tokens: this.#count(text), reason: "it was loaded before" };
  }

  #count(text: string): number {
    return (this.#engine.ports.tokenizer ?? estimateTokens)(text);
  }

  #record(skill: Skill, loaded: WrittenBody, request: ActivationRequest): void {
    const { turn, reason = "on_demand", args, partial = false } = request;
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
    announceLoad(skill, loaded, request, this.#engine);
  }

  /** The complete body in the history, if it is the version that is served now. */
  #inHistory(name: string, { version }: Body): Activation | undefined {
    const activation = this.#evicted.has(name) ? undefined : this.#active.get(name);
    return activation?.version === version && activation.partial !== true ? activation : undefined;
  }

  /**
   * Counts a skill that is in the history as loaded now, because the user or the model requested it: it restricts tools
   * again, and is no guess any more.
   */
  #claim(skill: Skill, activation: Activation): void {
    const { guess = false, ...claimed } = activation;
    if (!guess) {
      this.#rights.resume(skill.name);
      return;
    }
    this.#active.set(skill.name, { ...claimed, reason: "on_demand" });
    this.#rights.recordLoad(skill);
  }

  #metadata(skill: Skill): Readonly<Record<string, unknown>> {
    return {
      skill_id: skill.name,
      skill_version: skill.version,
      source: skill.source,
      load_size_tokens: skill.tokens,
    };
  }
}

function describeGiven({ version, charge }: Pick<WrittenBody, "version" | "charge">) {
  return { skill_version: version, load_size_tokens: charge };
}

/** Skips a skill that cannot be read; other errors are thrown. */
function unlessUnreadable(error: unknown): undefined {
  if (!isKnowhowError(error)) throw error;
}
