import type { Diagnostic } from "./diagnostics.ts";
import type { EventScope, KnowhowEvent } from "./events.ts";
import type { RuntimeOptions } from "./options.ts";
import type { Ports } from "./ports.ts";
import type { Profile } from "./profile.ts";
import type { TrustLedger } from "./trust.ts";

/** The configuration of a runtime as its library needs it. */
export interface EngineConfig {
  /** What is wrong with the configuration. */
  diagnostics(): readonly Diagnostic[];
  /** The places of the configuration files, for a watcher. */
  places(): readonly string[];
  /** Reads the configuration files again. */
  reload(): Promise<void>;
}

/** What all parts of one runtime share. */
export interface Engine {
  /** With the mode of matching that holds now. */
  readonly profile: Profile;
  /** The outside world, with every source mounted among the files. */
  readonly ports: Ports;
  /** The options that hold now: the host's with those of the configuration, and the roots of all sources. */
  readonly options: RuntimeOptions;
  /** Decisions about skills that their provider does not trust by itself. */
  readonly ledger: TrustLedger;
  /** The configuration, which a reload reads again. */
  readonly config: EngineConfig;
  /** Tells listeners what happened; a listener that throws never stops the engine. */
  readonly emit: (event: KnowhowEvent, scope?: EventScope) => void;
}
