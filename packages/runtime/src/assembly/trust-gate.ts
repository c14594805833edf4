import type { Engine } from "../engine.ts";
import type { Admit } from "../gate.ts";
import type { SkillLibrary } from "../resolution/skill-library.ts";
import { openTrust, type RuntimeTrust } from "../security/trust/open-trust.ts";
import { trustAdmit } from "../security/trust/trust-admit.ts";
import type { Serving } from "../serving/open-serving.ts";
import { skillContents } from "../serving/skill-contents.ts";

/** Access to the current library. */
interface LibraryAccess {
  current(): SkillLibrary;
}

/**
 * The check of the gate that returns only trusted content to models and clients, with exactly the digest that was
 * decided about.
 */
export function trustCheck({ profile, ports }: Engine, library: LibraryAccess): Admit {
  return trustAdmit({
    verdictOf: (skill) =>
      library
        .current()
        .named(skill.name)
        .find((entry) => entry.skill.path === skill.path)?.trust,
    contentsOf: (skill) => skillContents(skill, profile.discovery.limits, ports),
  });
}

/** The user's access to the trust ledger. */
export function trustOf(
  { ledger, options }: Engine,
  {
    library,
    serving,
    unknownSkill,
  }: { library: LibraryAccess; serving: Serving; unknownSkill: (name: string) => never },
): RuntimeTrust {
  return openTrust({
    ledger,
    entries: () => library.current().entries({ shadowed: true }),
    sourceOf: ({ origin }) => options.sources?.find(({ root }) => root.path === origin.root)?.trust,
    digest: (skill) => serving.open(skill, "user").digest(),
    files: async (skill) => (await serving.open(skill, "user").files()).value,
    unknownSkill,
  });
}
