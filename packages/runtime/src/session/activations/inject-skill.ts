import type { Injection, SkillMatch } from "../../conversation.ts";
import { estimateTokens } from "../../format/estimate-tokens.ts";
import { argumentLine } from "../../injection/arguments/argument-line.ts";
import { argumentSpecs } from "../../injection/arguments/argument-spec.ts";
import { fence } from "../../injection/escape-text.ts";
import type { Awaitable } from "../../ports.ts";
import type { Skill } from "../../skill.ts";
import type { SessionEngine } from "../session-engine.ts";
import { activationSpan, describeInjection } from "../tracing/spans.ts";
import { traced } from "../tracing/traced.ts";
import { invocationRefusal } from "../turn/explicit-matches.ts";
import type { Activations } from "./activations.ts";
import { askForMissing, writeBody } from "./write-body.ts";

/** A turn's request to inject a body. */
interface InjectionRequest {
  readonly engine: SessionEngine;
  readonly activations: Activations;
  readonly turn: number;
  /** Text to inject instead of the body; undefined for the body. */
  readonly enrich: (body: string) => Awaitable<string | undefined>;
  /**
   * False if a text with this many tokens exceeds what is left of this turn's budget. Not called for skills that the
   * user named.
   */
  readonly fits: (tokens: number) => boolean;
}

/** The result of a match: a text, a note for the user, or its size in tokens if it did not fit. */
export interface InjectionOutcome {
  readonly injection?: Injection;
  readonly note?: string;
  readonly leftOut?: number;
}

/** Injects a body for a message or a file: once, and again if its arguments differ. */
export async function injectSkill(
  skill: Skill,
  match: SkillMatch,
  request: InjectionRequest,
): Promise<InjectionOutcome> {
  const { activations, engine } = request;
  const refusal = match.loadReason === "on_demand" ? invocationRefusal(skill) : undefined;
  if (refusal !== undefined) return { note: refusal };
  if (activations.inPrompt(skill.name) !== undefined) return {};
  return traced(
    engine.ports.tracer,
    activationSpan(skill, match.loadReason),
    () => inject(skill, match, request),
    (span, given) => describeInjection(span, given, activations.inHistory(skill.name)),
  );
}

async function inject(
  skill: Skill,
  match: SkillMatch,
  { engine, activations, turn, enrich, fits }: InjectionRequest,
): Promise<InjectionOutcome> {
  const count = engine.ports.tokenizer ?? estimateTokens;
  const { loadReason: reason } = match;
  const isGuess = reason !== "on_demand";
  const args = match.args ?? argumentLine(match.variables ?? {}, argumentSpecs(skill.fields));
  const earlier = activations.inHistory(skill.name);
  if (earlier !== undefined && isGuess && match.variables === undefined) return {};
  const body = await activations.body(skill);
  if (earlier?.version === body.version && (args === undefined || args === (earlier.args ?? ""))) {
    if (isGuess) return {};
    if (earlier.partial !== true && engine.profile.activation.repeat === "pointer") {
      activations.claim(skill, earlier);
      return args === undefined ? {} : { injection: remind(skill, count) };
    }
  }
  const loaded = await writeBody(skill, body, args, engine);
  const enriched = await enrich(body.text);
  const inputs = enriched === undefined || args === undefined ? "" : `\n\nARGUMENTS: ${fence(args)}`;
  const text = askForMissing((enriched ?? loaded.text) + inputs, loaded.missing);
  const tokens = count(text);
  if (isGuess && !fits(tokens)) return { leftOut: tokens };
  const charge = enriched === undefined ? loaded.charge : tokens;
  return activations.inTurn(async () => {
    const refusal = isGuess ? undefined : activations.refuse(skill, charge);
    if (refusal !== undefined) return { note: refusal };
    await activations.record(
      skill,
      { ...loaded, charge },
      { turn, reason, args, partial: enriched !== undefined },
    );
    return {
      injection: { kind: "skill", skill: skill.name, text, tokens, reason: match.reasons.join("; ") },
    };
  });
}

/** A one-line notice for a command whose body is already in the history. */
function remind({ name }: Skill, count: (text: string) => number): Injection {
  const text = `The user invoked the skill "${name}" again. Follow the instructions loaded above.`;
  return { kind: "notice", skill: name, text, tokens: count(text), reason: "it was loaded before" };
}
