import { once } from "../basics/once.ts";
import type { Outcome } from "../diagnostics.ts";
import type { Engine } from "../engine.ts";
import type { Audience } from "../gate.ts";
import type { SkillLibrary } from "../resolution/skill-library.ts";
import type { Runs } from "../run.ts";
import type { RuntimeRuns } from "../runs/open-runs.ts";
import { rehearsedRuns } from "../runs/rehearse.ts";
import type { OpenedScripts } from "../scripts/open-scripts.ts";
import type { Serving } from "../serving/open-serving.ts";
import type { SessionEngine } from "../session/session-engine.ts";
import type { Skill } from "../skill.ts";
import type { RunDefinition } from "../workflow.ts";

/** The parts of a runtime that its runs need. */
interface RunParts {
  readonly library: { current(): SkillLibrary };
  readonly serving: Serving;
  readonly scripts: Pick<OpenedScripts, "steps">;
  /** Finds a skill, or throws `runtime.unknown-skill`. */
  readonly find: (name: string) => Skill;
}

/** The runs of a runtime, and what defines them. */
export interface KeptRuns {
  readonly runs: RuntimeRuns;
  readonly define: (name: string, audience: Audience) => Promise<Outcome<RunDefinition | undefined>>;
  /** Defines runs from the library and the files of a conversation. */
  readonly inSession: Pick<SessionEngine, "define" | "defineScript">;
}

/** The runs of a runtime. What defines and executes them is imported on first use. */
export function keepRuns(engine: Engine, { library, serving, scripts, find }: RunParts): KeptRuns {
  const { ports, options } = engine;
  const now = () => ports.environment.now();
  const forModels = new WeakSet<RunDefinition>();
  const define: KeptRuns["define"] = async (name, audience) => {
    const { defineRun } = await import("./run-code.ts");
    const defined = await defineRun(find(name), { library: library.current(), serving, audience });
    if (audience === "model") allow(defined.value);
    return defined;
  };
  /** What was read for a model may be run. */
  const allow = <Defined extends RunDefinition | undefined>(definition: Defined): Defined => {
    if (definition !== undefined) forModels.add(definition);
    return definition;
  };
  const inSession: KeptRuns["inSession"] = {
    define: async (skill, view) => {
      const { defineRun } = await import("./run-code.ts");
      const defined = await defineRun(skill, { ...view, audience: "model" });
      return { ...defined, value: allow(defined.value) };
    },
    defineScript: async (skill, call, view) => {
      const { defineScriptRun } = await import("./run-code.ts");
      const defined = await defineScriptRun(view.serving.open(skill, "model"), call);
      return { ...defined, definition: allow(defined.definition) };
    },
  };
  const opened = once(async () => {
    const { openRuns, defineScriptRun } = await import("./run-code.ts");
    return openRuns({
      runs: ports.runs ?? (await inMemory(now)),
      // A run acts for the model: only what the model may see can be run.
      define: (name) => define(name, "model"),
      isDefined: (definition) => forModels.has(definition),
      scripts: scripts.steps,
      defineScript: (name, script, args) =>
        defineScriptRun(serving.open(find(name), "model"), { script, args }),
      settings: options.workflows ?? {},
      firstArgument: engine.profile.activation.firstArgument,
      approver: options.approver,
      hash: ports.hash,
      audit: ports.audit,
      emit: engine.emit,
      now,
      uuid: () => ports.environment.uuid?.() ?? crypto.randomUUID(),
    });
  });
  const runs: RuntimeRuns = {
    start: async (...given) => (await opened()).start(...given),
    chain: async (...given) => (await opened()).chain(...given),
    script: async (...given) => (await opened()).script(...given),
    resume: async (...given) => (await opened()).resume(...given),
    get: async (...given) => (await opened()).get(...given),
    list: async function* (...given) {
      yield* (await opened()).list(...given);
    },
    cancel: async (...given) => (await opened()).cancel(...given),
    fork: async (...given) => (await opened()).fork(...given),
    damaged: async () => (await opened()).damaged(),
    prune: async (...given) => (await opened()).prune(...given),
    plan: async (...given) => (await opened()).plan(...given),
    work: async (...given) => (await opened()).work(...given),
    executor: () => ({
      handler: async (...given) => (await opened()).executor().handler(...given),
      accepts: async (demand) => (await opened()).executor().accepts(demand),
    }),
  };
  return { runs: options.rehearsal === undefined ? runs : rehearsedRuns(runs), define, inSession };
}

/** Only hosts without a store of their own need it. */
async function inMemory(now: () => number): Promise<Runs> {
  return (await import("../execution/engine/memory-runs.ts")).memoryRuns({ now });
}
