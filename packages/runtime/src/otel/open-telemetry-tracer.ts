import type { SpanAttributes, Tracer } from "../ports.ts";
import type { OpenTelemetryAttributes, OpenTelemetryTracer } from "./opentelemetry-api.ts";
import { skillConvention } from "./skill-convention.ts";

/** Options of the tracer. */
export interface OpenTelemetryOptions {
  /**
   * Also set the `gen_ai.skill.*` attributes of the GenAI conventions, which are in development and may change. Default
   * false.
   */
  readonly genAiSkill?: boolean;
}

/** `SpanStatusCode.ERROR`, a fixed number of the OpenTelemetry protocol. */
const STATUS_ERROR = 2;

/**
 * Creates a tracer that writes each operation as a span `knowhow.<name>` with attributes `knowhow.*`; a failure sets
 * its status.
 */
export function openTelemetryTracer(
  tracer: OpenTelemetryTracer,
  { genAiSkill = false }: OpenTelemetryOptions = {},
): Tracer {
  return {
    trace: ({ name, attributes }, work) => {
      const convention = genAiSkill ? skillConvention(attributes) : {};
      const options = { attributes: { ...ours(attributes), ...convention } };
      return tracer.startActiveSpan(`knowhow.${name}`, options, async (span) => {
        try {
          return await work({
            set: (more) => void span.setAttributes(ours(more)),
            setResource: (key) => {
              if (genAiSkill) span.setAttributes({ "gen_ai.skill.resource.name": key });
            },
          });
        } catch (error) {
          span.setStatus({ code: STATUS_ERROR });
          throw error;
        } finally {
          span.end();
        }
      });
    },
  };
}

/** Prefixes our attributes; `error.type` is OpenTelemetry's. */
function ours(attributes: SpanAttributes): OpenTelemetryAttributes {
  return Object.fromEntries(
    Object.entries(attributes).map(([key, value]) => [
      key === "error.type" ? key : `knowhow.${key}`,
      typeof value === "object" ? [...value] : value,
    ]),
  );
}
