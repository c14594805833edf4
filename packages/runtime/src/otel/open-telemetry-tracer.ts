import type { SpanAttributes, Tracer } from "../ports.ts";
import type { OpenTelemetryAttributes, OpenTelemetrySpan, OpenTelemetryTracer } from "./opentelemetry-api.ts";
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
      return inSpan(tracer, `knowhow.${name}`, options, (span) =>
        work({
          set: (more) => quietly(() => span?.setAttributes(ours(more))),
          setResource: (key) => {
            if (genAiSkill) quietly(() => span?.setAttributes({ "gen_ai.skill.resource.name": key }));
          },
        }),
      );
    },
  };
}

/** Does the work once, inside a span if there can be one: whatever fails in OpenTelemetry, the outcome is the work's own. */
async function inSpan<T>(
  tracer: OpenTelemetryTracer,
  name: string,
  options: { attributes: OpenTelemetryAttributes },
  work: (span?: OpenTelemetrySpan) => Promise<T>,
): Promise<T> {
  const begun: { work?: Promise<T> } = {};
  const run = async (span: OpenTelemetrySpan): Promise<T> => {
    try {
      return await work(span);
    } catch (error) {
      quietly(() => span.setStatus({ code: STATUS_ERROR }));
      throw error;
    } finally {
      quietly(() => span.end());
    }
  };
  quietly(() => {
    const given = tracer.startActiveSpan(name, options, (span) => {
      begun.work ??= run(span);
      return begun.work;
    });
    // What the tracer makes of the outcome is its own affair.
    Promise.resolve(given).catch(() => undefined);
  });
  begun.work ??= work();
  return begun.work;
}

function quietly(act: () => unknown): void {
  try {
    act();
  } catch {
    // A mistake of the tracer must never change the outcome.
  }
}

/** Our attributes under our own name; `error.type` is OpenTelemetry's. */
function ours(attributes: SpanAttributes): OpenTelemetryAttributes {
  return Object.fromEntries(
    Object.entries(attributes).map(([key, value]) => [
      key === "error.type" ? key : `knowhow.${key}`,
      typeof value === "object" ? [...value] : value,
    ]),
  );
}
