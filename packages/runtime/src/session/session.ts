import type {
  CatalogSummary,
  Injection,
  Message,
  SkillMatch,
  SkillProvider,
  ToolDefinition,
  ToolResult,
  Turn,
  TurnInput,
} from "../conversation.ts";
import { compileGlob } from "../discovery/globs.ts";
import {
  createToolScope,
  type ToolCall,
  type ToolDecision,
  type ToolScope,
} from "../execution/tool-scope/tool-scope.ts";
import { estimateTokens } from "../format/estimate-tokens.ts";
import type { SkillLibrary } from "../resolution/skill-library.ts";
import type { Skill } from "../skill.ts";
import { nearestWord } from "../words.ts";
import { Activations } from "./activations.ts";
import { announce, type VisibleSkill, writeBaseline, writeDelta } from "./baseline.ts";
import { writeCompaction } from "./compaction.ts";
import { explicitProvider } from "./explicit-provider.ts";
import { type ResourceReading, readResource } from "./read-resource.ts";
import type { SessionHost } from "./session-host.ts";
import { catalogBudget, type SessionOptions } from "./session-options.ts";
import { readSessionState, type SessionState } from "./session-state.ts";
import { parseSkillUrl } from "./skill-url.ts";
import { checkArguments } from "./tools/check-arguments.ts";
import { type CallContext, failure, type ToolScene } from "./tools/skill-tool.ts";
import { defineTool, TOOL_TABLE } from "./tools/tool-table.ts";

interface Baseline {
  readonly text: string;
  readonly catalog: CatalogSummary;
}

/** One conversation: what the model is told, what it can call, and what it has loaded. */
export class Session {
  readonly #host: SessionHost;
  readonly #options: SessionOptions;
  readonly #provider: SkillProvider;
  readonly #activations: Activations;
  #library: SkillLibrary;
  #visible: readonly VisibleSkill[] | undefined;
  #loadable: readonly Skill[] | undefined;
  #baseline: Baseline | undefined;
  #announced: Readonly<Record<string, string>> = {};
  #announcedFor: SkillLibrary | undefined;
  #turn = 0;
  #lastMessage = "";

  constructor(host: SessionHost, options: SessionOptions, library: SkillLibrary = host.current()) {
    this.#host = host;
    this.#options = options;
    this.#library = library;
    this.#activations = new Activations(host, options, () => this.#library);
    this.#provider = options.provider ?? explicitProvider(() => this.#everyone(), host.commands);
    if (options.restore !== undefined) this.#restore(readSessionState(options.restore));
  }

  /** Reads what must stand in the prompt; `turn` does it too when nobody did. */
  async prepare(): Promise<void> {
    await this.#activations.preload(this.#pinnedForPadding());
  }

