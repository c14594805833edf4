import type { Engine } from "../engine.ts";
import type { Matching } from "../indexing/open-matching.ts";
import { searchLibrary } from "../indexing/search-library.ts";
import { lowestAuthoring, lowestRuns } from "../profile.ts";
import type { SkillLibrary } from "../resolution/skill-library.ts";
import type { RuntimeRuns } from "../runs/open-runs.ts";
import type { Serving } from "../serving/open-serving.ts";
import type { SkillTool } from "../skill-tool.ts";
import { checkSessionOptions } from "./check-session-options.ts";
import { commandPolicy } from "./commands.ts";
import { Session } from "./session.ts";
import type { SessionEngine } from "./session-engine.ts";
import type { SessionOptions } from "./session-options.ts";
import { nameTools } from "./tools/define-tool.ts";
import { modeFor } from "./turn/match-turn.ts";

/** The parts of a runtime that a session is built on. */
export interface SessionParts {
  readonly engine: Engine;
  readonly library: { current(): SkillLibrary; reload(scope: { sources: boolean }): Promise<SkillLibrary> };
  readonly serving: Serving;
  readonly matching: () => Promise<Matching>;
  readonly runs: RuntimeRuns;
  readonly define: SessionEngine["define"];
  readonly defineScript: SessionEngine["defineScript"];
  /** The tools of all rooms; the profile selects and names them. */
  readonly tools: readonly SkillTool[];
}

/** Starts a conversation. Bodies that belong in the prompt are read and reported before the first turn. */
export async function createSession(engine: SessionEngine, options: SessionOptions): Promise<Session> {
  checkSessionOptions(options);
  if (options.library === undefined && options.reload !== false) await engine.reload();
  const session = new Session(engine, options);
  await session.prepare();
  return session;
}

/** Creates what all conversations of a runtime share. */
export function openSessionEngine({
  engine,
  library,
  serving,
  matching,
  runs,
  define,
  defineScript,
  tools,
}: SessionParts): SessionEngine {
  const { profile, ports, emit } = engine;
  const reading = nameTools(profile, tools);
  const toolsFor: SessionEngine["toolsFor"] = (mode) =>
    mode === "propose"
      ? [...reading, ...nameTools({ name: profile.name, tools: profile.authoring.tools }, tools)]
      : reading;
  return {
    profile,
    ports,
    emit,
    tools: toolsFor(profile.authoring.mode),
    toolsFor,
    get isConfigured() {
      return engine.options.enabled !== false;
    },
    get commands() {
      return commandPolicy(engine);
    },
    modeOf: (asked) => modeFor(engine, asked),
    authoringOf: (asked) => lowestAuthoring(asked ?? engine.profile.authoring.mode, engine.options.narrowing),
    runsOf: (asked) => lowestRuns(asked ?? engine.profile.runs, engine.options.narrowing),
    runs,
    define,
    defineScript,
    approver: engine.options.approver,
    current: () => library.current(),
    reload: () => library.reload({ sources: false }),
    open: (skill, audience = "model", use, files) => serving.open(skill, audience, use, files),
    search: async (of, query, { isCandidate = () => true, ...options }) =>
      searchLibrary(query, options, { skills: of.list(), isCandidate, ranking: profile.search, matching }),
    match: async (of, question) => (await matching()).matcher.match(of.list(), question),
  };
}
