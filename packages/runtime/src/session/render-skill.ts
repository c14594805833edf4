import { nearestWord } from "../basics/words.ts";
import { isKnowhowError } from "../errors.ts";
import { estimateTokens } from "../format/estimate-tokens.ts";
import { oneLine } from "../injection/escape-text.ts";
import type { Skill } from "../skill.ts";
import { announceLoad, askForMissing, writeBody } from "./activations/write-body.ts";
import type { SessionEngine } from "./session-engine.ts";
import { activationSpan, describeBody } from "./tracing/spans.ts";
import { traced } from "./tracing/traced.ts";
import { invocationRefusal } from "./turn/explicit-matches.ts";

/** Who a skill is rendered for, and with what. */
export interface RenderOptions {
  /** `person`: what a user gets who invokes the skill by name. */
  readonly audience: "person";
  /** What the user wrote behind the name; default nothing. */
  readonly args?: string;
}

/**
 * Why a skill was not rendered. `unknown`: no skill has the name. `unavailable`: it is off, untrusted or cannot be used
 * here. `not-user-invocable`: only the model may load it. `not-admitted`: a check refused its content. `unreadable`: its
 * file could not be read.
 */
export type RenderRefusal = "unknown" | "unavailable" | "not-user-invocable" | "not-admitted" | "unreadable";

/** A skill as the user gets it, or why not. */
export type SkillRendering =
  | {
      readonly ok: true;
      readonly name: string;
      /** The body in the profile's wrapper, with a last line that asks for what is missing. */
      readonly text: string;
      readonly tokens: number;
      /** Version of the body that was rendered. */
      readonly version: string;
      /** Names of required arguments without a value. */
      readonly missing: readonly string[];
    }
  | { readonly ok: false; readonly reason: RenderRefusal; readonly message: string };

/** Writes a skill of the newest library for the user who invokes it by name, and reports the load. */
export async function renderSkill(
  name: string,
  { args = "" }: RenderOptions,
  engine: SessionEngine,
): Promise<SkillRendering> {
  const library = engine.current();
  const skill = library.get(name);
  if (skill === undefined) {
    const state = library.entry(name)?.state;
    if (state !== undefined) return refuse("unavailable", `the skill "${name}" is ${state}`);
    return refuse("unknown", unknownName(name, library.list()));
  }
  const refusal = invocationRefusal(skill);
  if (refusal !== undefined) return refuse("not-user-invocable", refusal);
  try {
    const { ports } = engine;
    const write = async () => {
      // The text goes on into a conversation, so it is opened for the model, which is given least.
      const { body, version } = await engine.open(skill).text();
      return writeBody(skill, { text: body, version }, args, engine);
    };
    const written = await traced(ports.tracer, activationSpan(skill, "on_demand"), write, describeBody);
    announceLoad(skill, written, {}, engine);
    const text = askForMissing(written.text, written.missing);
    const tokens = (ports.tokenizer ?? estimateTokens)(text);
    return { ok: true, name, text, tokens, version: written.version, missing: written.missing };
  } catch (error) {
    if (!isKnowhowError(error)) throw error;
    return refuse(error.code === "serving.not-admitted" ? "not-admitted" : "unreadable", error.message);
  }
}

function refuse(reason: RenderRefusal, message: string): SkillRendering {
  return { ok: false, reason, message };
}

function unknownName(name: string, skills: readonly Skill[]): string {
  const near = nearestWord(
    name,
    skills.map((skill) => skill.name),
  );
  const help = near === undefined ? "" : `; did you mean "${near}"?`;
  return `no skill named "${oneLine(name).slice(0, 80)}"${help}`;
}
