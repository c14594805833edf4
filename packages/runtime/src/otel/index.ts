export { type OpenTelemetryOptions, openTelemetryTracer } from "./open-telemetry-tracer.ts";
export type { OpenTelemetryAttributes, OpenTelemetrySpan, OpenTelemetryTracer } from "./opentelemetry-api.ts";
export { skillAttributes } from "./skill-attributes.ts";
