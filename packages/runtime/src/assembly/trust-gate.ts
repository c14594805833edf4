import type { Engine } from "../engine.ts";
import type { Admit } from "../gate.ts";
import type { RuntimeOptions } from "../options.ts";
import type { AuditLog } from "../ports.ts";
import type { SkillLibrary } from "../resolution/skill-library.ts";
import { policyOf } from "../security/scan/scan-policy.ts";
import { openTrust, type RuntimeTrust } from "../security/trust/open-trust.ts";
import { trustAdmit } from "../security/trust/trust-admit.ts";
import { listInPlace } from "../serving/in-place.ts";
import type { Serving } from "../serving/open-serving.ts";
import { skillContents } from "../serving/skill-contents.ts";
import type { Skill } from "../skill.ts";
import type { SourceTrust } from "../trust.ts";
import { announceDecision } from "./audit-gate.ts";
import { reviewer } from "./review-gate.ts";

/** Access to the current library. */
interface LibraryAccess {
  current(): SkillLibrary;
}

/** The check of the gate that hands models and clients only what is trusted, in exactly the content that was decided about. */
export function trustCheck({ profile, ports, ledger, options }: Engine, library: LibraryAccess): Admit {
  return trustAdmit({
    verdictOf: (skill) => {
      const named = library.current().named(skill.name);
      const verdict = named.find((entry) => entry.skill.path === skill.path)?.trust;
      if (verdict?.by !== "user" || sourceOf(options, skill) !== undefined) return verdict;
      // Another process may have revoked the decision since the library was loaded.
      return ledger.confirm(skill, verdict);
    },
    contentsOf: (skill) => skillContents(skill, profile.discovery.limits, ports),
  });
}

/** The user's access to the trust ledger. */
export function trustOf(
  engine: Engine,
  {
    library,
    serving,
    audit,
    unknownSkill,
  }: {
    library: LibraryAccess;
    serving: Serving;
    audit: AuditLog | undefined;
    unknownSkill: (name: string) => never;
  },
): RuntimeTrust {
  const { ledger, options, ports } = engine;
  return openTrust({
    ledger,
    entries: () => library.current().entries({ shadowed: true }),
    sourceOf: (skill) => sourceOf(options, skill),
    digest: (skill) => serving.open(skill, "user").digest(),
    // Everything that the decision covers, also what nobody is ever given.
    files: async (skill) => {
      const { limits } = engine.profile.discovery;
      return (await listInPlace(skill, limits, engine.ports.files, { whole: true })).value;
    },
    policy: () => policyOf(engine.options),
    scanner: async () => (await engine.scans.scanner())?.id,
    review: reviewer(engine),
    announce: announceDecision(audit),
    remember: async (content) => ports.reviews?.record(content),
    unknownSkill,
  });
}

/** The source that decides about a skill itself. */
function sourceOf({ sources = [] }: RuntimeOptions, { origin }: Skill): SourceTrust | undefined {
  return sources.find(({ root }) => root.path === origin.root)?.trust;
}
