import { compileTemplate } from "../src/execution/template/compile.ts";
import type {
  TemplateEnvironment,
  TemplateOptions,
  TemplateResult,
  TemplateScope,
} from "../src/execution/template/template.ts";
import { TemplateError } from "../src/execution/template/template-error.ts";

/** The time of every test: 2026-11-15T09:30:05.123Z, a Sunday. */
export const testEnvironment: TemplateEnvironment = { now: () => Date.UTC(2026, 10, 15, 9, 30, 5, 123) };

/** The compiled value. Throws the problem if there is one. */
export function mustCompile<T>(result: TemplateResult<T>): T {
  if (result.ok) return result.value;
  const { message, line, column } = result.problem;
  throw new Error(`${message} (line ${line}, column ${column})`);
}

/** Compiles and renders. */
export function renderTemplate(
  source: string,
  scope: TemplateScope = {},
  { environment = {}, ...options }: TemplateOptions & { environment?: Partial<TemplateEnvironment> } = {},
): string {
  return mustCompile(compileTemplate(source, options)).render(scope, { ...testEnvironment, ...environment });
}

/** The error that rendering throws. */
export function renderError(...given: Parameters<typeof renderTemplate>): TemplateError {
  try {
    renderTemplate(...given);
  } catch (error) {
    if (error instanceof TemplateError) return error;
    throw error;
  }
  throw new Error(`${given[0]} renders without an error`);
}
