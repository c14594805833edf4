import { checkArgument, checkOptions } from "../../basics/check-options.ts";
import type { Fields } from "../../basics/kind.ts";
import { text, texts, wholeNumber } from "../../basics/kinds.ts";
import { buildBlock, weigh } from "./evaluation/build-template.ts";
import { type Builder, type EvaluateNode, openBuilder } from "./evaluation/builder.ts";
import { charge, openFrame } from "./evaluation/frame.ts";
import { isTrue } from "./evaluation/values.ts";
import { parseAll, parseTemplate } from "./language/parse-template.ts";
import { scanTemplate } from "./language/scan-template.ts";
import { scanTokens, skipSpace } from "./language/scan-tokens.ts";
import { SourceProblem } from "./language/source-problem.ts";
import type { Expression, Statements } from "./language/syntax.ts";
import type { SourcePiece } from "./language/token.ts";
import { positionAt, positions } from "./position.ts";
import type {
  Template,
  TemplateEnvironment,
  TemplateExpression,
  TemplateFacts,
  TemplateOptions,
  TemplateResult,
  TemplateScope,
  ValueTemplate,
} from "./template.ts";

/** The options of every way to compile. */
export const TEMPLATE_OPTIONS: Fields = {
  maxSource: wholeNumber(1),
  maxDepth: wholeNumber(1, 200),
  filters: texts,
};

/** Compiles a text with `{{ }}` and `{% %}`. A problem of the source is returned, not thrown. */
export function compileTemplate(source: string, options: TemplateOptions = {}): TemplateResult<Template> {
  return compile("compileTemplate", source, { options, build: buildText });
}

/** Compiles a string of a step: exactly one `{{ … }}` gives the value itself, anything else text. */
export function compileValue(source: string, options: TemplateOptions = {}): TemplateResult<ValueTemplate> {
  return compile("compileValue", source, {
    options,
    build: (builder, given) => {
      const block = parseSource(builder, given);
      const only = onlyExpression(block);
      if (only !== undefined) return { ...buildBare(builder, given, only), isText: false };
      const { render } = buildBody(builder, given, block);
      return { ...factsOf(builder, given), isText: true, evaluate: render };
    },
  });
}

/** Compiles a bare expression, as in `if: search.results | length > 0`; it may also stand in `{{ }}`. */
export function compileExpression(
  source: string,
  options: TemplateOptions = {},
): TemplateResult<TemplateExpression> {
  return compile("compileExpression", source, {
    options,
    build: (builder, given) => {
      const { evaluate, ...facts } = buildBare(builder, given, parseBare(builder, given));
      return { ...facts, evaluate, holds: (scope, environment) => isTrue(evaluate(scope, environment)) };
    },
  });
}

const MAX_SOURCE = 65_536;
const MAX_DEPTH = 100;

function compile<T>(
  entry: string,
  source: string,
  { options, build }: { options: TemplateOptions; build: (builder: Builder, source: string) => T },
): TemplateResult<T> {
  checkArgument(entry, "source", source, text);
  checkOptions(entry, options, TEMPLATE_OPTIONS);
  const { maxSource = MAX_SOURCE, maxDepth = MAX_DEPTH, filters } = options;
  try {
    if (source.length > maxSource)
      throw new SourceProblem(0, `the template has ${source.length} characters, more than ${maxSource}`);
    return { ok: true, value: build(openBuilder(maxDepth, filters && new Set(filters)), source) };
  } catch (error) {
    if (!(error instanceof SourceProblem)) throw error;
    const { message, hint, at } = error;
    return {
      ok: false,
      problem: { message, ...positionAt(source, at), ...(hint === undefined ? {} : { hint }) },
    };
  }
}

function buildText(builder: Builder, source: string): Template {
  const { render } = buildBody(builder, source, parseSource(builder, source));
  return { ...factsOf(builder, source), render };
}

function parseSource({ maxDepth }: Builder, source: string): Statements {
  return parseTemplate(scanTemplate(source), maxDepth);
}

/** The expression of a template that is nothing else. A line break at the end does not count: YAML adds it to block scalars. */
function onlyExpression(block: Statements): Expression | undefined {
  const [first, second, ...rest] = block;
  if (first?.kind !== "output" || rest.length > 0) return undefined;
  const isOnly = second === undefined || (second.kind === "text" && /^\r?\n$/.test(second.text));
  return isOnly ? first.value : undefined;
}

function parseBare({ maxDepth }: Builder, source: string): Expression {
  const start = skipSpace(source, 0);
  if (source.startsWith("{{", start)) {
    const only = onlyExpression(parseTemplate(scanTemplate(source).filter(isNotSpace), maxDepth));
    if (only === undefined)
      throw new SourceProblem(
        start,
        "expected one expression",
        "write the whole condition in one {{ }}, or without it",
      );
    return only;
  }
  if (source.startsWith("{%", start)) throw new SourceProblem(start, "expected an expression, found a tag");
  const { tokens } = scanTokens(source, 0, undefined);
  return parseAll({ tokens, next: 0, depth: 0, maxDepth, inLoop: false });
}

function isNotSpace(piece: SourcePiece): boolean {
  return piece.kind !== "text" || skipSpace(piece.text, 0) < piece.text.length;
}

function buildBare(
  builder: Builder,
  source: string,
  expression: Expression,
): TemplateFacts & { readonly evaluate: EvaluateIn } {
  const { evaluate, weight } = weigh(builder, expression);
  return { ...factsOf(builder, source), evaluate: runOf(source, evaluate, weight) };
}

type EvaluateIn = (scope: TemplateScope, environment: TemplateEnvironment) => unknown;

function runOf(source: string, evaluate: EvaluateNode, weight: number): EvaluateIn {
  return (scope, environment) => {
    const frame = openFrame(source, 0, { scope, environment });
    charge(frame, weight);
    return evaluate(frame);
  };
}

function buildBody(builder: Builder, source: string, block: Statements): Pick<Template, "render"> {
  const execute = buildBlock(builder, block);
  const { slots } = builder;
  return {
    render: (scope, environment) => {
      const frame = openFrame(source, slots, { scope, environment });
      execute(frame);
      return frame.out;
    },
  };
}

function factsOf({ references, filters, uses }: Builder, source: string): TemplateFacts {
  const place = positions(source);
  return {
    references: references.sort(inOrder).map(({ at, ...reference }) => ({ ...reference, ...place(at) })),
    variables: [...new Set(uses)],
    filters: filters.sort(inOrder).map(({ name, at }) => ({ name, ...place(at) })),
  };
}

function inOrder(a: { readonly at: number }, b: { readonly at: number }): number {
  return a.at - b.at;
}
