import { estimateTokens } from "../format/estimate-tokens.ts";
import type { ReadRequest, ResourceReading } from "../library.ts";
import type { Skill } from "../skill.ts";
import type { CallContext } from "../skill-tool.ts";
import type { Activations } from "./activations/activations.ts";
import type { SessionEngine } from "./session-engine.ts";
import { describeReading, readingSpan } from "./tracing/spans.ts";
import { traced } from "./tracing/traced.ts";

/**
 * Reads a file of a skill, traces the read, and emits an event if it succeeded. With `activations`, the file is for the
 * model and recorded in its conversation; without, it is for the user and the conversation does not change.
 */
export async function readSkillFile(
  skill: Skill,
  request: ReadRequest,
  engine: SessionEngine,
  activations?: Activations,
  call: CallContext = {},
): Promise<ResourceReading> {
  const opened = engine.open(skill, activations === undefined ? "user" : "model");
  const active = activations?.activeSkills() ?? [];
  const read = () => opened.read({ ...request, active });
  const reading = await traced(engine.ports.tracer, readingSpan(skill), read, describeReading);
  if (!reading.ok) return reading;
  const tokens = (engine.ports.tokenizer ?? estimateTokens)(reading.text);
  const refusal = await activations?.spend(skill, tokens, call);
  if (refusal !== undefined) return { ok: false, message: refusal };
  engine.emit({ type: "resource.read", skill: skill.name, bytes: reading.size });
  activations?.recordRead(skill);
  return reading;
}
