/**
 * The parts of `@opentelemetry/api` that the bridge uses, as structural types: the package itself is never imported.
 */
export interface OpenTelemetrySpan {
  setAttributes(attributes: OpenTelemetryAttributes): unknown;
  setStatus(status: { code: number }): unknown;
  end(): void;
}

/** The result of `trace.getTracer("knowhow")`. */
export interface OpenTelemetryTracer {
  startActiveSpan<R>(
    name: string,
    options: { attributes: OpenTelemetryAttributes },
    work: (span: OpenTelemetrySpan) => R,
  ): R;
}

/** Attributes of an OpenTelemetry span. */
export type OpenTelemetryAttributes = Record<string, string | number | boolean | string[]>;
