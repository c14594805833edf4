import { PER_DAY, PROPOSAL_LIMITS } from "../authoring/limits.ts";
import type { RuntimeProposals } from "../authoring/open-proposals.ts";
import { once } from "../basics/once.ts";
import { resolvePath } from "../basics/paths.ts";
import { agentRoot } from "../config/agent-provider.ts";
import { expandUserPath } from "../discovery/expand-pattern.ts";
import type { Engine } from "../engine.ts";
import type { OpenMatch } from "../evaluation/held-out-phrases.ts";
import type { Matching } from "../indexing/open-matching.ts";
import type { SkillLibrary } from "../resolution/skill-library.ts";
import type { RuntimeRuns } from "../runs/open-runs.ts";
import { policyOf } from "../security/scan/scan-policy.ts";
import type { RuntimeTrust } from "../security/trust/open-trust.ts";
import { wholeSkill } from "../serving/whole-skill.ts";
import { isVisible } from "../skill.ts";
import { trialMatch } from "./match-library.ts";

/** The parts of a runtime that proposals need. */
interface KeptParts {
  readonly library: { current(): SkillLibrary; reload(): Promise<SkillLibrary> };
  readonly matching: () => Promise<Matching>;
  readonly runs: RuntimeRuns;
  readonly trust: RuntimeTrust;
}

/** The proposals of a runtime. What makes and checks them is imported on first use. */
export function keepProposals(
  engine: Engine,
  { library, matching, runs, trust }: KeptParts,
): RuntimeProposals {
  const { ports } = engine;
  const { hash, environment } = ports;
  const opened = once(async () => {
    const { openProposals, memoryProposalStore } = await import("./proposal-code.ts");
    const visible = () =>
      library
        .current()
        .list()
        .filter(({ name }) => isVisible(library.current().entry(name)?.state));
    return openProposals({
      store: ports.proposals ?? memoryProposalStore(),
      writer: ports.skillWriter,
      hash,
      now: () => environment.now(),
      emit: engine.emit,
      audit: ports.audit,
      approver: () => engine.options.approver,
      library,
      checks: {
        rules: engine.profile.rules,
        hash,
        scans: engine.scans,
        policy: () => policyOf(engine.options),
        visible,
        comparing: async () => {
          const { embedder, trial } = await matching();
          const open: OpenMatch = (skills) => trialMatch(skills, engine, trial());
          return { embedder, open };
        },
      },
      whole: (skill) => {
        const { files, totalBytes } = PROPOSAL_LIMITS;
        return wholeSkill(skill, { files, bytes: totalBytes }, engine.profile.discovery.limits, ports);
      },
      exists: async (path) => (await ports.files.stat(path)) !== undefined,
      trust,
      run: (id) => runs.get(id),
      agentRoot: () => agentRootOf(engine),
      userRoot: userRootOf(engine),
      perDay: () => engine.options.authoring?.perDay ?? PER_DAY,
    });
  });
  return {
    list: async (...given) => (await opened()).list(...given),
    get: async (...given) => (await opened()).get(...given),
    propose: async (...given) => (await opened()).propose(...given),
    fromRun: async (...given) => (await opened()).fromRun(...given),
    check: async (...given) => (await opened()).check(...given),
    edit: async (...given) => (await opened()).edit(...given),
    apply: async (...given) => (await opened()).apply(...given),
    reject: async (...given) => (await opened()).reject(...given),
    merge: async (...given) => (await opened()).merge(...given),
    rollback: async (...given) => (await opened()).rollback(...given),
    review: async (...given) => (await opened()).review(...given),
    promote: async (...given) => (await opened()).promote(...given),
  };
}

/** The host's own folder of agent-written skills, or the default one if it is searched. */
function agentRootOf({ options, ports: { environment } }: Engine): string | undefined {
  const own = (options.roots ?? []).find((root) => typeof root !== "string" && root.level === "agent");
  if (own !== undefined && typeof own !== "string")
    return resolvePath(environment.cwd, expandUserPath(own.path, environment) ?? own.path);
  return options.providers === false ? undefined : agentRoot(environment);
}

/** The first folder of the user's own skills that the profile names. */
function userRootOf({ profile, ports: { environment } }: Engine): string | undefined {
  const own = profile.discovery.providers
    .filter(({ level }) => level === "user")
    .flatMap(({ roots }) => roots)
    .find(({ at }) => at.startsWith("{home}/") && !/[{*]/.test(at.slice("{home}/".length)));
  return own === undefined ? undefined : expandUserPath(own.at.replace("{home}", "~"), environment);
}