  /** Everything the host needs for the next model call. */
  async turn(input: TurnInput = {}): Promise<Turn> {
    this.#turn += 1;
    const baseline = await this.#ensureBaseline(input.availableTools);
    const delta = this.#takeDelta();
    const matches = await this.#match(input);
    const { inject, notes } = await this.#act(matches);
    const tools = this.tools();
    const scope = this.#scope(input.availableTools);
    return {
      baseline: baseline.text,
      ...(delta === undefined ? {} : { delta }),
      inject,
      tools,
      ...(scope.activeTools === undefined ? {} : { activeTools: [...scope.activeTools] }),
      fingerprint: this.#host.ports.hash.sha256(
        `${baseline.text}\u0000${tools.map((tool) => tool.name).join(" ")}`,
      ),
      report: {
        catalog: baseline.catalog,
        matches,
        active: this.#activations.names(),
        untrusted: this.#untrusted(),
        newerLibrary: this.#host.current() !== this.#library,
        notes: [...notes, ...scope.diagnostics.map((diagnostic) => diagnostic.message)],
      },
    };
  }

  /** Answers a call of one of the skill tools. Never throws for what a model wrote. */
  async call(tool: string, args: unknown, context: CallContext = {}): Promise<ToolResult> {
    await this.#ensureBaseline(undefined);
    const { tools } = this.#host.profile;
    const naming =
      tools.find((candidate) => candidate.name === tool) ??
      tools.find((candidate) => candidate.aliases?.includes(tool));
    if (naming === undefined)
      return failure(
        unknownTool(
          tool,
          tools.map((candidate) => candidate.name),
        ),
      );
    const operation = TOOL_TABLE[naming.operation];
    const checked = checkArguments(operation, naming, args);
    if (!checked.ok) return failure(checked.message);
    context.signal?.throwIfAborted();
    return operation.run(checked.args, this.#scene(), context);
  }

  /** The skill tools that can succeed now. */
  tools(): readonly ToolDefinition[] {
    const scene = this.#scene();
    const useful = this.#host.profile.tools.filter((naming) =>
      TOOL_TABLE[naming.operation].canSucceed(scene),
    );
    return useful.map(defineTool);
  }

  /** Every skill tool, for hosts that must name their tools before the first turn. */
  allTools(): readonly ToolDefinition[] {
    return this.#host.profile.tools.map(defineTool);
  }

  /** The tools that may be called now, as in `turn()`; for hosts that choose tools before they know the messages. */
  activeTools(availableTools: readonly string[]): readonly string[] | undefined {
    return this.#scope(availableTools).activeTools;
  }

  /** Whether the host may run one of its own tools now; put it around every call. */
  guard(call: ToolCall, availableTools?: readonly string[]): ToolDecision {
    const decision = this.#scope(availableTools).decide(call);
    if (decision.verdict === "deny")
      this.#host.tell({ type: "tool.denied", tool: call.name, active: this.#activations.names() });
    return decision;
  }

  /** Reads `skill://name` or `skill://name/path` for a host's own read tool. */
  async resolve(url: string): Promise<ResourceReading> {
    const address = parseSkillUrl(url);
    if (!address.ok) return address;
    const skill = this.#everyone().find((candidate) => candidate.name === address.name);
    if (skill === undefined) return { ok: false, message: `no skill registered with name '${address.name}'` };
    if (address.path !== undefined)
      return readResource(skill, await this.#host.resources(skill), { path: address.path }, this.#host.ports);
    const { text } = await this.#host.read(skill);
    return {
      ok: true,
      path: "SKILL.md",
      contentType: "text/markdown",
      text,
      page: 1,
      pages: 1,
      size: text.length,
      encoding: "utf-8",
    };
  }

  /** What to add again after the host compacted its history, within a number of tokens. The catalogue is made anew. */
  async compacted(options: { readonly keepTokens?: number } = {}): Promise<readonly Injection[]> {
    this.#baseline = undefined;
    this.#announcedFor = undefined;
    const injections = await writeCompaction(this.#activations, this.#host, options.keepTokens ?? 2_000);
    this.#host.tell({
      type: "session.compacted",
      kept: injections.length,
      active: this.#activations.names().length,
    });
    return injections;
  }

  /** Says that a skill's work is done: it no longer restricts tools and does not come back after compaction. */
  release(name: string): void {
    this.#activations.release(name);
  }

  /** Goes on with the newest library; the next turn says what changed. */
  adopt(): void {
    this.#library = this.#host.current();
    this.#visible = undefined;
    this.#loadable = undefined;
  }

  /** A subagent's session: the same library, its own activations; nothing it does changes this one. */
  fork(options: Omit<SessionOptions, "restore"> = {}): Session {
    const inherited = { ...this.#options, ...options };
    const { restore: _restore, preload: _preload, ...rest } = inherited;
    this.#host.tell({ type: "session.forked", skills: options.skills?.length ?? this.#library.size });
    return new Session(this.#host, { ...rest, preload: options.preload ?? [] }, this.#library);
  }

  /** The conversation as JSON, for `session({ restore })`. */
  toJSON(): SessionState {
    const { skills } = this.#options;
    return {
      format: "knowhow-session-1",
      library: this.#library.fingerprint,
      turn: this.#turn,
      ...this.#activations.toJSON(),
      pins: [...(this.#options.pins ?? [])],
      ...(skills === undefined ? {} : { allow: [...skills] }),
      grants: [...(this.#options.grants ?? [])],
      baseline: this.#baseline?.text ?? "",
      announced: this.#announced,
      lastMessage: this.#lastMessage,
    };
  }

  #restore(state: SessionState): void {
    this.#turn = state.turn;
    this.#lastMessage = state.lastMessage;
    this.#activations.restore(state);
    if (state.baseline === "") return;
    const { catalog } = this.#writeBaseline();
    this.#baseline = { text: state.baseline, catalog };
    this.#announced = state.announced;
    this.#announcedFor = state.library === this.#library.fingerprint ? this.#library : undefined;
  }

  async #ensureBaseline(availableTools: readonly string[] | undefined): Promise<Baseline> {
    if (this.#baseline !== undefined) return this.#baseline;
    await this.#activations.preload(this.#pinnedForPadding());
    const { needsTool } = this.#host.profile.catalog;
    const readable =
      this.#options.canRead !== false &&
      (needsTool === undefined || availableTools === undefined || availableTools.includes(needsTool));
    this.#baseline = readable
      ? this.#writeBaseline()
      : {
          text: "",
          catalog: { total: 0, full: 0, shortened: 0, nameOnly: 0, omitted: [], tokens: 0, budget: 0 },
        };
    this.#announced = announce(this.#seen());
    this.#announcedFor = this.#library;
    return this.#baseline;
  }

  #writeBaseline(): Baseline {
    const { profile, ports } = this.#host;
    return writeBaseline(this.#seen(), {
      profile,
      budget: catalogBudget(this.#options),
      format: this.#options.catalogFormat ?? profile.catalog.format,
      location: this.#options.location ?? profile.catalog.location,
      pins: new Set(this.#options.pins ?? []),
      preloaded: this.#activations.preloaded(),
      tokenizer: ports.tokenizer,
    });
  }

  /** Pinned skills whose bodies fill the prefix up to the host's smallest cacheable size. */
  #pinnedForPadding(): { readonly names: readonly string[]; readonly padTo: number; readonly base: number } {
    const { padTo = 0, pins = [] } = this.#options;
    const base = padTo === 0 ? 0 : this.#count(this.#writeBaseline().text);
    return { names: pins, padTo, base };
  }

  #takeDelta(): string | undefined {
    if (this.#announcedFor === this.#library) return undefined;
    const now = announce(this.#seen());
    const delta = writeDelta(this.#announced, now, catalogBudget(this.#options) * 4);
    this.#announced = now;
    this.#announcedFor = this.#library;
    return delta;
  }

  async #match(input: TurnInput): Promise<readonly SkillMatch[]> {
    const messages = input.messages ?? [];
    const message = newestRequest(messages);
    const key =
      message === undefined ? "" : `${messages.filter(({ role }) => role === "user").length}:${message}`;
    const isNew = key !== "" && key !== this.#lastMessage;
    this.#lastMessage = key === "" ? this.#lastMessage : key;
    return this.#provider.match({
      message: isNew ? (message ?? "") : "",
      messages,
      files: input.files ?? [],
      skills: this.#everyone(),
      active: this.#activations.names(),
    });
  }

  /** Loads what must be loaded, suggests the rest. */
  async #act(
    matches: readonly SkillMatch[],
  ): Promise<{ inject: readonly Injection[]; notes: readonly string[] }> {
    const inject: Injection[] = [];
    const notes: string[] = [];
    for (const match of matches.filter(({ decision }) => decision === "load")) {
      const skill = this.#everyone().find((candidate) => candidate.name === match.name);
      if (skill === undefined) continue;
      const outcome = await this.#activations.inject(
        skill,
        match,
        this.#turn,
        await this.#provider.enrich?.(match, skill),
      );
      if (outcome.injection !== undefined) inject.push(outcome.injection);
      if (outcome.note !== undefined) notes.push(outcome.note);
    }
    const suggested = matches.filter(
      ({ decision, name }) => decision === "suggest" && !this.#activations.has(name),
    );
    const text = this.#suggestion(suggested);
    if (text !== "")
      inject.push({
        kind: "suggestion",
        text,
        tokens: this.#count(text),
        reason: "these skills fit the message",
      });
    return { inject, notes };
  }

  #suggestion(matches: readonly SkillMatch[]): string {
    const entries = matches.flatMap(({ name }) => {
      const skill = this.#model(name);
      return skill === undefined ? [] : [`- ${skill.name}: ${skill.description}`];
    });
    return entries.length === 0 ? "" : ["Skills that may help with this message:", ...entries].join("\n");
  }

  #scope(availableTools: readonly string[] | undefined): ToolScope {
    const { tools } = this.#host.profile;
    return createToolScope({
      mode: this.#options.toolScope ?? "advisory",
      ...(availableTools === undefined ? {} : { host: availableTools }),
      declarations: this.#activations.declarations(),
      grants: this.#options.grants ?? [],
      always: tools.flatMap((tool) => [tool.name, ...(tool.aliases ?? [])]),
    });
  }

  #scene(): ToolScene {
    return {
      host: this.#host,
      loadable: () => this.#loadableSkills(),
      find: (name) => this.#model(name) ?? this.#activations.find(name),
      active: () => [...this.#activations.names(), ...this.#activations.preloaded().keys()],
      activate: async (name, context) => {
        const skill = this.#model(name);
        if (skill === undefined) return failure(this.#refusal(name));
        return this.#activations.load(skill, { turn: this.#turn, toolUseId: context.toolUseId });
      },
    };
  }

  #refusal(name: string): string {
    if (this.#loadableSkills().length === 0 && this.#library.size === 0)
      return "skills are not configured for this session";
    const state = this.#library.entry(name)?.state;
    if (state === "user-only")
      return `the skill '${name}' can only be started by the person: they write /${name}`;
    const near = nearestWord(
      name,
      this.#loadableSkills().map((skill) => skill.name),
    );
    const help = near === undefined ? "" : `; did you mean '${near}'?`;
    return `no skill registered with name '${name}'${help}`;
  }

  /** Skills that the model sees, in the library's order. */
  #seen(): readonly VisibleSkill[] {
    this.#visible ??= this.#library.entries().flatMap(({ skill, state }) => {
      if (state !== "on" && state !== "name-only") return [];
      return this.#allows(skill.name) ? [{ skill, state }] : [];
    });
    return this.#visible;
  }

  #loadableSkills(): readonly Skill[] {
    this.#loadable ??= this.#seen().map(({ skill }) => skill);
    return this.#loadable;
  }

  #model(name: string): Skill | undefined {
    const entry = this.#library.entry(name);
    const seen =
      entry !== undefined && (entry.state === "on" || entry.state === "name-only") && this.#allows(name);
    return seen ? entry.skill : undefined;
  }

  /** Skills that take part for anybody, the person included. */
  #everyone(): readonly Skill[] {
    return this.#options.skills === undefined
      ? this.#library.list()
      : this.#library.list().filter(({ name }) => this.#allows(name));
  }

  #allows(name: string): boolean {
    const { skills } = this.#options;
    return skills === undefined || skills.some((pattern) => pattern === name || compileGlob(pattern)(name));
  }

  #untrusted(): readonly string[] {
    return this.#library
      .entries()
      .filter(({ state }) => state === "untrusted")
      .map(({ skill }) => skill.name);
  }

  #count(text: string): number {
    return (this.#host.ports.tokenizer ?? estimateTokens)(text);
  }
}

function newestRequest(messages: readonly Message[]): string | undefined {
  return messages.findLast((message) => message.role === "user")?.content;
}

function unknownTool(tool: string, known: readonly string[]): string {
  const near = nearestWord(tool, known);
  return `there is no skill tool named '${tool.slice(0, 60)}'; ${near === undefined ? `use one of ${known.join(", ")}` : `did you mean '${near}'?`}`;
}
