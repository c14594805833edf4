import { failure, type ToolContext } from "../../skill-tool.ts";
import type { Activations } from "../activations/activations.ts";
import { loadSkill } from "../activations/load-skill.ts";
import { readSkillFile } from "../read-skill-file.ts";
import type { SessionRuns } from "../runs/session-runs.ts";
import type { SkillWorkflows } from "../runs/skill-workflows.ts";
import type { SessionEngine } from "../session-engine.ts";
import type { SessionLibrary } from "../session-library.ts";
import type { SessionOptions } from "../session-options.ts";
import { refuseLoad } from "./refuse-load.ts";

/** Maximum time that a search waits for an embedder that is reading new skills. */
const SEARCH_TIMEOUT_MS = 5_000;

/** The parts of a conversation that its tools act on. */
interface ContextParts {
  readonly id: string;
  readonly engine: SessionEngine;
  readonly options: SessionOptions;
  readonly view: SessionLibrary;
  readonly activations: Activations;
  readonly workflows: SkillWorkflows;
  readonly runs: SessionRuns;
  /** Number of the current turn. */
  readonly turn: number;
  readonly fence: (text: string, source: string) => string;
  /** Where text from outside in this conversation was from. */
  readonly outside: () => readonly string[];
}

/** What the skill tools of a conversation can do in it. */
export function toolContext(parts: ContextParts): ToolContext {
  const { id, engine, options, view, activations, workflows, runs, turn, fence, outside } = parts;
  const { profile, ports, emit } = engine;
  const { audience } = view;
  return {
    profile,
    ports,
    emit,
    fence,
    loadable: () => audience.loadable(),
    search: (query, searchOptions) =>
      engine.search(view.library, query, {
        ...searchOptions,
        timeoutMs: SEARCH_TIMEOUT_MS,
        isCandidate: (name) => audience.forModel(name) !== undefined,
      }),
    find: (name) => audience.forModel(name) ?? activations.find(name),
    body: async (skill) => (await activations.body(skill)).text,
    read: (skill, request, call) => readSkillFile(skill, request, engine, activations, call),
    spend: (skill, tokens, call) => activations.spend(skill, tokens, call),
    isConfigured: engine.isConfigured,
    canRun: () => workflows.canRun(audience.loadable()),
    run: (skill, request, call) => runs.run(skill, request, call),
    session: id,
    authoring: engine.authoringOf(options.authoring),
    succeededRun: (skill) => runs.succeeded(skill),
    outside,
    canRunScripts: options.scripts !== undefined && ports.scripts !== undefined,
    runScript: (skill, request, call) => runs.runScript(skill, request, call),
    refuse: (name) => refuseLoad(name, engine, view),
    active: () => [...activations.names(), ...activations.preloaded().keys()],
    activate: async (name, { toolUseId, again }) => {
      const skill = audience.forModel(name);
      if (skill === undefined) return failure(refuseLoad(name, engine, view));
      const loaded = await loadSkill(skill, { turn, toolUseId, again }, activations, engine);
      if (loaded.isError) return loaded;
      return { ...loaded, text: await workflows.withRunLine(skill, loaded.text) };
    },
  };
}
