import { recordAction } from "../audit.ts";
import { nearestWord } from "../basics/words.ts";
import { isKnowhowError } from "../errors.ts";
import { estimateTokens } from "../format/estimate-tokens.ts";
import { oneLine } from "../injection/escape-text.ts";
import type { Skill } from "../skill.ts";
import { activationRecord } from "./activations/activation-record.ts";
import { announceLoad, askForMissing, writeBody } from "./activations/write-body.ts";
import { SkillWorkflows } from "./runs/skill-workflows.ts";
import type { SessionEngine } from "./session-engine.ts";
import { activationSpan, describeBody } from "./tracing/spans.ts";
import { traced } from "./tracing/traced.ts";
import { invocationRefusal } from "./turn/explicit-matches.ts";

/** How a skill is rendered. */
export interface RenderOptions {
  /** `user`: the text is for a user who invoked the skill by name. */
  readonly audience: "user";
  /** The arguments that the user wrote after the name. Default none. */
  readonly args?: string;
}

/**
 * Why a skill was not rendered. `commands-off`: the profile or the configuration has no commands. `unknown`: there is no skill of this name. `unavailable`: it is off, untrusted or
 * cannot be used here. `not-user-invocable`: only the model may load it. `not-admitted`: a check refused its content.
 * `unreadable`: its file could not be read.
 */
export type RenderRefusal =
  | "commands-off"
  | "unknown"
  | "unavailable"
  | "not-user-invocable"
  | "not-admitted"
  | "unreadable";

/** A rendered skill, or the reason why it was not rendered. */
export type SkillRendering =
  | {
      readonly ok: true;
      readonly name: string;
      /** The body in the profile's wrapper, then what asks for missing arguments and how to run its workflow. */
      readonly text: string;
      readonly tokens: number;
      /** Version of the body that was rendered. */
      readonly version: string;
      /** Names of required arguments that have no value. */
      readonly missing: readonly string[];
    }
  | { readonly ok: false; readonly reason: RenderRefusal; readonly message: string };

/** Renders a skill of the current library for a user who invoked it by name, and reports the load. */
export async function renderSkill(
  name: string,
  { args = "" }: RenderOptions,
  engine: SessionEngine,
): Promise<SkillRendering> {
  if (engine.commands.spellings.length === 0)
    return refuse("commands-off", "skills cannot be invoked by the user here");
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
      // The text becomes part of a conversation, so apply the restrictions for models.
      const { body, version } = await engine.open(skill).text();
      return writeBody(skill, { text: body, version }, args, engine);
    };
    const written = await traced(ports.tracer, activationSpan(skill, "on_demand"), write, describeBody);
    const { version, charge: size } = written;
    await recordAction(ports.audit, activationRecord(skill, { version, tokens: size, reason: "on_demand" }));
    announceLoad(skill, written, {}, engine);
    const asking = askForMissing(written.text, written.missing);
    const text = await new SkillWorkflows(engine, undefined, () => library).withRunLine(skill, asking);
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
