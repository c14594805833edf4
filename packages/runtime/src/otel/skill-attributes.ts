import type { Session } from "../session/session.ts";
import type { OpenTelemetryOptions } from "./open-telemetry-tracer.ts";
import type { OpenTelemetryAttributes } from "./opentelemetry-api.ts";
import { skillConvention } from "./skill-convention.ts";

/**
 * The active skills of a conversation, as attributes for a host's own tool spans. The conventions support one skill, so
 * `gen_ai.skill.*` is set only if exactly one is active.
 */
export function skillAttributes(
  session: Pick<Session, "toJSON">,
  { genAiSkill = false }: OpenTelemetryOptions = {},
): OpenTelemetryAttributes {
  const { activations } = session.toJSON();
  const [only, ...others] = activations;
  if (only === undefined) return {};
  return {
    "knowhow.skill.active": activations.map(({ name }) => name),
    "knowhow.skill.active.versions": activations.map(({ version }) => version),
    ...(genAiSkill && others.length === 0 ? skillConvention({ "skill.name": only.name }) : {}),
  };
}
