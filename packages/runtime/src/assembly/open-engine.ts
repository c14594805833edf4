import type { Engine } from "../engine.ts";
import { mountSources } from "../loading/mount-sources.ts";
import type { RuntimeOptions } from "../options.ts";
import type { Ports } from "../ports.ts";
import { findProfile } from "../profiles/find-profile.ts";
import { memoryDecisionStore } from "../security/trust/memory-decision-store.ts";
import { openLedger } from "../security/trust/open-ledger.ts";

/** The profile, the ports with every source mounted, the trust ledger, and one place through which events leave. */
export function openEngine(given: Ports, options: RuntimeOptions): Engine {
  const { ports, roots } = mountSources(given, options);
  const now = () => ports.environment.now();
  let seq = 0;
  return {
    profile: findProfile(options.profile ?? "agentskills"),
    ports,
    options: { ...options, roots: [...(options.roots ?? []), ...roots] },
    ledger: openLedger({ store: ports.decisions ?? memoryDecisionStore(), decide: options.trust, now }),
    emit: (event, scope) => {
      seq += 1;
      try {
        options.onEvent?.({ seq, at: now(), ...scope, event });
      } catch {
        // A listener's mistake must never stop the engine.
      }
    },
  };
}
