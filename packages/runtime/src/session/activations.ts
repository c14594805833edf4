import type { Injection, SkillMatch, ToolResult } from "../conversation.ts";
import type { LoadReason } from "../events.ts";
import { estimateTokens } from "../format/estimate-tokens.ts";
import { outlineOf } from "../format/outline.ts";
import { argumentSpecs } from "../injection/argument-spec.ts";
import { parseArguments } from "../injection/parse-arguments.ts";
import { substituteArguments } from "../injection/substitute-arguments.ts";
import type { SkillLibrary } from "../resolution/skill-library.ts";
import type { Skill } from "../skill.ts";
import type { SessionHost } from "./session-host.ts";
import type { SessionOptions } from "./session-options.ts";
import type { Activation, SessionState } from "./session-state.ts";
import { failure, success } from "./tools/skill-tool.ts";
import { writeSkill } from "./write-skill.ts";

/** Who asks for a body and in which turn. */
interface Request {
  readonly turn: number;
  readonly reason?: LoadReason;
  readonly toolUseId?: string | undefined;
  readonly args?: string | undefined;
}

interface Loaded {
  readonly text: string;
  readonly version: string;
  readonly tokens: number;
  readonly missing: readonly string[];
}

/** The bodies of one conversation: loads each once, keeps the limits, tells every load. */
export class Activations {
  readonly #host: SessionHost;
  readonly #options: SessionOptions;
  readonly #library: () => SkillLibrary;
  readonly #active = new Map<string, Activation>();
  readonly #preloaded = new Map<string, string>();
  readonly #frozen = new Map<string, string>();
  #spent = { activations: 0, tokens: 0 };

  constructor(host: SessionHost, options: SessionOptions, library: () => SkillLibrary) {
    this.#host = host;
    this.#options = options;
    this.#library = library;
  }

