import type { CatalogSummary } from "../../conversation.ts";
import { estimateTokens } from "../../format/estimate-tokens.ts";
import { catalogFrame } from "../../injection/catalog/catalog-frame.ts";
import type { SkillLibrary } from "../../resolution/skill-library.ts";
import type { Activations } from "../activations/activations.ts";
import type { LibraryView } from "../audience.ts";
import type { SessionEngine } from "../session-engine.ts";
import { catalogBudget, type SessionOptions } from "../session-options.ts";
import type { Baseline, SessionState } from "../session-state.ts";
import { announce, writeBaseline, writeDelta } from "./baseline.ts";

const NO_CATALOG: CatalogSummary = {
  total: 0,
  full: 0,
  shortened: 0,
  nameOnly: 0,
  omitted: [],
  costs: [],
  tokens: 0,
  budget: 0,
};

/** The prompt of a conversation: a baseline that never changes, and announcements of later changes. */
export class Prompt {
  readonly #engine: SessionEngine;
  readonly #options: SessionOptions;
  readonly #activations: Activations;
  #baseline: Baseline | undefined;
  #announced: Readonly<Record<string, string>> = {};
  #announcedFor: SkillLibrary | undefined;
  #preparation: Promise<void> | undefined;

  constructor(engine: SessionEngine, options: SessionOptions, activations: Activations) {
    this.#engine = engine;
    this.#options = options;
    this.#activations = activations;
  }

  /**
   * Reads the bodies that belong in the prompt: the requested ones, and pinned ones up to the host's smallest cacheable
   * size.
   */
  async prepare(view: LibraryView): Promise<void> {
    await this.#activations.freeze(view.audience.everyone());
    this.#preparation ??= this.#preload(view);
    await this.#preparation;
  }

  /** The baseline; rendered on the first call. */
  async ensure(view: LibraryView, availableTools: readonly string[] | undefined): Promise<Baseline> {
    await this.prepare(view);
    if (this.#baseline !== undefined) return this.#baseline;
    // The bodies may have changed since they were read, so render them as they are now.
    this.#activations.forgetPreloaded();
    await this.#preload(view);
    const canRead = this.#canRead(availableTools);
    this.#baseline = canRead ? this.#write(view) : { text: "", catalog: NO_CATALOG };
    this.#announced = canRead ? announce(view.audience.seen()) : {};
    this.#announcedFor = canRead ? view.library : undefined;
    return this.#baseline;
  }

  /** Returns what changed since the last announcement, once. */
  takeDelta(
    { library, audience }: LibraryView,
    availableTools: readonly string[] | undefined,
  ): string | undefined {
    if (this.#announcedFor === library || !this.#canRead(availableTools)) return undefined;
    const now = announce(audience.seen());
    const delta = writeDelta(this.#announced, now, {
      characters: catalogBudget(this.#options) * 4,
      locationOf: (name) => (this.#location === false ? undefined : audience.forModel(name)?.path),
    });
    const isFirst = this.#baseline?.text === "" && Object.keys(this.#announced).length === 0;
    this.#announced = now;
    this.#announcedFor = library;
    if (delta === undefined || !isFirst) return delta;
    return `${delta}\n${catalogFrame(this.#engine.profile, this.#location).instructions}`;
  }

  /** Discards baseline and announcements after the host discarded its history. */
  forget(): void {
    this.#baseline = undefined;
    this.#announced = {};
    this.#announcedFor = undefined;
    this.#preparation = undefined;
    this.#activations.forgetPreloaded();
  }

  toJSON(): Pick<SessionState, "baseline" | "announced"> {
    const baseline = this.#baseline;
    return { ...(baseline === undefined ? {} : { baseline }), announced: this.#announced };
  }

  restore(state: SessionState): void {
    this.#baseline = state.baseline;
    this.#announced = state.announced;
    // A restored baseline takes no further bodies.
    if (state.baseline !== undefined) this.#preparation = Promise.resolve();
  }

  async #preload(view: LibraryView): Promise<void> {
    const { padTo = 0, pins = [] } = this.#options;
    const base = padTo === 0 ? 0 : this.#count(this.#write(view).text);
    const names = pins.filter((name) => view.audience.forModel(name) !== undefined);
    await this.#activations.preload({ names, padTo, base });
  }

  #write({ audience }: LibraryView): Baseline {
    const { profile, ports } = this.#engine;
    return writeBaseline(audience.seen(), {
      profile,
      budget: catalogBudget(this.#options),
      format: this.#options.catalogFormat ?? profile.catalog.format,
      location: this.#location,
      pins: new Set(this.#options.pins ?? []),
      uses: new Map(Object.entries(this.#options.uses ?? {})),
      preloaded: this.#activations.preloaded(),
      tokenizer: ports.tokenizer,
    });
  }

  /** A list of skills is useless if none of them can be read. */
  #canRead(availableTools: readonly string[] | undefined): boolean {
    return this.#options.canRead !== false && this.missingTool(availableTools) === undefined;
  }

  /** The tool of the host without which no skills are listed; undefined if the host has it. Hosts write `read` or `Read`. */
  missingTool(availableTools: readonly string[] | undefined): string | undefined {
    const { needsTool } = this.#engine.profile.catalog;
    if (needsTool === undefined || availableTools === undefined) return undefined;
    const isNeeded = (name: string) => name.toLowerCase() === needsTool.toLowerCase();
    return availableTools.some(isNeeded) ? undefined : needsTool;
  }

  get #location(): boolean | "only" {
    return this.#options.location ?? this.#engine.profile.catalog.location;
  }

  #count(text: string): number {
    return (this.#engine.ports.tokenizer ?? estimateTokens)(text);
  }
}
