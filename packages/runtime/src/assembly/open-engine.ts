import { agentProvider } from "../config/agent-provider.ts";
import type { KeptConfig } from "../config/keep-config.ts";
import type { Engine } from "../engine.ts";
import { mountSources } from "../loading/mount-sources.ts";
import type { Ports } from "../ports.ts";
import { memoryScanStore } from "../security/scan/memory-scan-store.ts";
import { memoryDecisionStore } from "../security/trust/memory-decision-store.ts";
import { memoryReviewStore } from "../security/trust/memory-review-store.ts";
import { openLedger } from "../security/trust/open-ledger.ts";
import { keepScans } from "../serving/keep-scans.ts";
import { auditedDecision } from "./audit-gate.ts";
import { aboutContent } from "./review-gate.ts";

/** Combines the configuration, the ports with all sources mounted, the trust ledger and the emitter of events. */
export function openEngine(given: Ports, config: KeptConfig): Engine {
  const { onEvent, trust, rehearsal } = config.options();
  const stores = { scans: memoryScanStore(), reviews: memoryReviewStore() };
  const { ports, roots } = mountSources({ ...stores, ...given }, config.options());
  const now = () => ports.environment.now();
  let seq = 0;
  const emit: Engine["emit"] = (event, scope) => {
    seq += 1;
    try {
      onEvent?.({ seq, at: now(), ...scope, event });
    } catch {
      // An error in a listener must not stop the engine.
    }
  };
  const scans = keepScans({ profile: config.profile(), ports, emit });
  return {
    get profile() {
      return config.profile();
    },
    ports,
    get options() {
      const options = config.options();
      return { ...options, roots: [...(options.roots ?? []), ...roots] };
    },
    config,
    agentSkills: agentProvider(ports.environment),
    ledger: openLedger({
      store: ports.decisions ?? memoryDecisionStore(),
      rehearsal,
      decide: trust === undefined ? undefined : auditedDecision(trust, ports.audit),
      ask: aboutContent(scans, ports),
      now,
    }),
    scans,
    emit,
  };
}