  names(): readonly string[] {
    return [...this.#active.keys()];
  }

  has(name: string): boolean {
    return this.#active.has(name) || this.#preloaded.has(name);
  }

  /** Written bodies that stand in the prompt, by name. */
  preloaded(): ReadonlyMap<string, string> {
    return this.#preloaded;
  }

  /** A skill whose body the model has, even when it may not load it itself. */
  find(name: string): Skill | undefined {
    return this.has(name) ? this.#library().get(name) : undefined;
  }

  list(): readonly Activation[] {
    return [...this.#active.values()];
  }

  release(name: string): void {
    this.#active.delete(name);
  }

  /** What active skills declare about tools. */
  declarations(): readonly { skill: string; allowed: readonly string[]; disallowed?: readonly string[] }[] {
    return this.names().flatMap((name) => {
      const skill = this.#library().get(name);
      if (skill === undefined) return [];
      const allowed = skill.allowedTools.length > 0 ? skill.allowedTools : (skill.fields.tools ?? []);
      const { disallowedTools } = skill.fields;
      if (allowed.length === 0 && disallowedTools === undefined) return [];
      return [
        { skill: name, allowed, ...(disallowedTools === undefined ? {} : { disallowed: disallowedTools }) },
      ];
    });
  }

  /** Puts bodies into the prompt before the first turn: those asked for, then pinned ones up to a size worth caching. */
  async preload(padding: {
    readonly names: readonly string[];
    readonly padTo: number;
    readonly base: number;
  }): Promise<void> {
    let size = padding.base;
    const wanted = new Set([...(this.#options.preload ?? []), ...padding.names]);
    for (const name of wanted) {
      const asked = this.#options.preload?.includes(name) ?? false;
      const skill = this.#library().get(name);
      if (skill === undefined || this.#preloaded.has(name) || (!asked && size >= padding.padTo)) continue;
      const loaded = await this.#write(skill, {});
      this.#preloaded.set(name, loaded.text);
      size += loaded.tokens;
      this.#tell(skill, loaded, { turn: 0, reason: "always" });
    }
  }

  /** The model asks for a body through a tool. */
  async load(skill: Skill, request: Request): Promise<ToolResult> {
    const metadata = this.#metadata(skill);
    if (this.#preloaded.has(skill.name)) {
      return success(`The skill "${skill.name}" already stands in full in the system prompt.`, {
        ...metadata,
        already_preloaded: true,
      });
    }
    const earlier = this.#active.get(skill.name);
    const loaded = await this.#write(skill, request);
    if (earlier !== undefined && earlier.version === loaded.version) {
      return success(
        `The skill "${skill.name}" was loaded earlier in this conversation; its instructions still hold.`,
        { ...metadata, already_loaded: true },
      );
    }
    const refusal = this.#overLimit(skill, loaded.tokens);
    if (refusal !== undefined) return failure(refusal, metadata);
    this.#record(skill, loaded, { ...request, reason: request.reason ?? "on_demand" });
    return success(loaded.text, {
      ...metadata,
      skill_version: loaded.version,
      load_size_tokens: loaded.tokens,
    });
  }

  /** A message or a file calls for a body: it is injected once. */
  async inject(
    skill: Skill,
    match: SkillMatch,
    turn: number,
    enriched: string | undefined,
  ): Promise<{ injection?: Injection; note?: string }> {
    const byPerson = match.loadReason === "on_demand";
    if (byPerson && skill.fields.userInvocable === false)
      return { note: `the skill "${skill.name}" cannot be started by name` };
    if (this.#preloaded.has(skill.name) || (this.#active.has(skill.name) && match.args === undefined))
      return {};
    const request = { turn, reason: match.loadReason, args: match.args };
    const loaded = await this.#write(skill, request);
    const refusal = this.#overLimit(skill, loaded.tokens);
    if (refusal !== undefined) return { note: refusal };
    this.#record(skill, loaded, request);
    const ask = loaded.missing.length === 0 ? "" : `\n\nAsk the person for: ${loaded.missing.join(", ")}.`;
    const text = (enriched ?? loaded.text) + ask;
    return {
      injection: {
        kind: "skill",
        skill: skill.name,
        text,
        tokens: loaded.tokens,
        reason: match.reasons.join("; "),
      },
    };
  }

  toJSON(): Pick<SessionState, "activations" | "spent" | "preloaded"> {
    return { activations: this.list(), spent: { ...this.#spent }, preloaded: [...this.#preloaded.keys()] };
  }

  restore(state: SessionState): void {
    for (const activation of state.activations) this.#active.set(activation.name, activation);
    for (const name of state.preloaded) this.#preloaded.set(name, "");
    this.#spent = { ...state.spent };
  }

  /** The body as the policy serves it: as it is now, or as it was when the session first looked. */
  async body(skill: Skill): Promise<string> {
    const { bodies } = this.#host.profile.discovery;
    const kept = bodies === "frozen" ? this.#frozen.get(skill.name) : undefined;
    if (kept !== undefined) return kept;
    const { body } = await this.#host.read(skill);
    if (bodies === "frozen") this.#frozen.set(skill.name, body);
    return body;
  }

  async #write(skill: Skill, request: Partial<Request>): Promise<Loaded> {
    const { profile, ports, resources } = this.#host;
    const body = await this.body(skill);
    const count = ports.tokenizer ?? estimateTokens;
    const filled = fillArguments(skill, body, request.args, profile.activation.firstArgument);
    const tokens = count(body);
    const isLong = tokens > profile.activation.outlineAbove;
    const passage = {
      skill,
      body: filled.text,
      resources: await resources(skill),
      ...(isLong ? { outline: outlineOf(body, count) } : {}),
    };
    const version = ports.hash.sha256(body).slice(0, 16);
    return {
      text: writeSkill(passage, profile.activation, profile.catalog),
      version,
      tokens,
      missing: filled.missing,
    };
  }

  #overLimit(skill: Skill, tokens: number): string | undefined {
    const { activation } = this.#host.profile;
    const maxActivations = this.#options.maxActivations ?? activation.maxActivations;
    const maxTokens = this.#options.maxTokens ?? activation.maxTokens;
    if (this.#spent.activations + 1 > maxActivations) {
      return `the skill "${skill.name}" was not loaded: this conversation has used its ${maxActivations} activations; work with the skills that are loaded`;
    }
    if (this.#spent.tokens + tokens <= maxTokens) return undefined;
    return `the skill "${skill.name}" was not loaded: its ${tokens} tokens would exceed the ${maxTokens} tokens for skills in this conversation (${this.#spent.tokens} are used)`;
  }

  #record(skill: Skill, loaded: Loaded, request: Request): void {
    const { turn, reason = "on_demand", args } = request;
    const { version, tokens } = loaded;
    this.#spent = { activations: this.#spent.activations + 1, tokens: this.#spent.tokens + tokens };
    this.#active.set(skill.name, {
      name: skill.name,
      version,
      tokens,
      reason,
      turn,
      ...(args === undefined ? {} : { args }),
    });
    this.#tell(skill, loaded, request);
  }

  #tell(skill: Skill, loaded: Loaded, { reason = "on_demand", toolUseId }: Request): void {
    const payload = {
      skill_id: skill.name,
      skill_version: loaded.version,
      load_reason: reason,
      load_size_tokens: loaded.tokens,
      source: this.#host.profile.catalog.levelNames[skill.origin.level],
      triggered_by_tool_use_id: toolUseId ?? null,
    };
    this.#host.tell({ type: "skill.loaded", payload });
  }

  #metadata(skill: Skill): Readonly<Record<string, unknown>> {
    const { profile } = this.#host;
    return {
      skill_id: skill.name,
      skill_version: skill.version,
      source: profile.catalog.levelNames[skill.origin.level],
      load_size_tokens: skill.tokens,
    };
  }
}

/** Fills placeholders; a skill that the model loads got no arguments, so only its directory is filled in. */
function fillArguments(
  skill: Skill,
  body: string,
  args: string | undefined,
  firstArgument: 0 | 1,
): { text: string; missing: readonly string[] } {
  const { directory } = skill;
  const specs = argumentSpecs(skill.fields);
  const variables = {
    SKILL_DIR: directory,
    CLAUDE_SKILL_DIR: directory,
    HERMES_SKILL_DIR: directory,
    baseDir: directory,
  };
  return substituteArguments(body, parseArguments(args, specs), specs, {
    indexBase: firstArgument,
    variables,
  });
}
