import { baseName } from "../basics/paths.ts";
import type { Engine } from "../engine.ts";
import { isKnowhowError } from "../errors.ts";
import { validateSkill } from "../format/validate-skill.ts";
import type { Matching } from "../indexing/open-matching.ts";
import { lintSkill } from "../lint/lint-skill.ts";
import type { SkillLibrary } from "../resolution/skill-library.ts";
import { decodeText } from "../serving/decode-text.ts";
import type { Serving } from "../serving/open-serving.ts";
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
  const session = new Session(openSessionEngine(parts), options);
  await session.prepare();
  return session;
}

function openSessionEngine({ engine, library, serving, matching }: SessionParts): SessionEngine {
  const {
    profile,
    ports,
    emit,
    options: { commands = true },
  } = engine;
  const { limits } = profile.discovery;
  const open: SessionEngine["open"] = (skill, audience = "model") => serving.open(skill, audience);
  return {
    profile,
    ports,
    emit,
    commands,
    current: () => library.current(),
    open,
    match: async (of, question) => (await matching()).matcher.match(of.list(), question),
    validate: async (skill) => {
      const { text } = await open(skill).text();
      const options = {
        directoryName: baseName(skill.directory),
        fileName: baseName(skill.path),
        rules: profile.rules,
      };
      return validateSkill(text, options).diagnostics;
    },
    lint: async (skill) => {
      const opened = open(skill);
      const { text, body, bodyLine } = await opened.text();
      const { name, description, directory, fields } = skill;
      return lintSkill({
        name,
        description,
        directory,
        fields,
        text,
        body,
        bodyLine,
        files: (await opened.files()).value,
        readText: async (path) => {
          const bytes = await opened.bytes(path, limits.skillBytes).catch(unlessUnreadable);
          return bytes === undefined ? undefined : decodeText(bytes);
        },
      });
    },
  };
}

/** A file that cannot be read, or is withheld, is not linted. */
function unlessUnreadable(error: unknown): undefined {
  if (!isKnowhowError(error)) throw error;
}
