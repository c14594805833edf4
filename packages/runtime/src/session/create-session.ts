import { baseName } from "../basics/paths.ts";
import type { Engine } from "../engine.ts";
import { validateSkill } from "../format/validate-skill.ts";
import type { Matching } from "../indexing/open-matching.ts";
import { lintSkill } from "../lint/lint-skill.ts";
import { lowestMode } from "../profile.ts";
import type { SkillLibrary } from "../resolution/skill-library.ts";
import type { Serving } from "../serving/open-serving.ts";
import { sameResource } from "../serving/same-place.ts";
import type { Skill } from "../skill.ts";
import { checkSessionOptions } from "./check-session-options.ts";
import { Session } from "./session.ts";
import type { SessionEngine } from "./session-engine.ts";
import type { SessionOptions } from "./session-options.ts";

/** The parts of a runtime that a conversation is built on. */
export interface SessionParts {
  readonly engine: Engine;
  readonly library: { current(): SkillLibrary };
  readonly serving: Serving;
  readonly matching: () => Promise<Matching>;
}

/** Opens a conversation; bodies that belong into the prompt are read and announced before the first turn. */
export async function createSession(parts: SessionParts, options: SessionOptions): Promise<Session> {
  checkSessionOptions(options);
  const session = new Session(openSessionEngine(parts), options);
  await session.prepare();
  return session;
}

function openSessionEngine({ engine, library, serving, matching }: SessionParts): SessionEngine {
  const { profile, ports, emit } = engine;
  const { limits } = profile.discovery;
  const resources = async (skill: Skill) => skill.resources ?? (await serving.files(skill)).value;
  return {
    profile,
    ports,
    emit,
    get commands() {
      return engine.options.commands ?? true;
    },
    modeOf: (asked) => lowestMode(asked ?? engine.profile.matching.mode, engine.options.narrowing),
    current: () => library.current(),
    read: (skill) => serving.text(skill),
    match: async (of, question) => (await matching()).matcher.match(of.list(), question),
    resources,
    validate: async (skill) => {
      const { text } = await serving.text(skill);
      const options = {
        directoryName: baseName(skill.directory),
        fileName: baseName(skill.path),
        rules: profile.rules,
      };
      return validateSkill(text, options).diagnostics;
    },
    lint: async (skill) => {
      const { text, body, bodyLine } = await serving.text(skill);
      const { name, description, directory, fields } = skill;
      const readText = async (path: string) => {
        const real = await sameResource(skill, path, ports.files);
        return real === undefined ? undefined : (await ports.files.readText(real, limits.skillBytes))?.text;
      };
      return lintSkill({
        name,
        description,
        directory,
        fields,
        text,
        body,
        bodyLine,
        files: await resources(skill),
        readText,
      });
    },
  };
}
