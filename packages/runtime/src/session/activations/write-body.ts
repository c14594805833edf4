import type { LoadReason } from "../../events.ts";
import { estimateTokens } from "../../format/estimate-tokens.ts";
import { outlineOf } from "../../format/outline.ts";
import type { Skill } from "../../skill.ts";
import type { SessionEngine } from "../session-engine.ts";
import type { Body } from "./bodies.ts";
import { fillArguments } from "./fill-arguments.ts";
import { writeSkill } from "./write-skill.ts";

/** A body as a model gets it. */
export interface WrittenBody {
  readonly text: string;
  readonly version: string;
  /** Of the body. */
  readonly tokens: number;
  /** Of what the model is given: less for an outline, more when arguments fill a body up. */
  readonly charge: number;
  readonly missing: readonly string[];
}

/** Writes a body for a model: arguments filled in, a long one as its outline, in the profile's wrapper. */
export async function writeBody(
  skill: Skill,
  { text: body, version }: Body,
  args: string | undefined,
  engine: SessionEngine,
): Promise<WrittenBody> {
  const { activation, catalog } = engine.profile;
  const count = engine.ports.tokenizer ?? estimateTokens;
  const filled = fillArguments(skill, body, args, activation);
  const tokens = count(body);
  const isLong = tokens > activation.outlineAbove;
  const passage = {
    skill,
    body: filled.text,
    args,
    resources: activation.wrapper === "structured" ? (await engine.open(skill).files()).value : [],
    ...(isLong ? { outline: outlineOf(body, count) } : {}),
  };
  const text = writeSkill(passage, activation, catalog);
  const charge = isLong ? count(text) : filled.text === body ? tokens : count(filled.text);
  return { text, version, tokens, charge, missing: filled.missing };
}

/** A written body, followed by a line that has the model ask for the required arguments that are missing. */
export function askForMissing(text: string, missing: readonly string[]): string {
  return missing.length === 0 ? text : `${text}\n\nAsk the user for: ${missing.join(", ")}.`;
}

/** Reports that a body reached somebody. */
export function announceLoad(
  skill: Skill,
  { version, charge }: Pick<WrittenBody, "version" | "charge">,
  {
    reason = "on_demand",
    toolUseId,
  }: { readonly reason?: LoadReason; readonly toolUseId?: string | undefined },
  { emit, profile }: Pick<SessionEngine, "emit" | "profile">,
): void {
  const payload = {
    skill_id: skill.name,
    skill_version: version,
    load_reason: reason,
    load_size_tokens: charge,
    source: profile.catalog.levelNames[skill.origin.level],
    triggered_by_tool_use_id: toolUseId ?? null,
  };
  emit({ type: "skill.loaded", payload });
}
