import type { SpanAttributes } from "../ports.ts";
import type { OpenTelemetryAttributes } from "./opentelemetry-api.ts";

/**
 * The attributes of the GenAI conventions for a span about one skill. The source is our own URL, because a `file:` URL
 * would reveal paths of the machine.
 */
export function skillConvention(attributes: SpanAttributes): OpenTelemetryAttributes {
  const name = attributes["skill.name"];
  if (typeof name !== "string") return {};
  return { "gen_ai.skill.name": name, "gen_ai.skill.source.uri": `skill://${encodeURIComponent(name)}` };
}
