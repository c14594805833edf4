import type { Diagnostic } from "./diagnostics.ts";
import type { EventScope, KnowhowEvent } from "./events.ts";
import type { RuntimeOptions } from "./options.ts";
import type { Ports } from "./ports.ts";
import type { Profile, Provider } from "./profile.ts";
import type { Scans } from "./scan.ts";
import type { TrustLedger } from "./trust.ts";

/** The part of a runtime's configuration that its library needs. */
export interface EngineConfig {
  /** Problems found in the configuration. */
  diagnostics(): readonly Diagnostic[];
  /** Paths of the configuration files, for a watcher. */
  places(): readonly string[];
  /** Reads the configuration files again. */
  reload(): Promise<void>;
}

/** What all parts of a runtime share. */
export interface Engine {
  /** The profile, with the matching mode that currently applies. */
  readonly profile: Profile;
  /** The outside world, with the files of every source mounted. */
  readonly ports: Ports;
  /** The options that currently apply: the host's combined with the configuration's, and the roots of all sources. */
  readonly options: RuntimeOptions;
  /** Decisions about skills that their provider does not trust by default. */
  readonly ledger: TrustLedger;
  /** Where agent-written skills are. The row belongs to no profile, and precedes no other. */
  readonly agentSkills: Provider;
  /** Scans of skills, and the reports about them. */
  readonly scans: Scans;
  /** The configuration; a reload reads it again. */
  readonly config: EngineConfig;
  /** Emits an event to the listeners. A listener that throws never stops the engine. */
  readonly emit: (event: KnowhowEvent, scope?: EventScope) => void;
}
