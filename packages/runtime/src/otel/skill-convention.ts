import type { SpanAttributes } from "../ports.ts";
import type { OpenTelemetryAttributes } from "./opentelemetry-api.ts";

/**
 * The attributes that the GenAI conventions give a span about one skill. The source is our own address of it, because a
 * `file:` address would say where on whose machine it lies.
 */
export function skillConvention(attributes: SpanAttributes): OpenTelemetryAttributes {
  const name = attributes["skill.name"];
  if (typeof name !== "string") return {};
  return { "gen_ai.skill.name": name, "gen_ai.skill.source.uri": `skill://${encodeURIComponent(name)}` };
}
