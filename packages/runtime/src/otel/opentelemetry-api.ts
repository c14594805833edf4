/** The parts of `@opentelemetry/api` that the bridge uses, by structure: the package itself is never imported. */
export interface OpenTelemetrySpan {
  setAttributes(attributes: OpenTelemetryAttributes): unknown;
  setStatus(status: { code: number }): unknown;
  end(): void;
}

/** What `trace.getTracer("knowhow")` gives. */
export interface OpenTelemetryTracer {
  startActiveSpan<R>(
    name: string,
    options: { attributes: OpenTelemetryAttributes },
    work: (span: OpenTelemetrySpan) => R,
  ): R;
}

/** Attributes as OpenTelemetry takes them. */
export type OpenTelemetryAttributes = Record<string, string | number | boolean | string[]>;
