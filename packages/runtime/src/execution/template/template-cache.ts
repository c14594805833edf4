import { checkOptions } from "../../basics/check-options.ts";
import { wholeNumber } from "../../basics/kinds.ts";
import { compileExpression, compileTemplate, compileValue, TEMPLATE_OPTIONS } from "./compile.ts";
import type {
  Template,
  TemplateExpression,
  TemplateOptions,
  TemplateResult,
  ValueTemplate,
} from "./template.ts";

/** Compiled templates by source. Compiling one costs more than rendering it, so a workflow keeps its own. */
export interface TemplateCache {
  template(source: string): TemplateResult<Template>;
  value(source: string): TemplateResult<ValueTemplate>;
  expression(source: string): TemplateResult<TemplateExpression>;
}

const SIZE = 1_000;

/** A cache of at most `size` sources of each kind (default 1,000); the one not used for longest is dropped. */
export function templateCache({
  size = SIZE,
  ...options
}: TemplateOptions & { readonly size?: number | undefined } = {}): TemplateCache {
  checkOptions("templateCache", { size, ...options }, { ...TEMPLATE_OPTIONS, size: wholeNumber(1) });
  return {
    template: remembered(size, (source) => compileTemplate(source, options)),
    value: remembered(size, (source) => compileValue(source, options)),
    expression: remembered(size, (source) => compileExpression(source, options)),
  };
}

function remembered<T>(size: number, compile: (source: string) => T): (source: string) => T {
  const known = new Map<string, T>();
  return (source) => {
    const found = known.get(source);
    if (found !== undefined) {
      known.delete(source);
      known.set(source, found);
      return found;
    }
    const compiled = compile(source);
    known.set(source, compiled);
    for (const oldest of known.keys()) {
      if (known.size <= size) break;
      known.delete(oldest);
    }
    return compiled;
  };
}
