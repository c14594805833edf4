import type { EventScope, KnowhowEvent } from "./events.ts";
import type { RuntimeOptions } from "./options.ts";
import type { Ports } from "./ports.ts";
import type { Profile } from "./profile.ts";

/** What all parts of one runtime share. */
export interface Engine {
  readonly profile: Profile;
  /** The outside world, with every source mounted among the files. */
  readonly ports: Ports;
  /** The host's options, with the roots of its sources. */
  readonly options: RuntimeOptions;
  /** Tells listeners what happened; a listener that throws never stops the engine. */
  readonly emit: (event: KnowhowEvent, scope?: EventScope) => void;
}
