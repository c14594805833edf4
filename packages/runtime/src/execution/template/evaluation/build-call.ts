import { nearestWord } from "../../../basics/words.ts";
import type { BuiltIn } from "../filters/built-in.ts";
import { FILTERS } from "../filters/filters.ts";
import { FUNCTIONS } from "../filters/functions.ts";
import { callHostFilter } from "../filters/host-filter.ts";
import { METHODS } from "../filters/methods.ts";
import { TESTS } from "../filters/tests.ts";
import { bindArguments } from "../language/bind-arguments.ts";
import { meant, SourceProblem } from "../language/source-problem.ts";
import type { Expression } from "../language/syntax.ts";
import type { Builder, EvaluateNode } from "./builder.ts";
import type { RenderFrame } from "./frame.ts";

type Called<Kind extends Expression["kind"]> = Extract<Expression, { kind: Kind }>;
type BuildAll = (inner: readonly (Expression | undefined)[]) => readonly (EvaluateNode | undefined)[];

/** Compiles the parts of a call. */
interface CallParts {
  readonly of: (isOptional: boolean) => EvaluateNode;
  readonly buildAll: BuildAll;
}

export function buildFilter(
  builder: Builder,
  node: Called<"filter">,
  { of, buildAll }: CallParts,
): EvaluateNode {
  const { name, given, at } = node;
  const spec = FILTERS.get(name);
  noteFilter(builder, name, at);
  if (spec === undefined) return buildHostFilter(node, of(false), buildAll);
  checkNames(builder, node);
  return buildBuiltIn(spec, of(spec.lenient === true), {
    at,
    given: buildAll(bindArguments(spec, given, { what: `the filter "${name}"`, at })),
  });
}

/** Remembers a filter, and checks that it exists if the host's filters are known. */
function noteFilter(builder: Builder, name: string, at: number): void {
  builder.filters.push({ name, at });
  if (FILTERS.has(name) || builder.hostFilters === undefined || builder.hostFilters.has(name)) return;
  const near = nearestWord(name, [...FILTERS.keys(), ...builder.hostFilters]);
  throw new SourceProblem(
    at,
    `unknown filter "${name}"${meant(near)}`,
    `filters: ${[...FILTERS.keys(), ...builder.hostFilters].join(", ")}`,
  );
}

/** Where filters that call a filter or a test have its name. */
const NAMED: ReadonlyMap<string, { readonly what: "filter" | "test"; readonly index: number }> = new Map([
  ["map", { what: "filter", index: 0 }],
  ["select", { what: "test", index: 0 }],
  ["reject", { what: "test", index: 0 }],
  ["selectattr", { what: "test", index: 1 }],
  ["rejectattr", { what: "test", index: 1 }],
]);

/** The name of a filter or test that is given as an argument must be written out, so that it can be checked here. */
function checkNames(builder: Builder, { name, given, at }: Called<"filter">): void {
  const named = NAMED.get(name);
  const argument = named === undefined ? undefined : given.positional[named.index];
  if (
    named?.what === "filter" &&
    argument === undefined &&
    !given.named.some((each) => each.name === "attribute")
  )
    throw new SourceProblem(at, "map needs the name of a filter, or attribute=");
  if (named?.index === 1 && given.positional.length === 0)
    throw new SourceProblem(at, `${name} needs the name of an attribute`);
  if (named === undefined || argument === undefined) return;
  if (argument.kind !== "literal" || typeof argument.value !== "string")
    throw new SourceProblem(argument.at, `${name} needs the name of a ${named.what} as a string`);
  if (named.what === "filter") noteFilter(builder, argument.value, argument.at);
  else testNamed(argument.value, argument.at);
}

function buildHostFilter(
  { name, given, at }: Called<"filter">,
  of: EvaluateNode,
  buildAll: BuildAll,
): EvaluateNode {
  const first = given.named[0];
  if (first !== undefined)
    throw new SourceProblem(first.at, `the filter "${name}" takes no arguments by name`);
  const parameters = buildAll(given.positional);
  return (frame) => {
    const value = of(frame);
    const values = evaluateAll(frame, parameters);
    frame.at = at;
    return callHostFilter(frame, name, { value, given: values, known: FILTERS.keys() });
  };
}

export function buildTest(node: Called<"test">, { of, buildAll }: CallParts): EvaluateNode {
  const { name, given, negated, at } = node;
  const spec = testNamed(name, at);
  const test = buildBuiltIn(spec, of(spec.lenient === true), {
    at,
    given: buildAll(bindArguments(spec, given, { what: `the test "${name}"`, at })),
  });
  return negated ? (frame) => test(frame) === false : test;
}

const SYMBOLS: ReadonlySet<string> = new Set(["==", "!=", "<", "<=", ">", ">="]);

function testNamed(name: string, at: number): BuiltIn<unknown> {
  const spec = TESTS.get(name) ?? (SYMBOLS.has(name) ? TESTS.get("eq") : undefined);
  if (spec !== undefined) return spec;
  throw new SourceProblem(
    at,
    `unknown test "${name}"${meant(nearestWord(name, TESTS.keys()))}`,
    `tests: ${[...TESTS.keys()].join(", ")}`,
  );
}

export function buildMethod({ name, given, at }: Called<"method">, parts: CallParts): EvaluateNode {
  const spec = METHODS.get(name);
  if (spec === undefined) throw unknownCall("method", name, at);
  return buildBuiltIn(spec, parts.of(false), {
    at,
    given: parts.buildAll(bindArguments(spec, given, { what: `${name}()`, at })),
  });
}

export function buildFunction({ name, given, at }: Called<"function">, buildAll: BuildAll): EvaluateNode {
  const spec = FUNCTIONS.get(name);
  if (spec === undefined) throw unknownCall("function", name, at);
  return buildBuiltIn(spec, () => null, {
    at,
    given: buildAll(bindArguments(spec, given, { what: `${name}()`, at })),
  });
}

function unknownCall(what: "method" | "function", name: string, at: number): SourceProblem {
  const known = [...(what === "method" ? METHODS : FUNCTIONS).keys()];
  const hint = FILTERS.has(name)
    ? `write it as a filter: "value | ${name}"`
    : `${what}s: ${known.join(", ")}`;
  return new SourceProblem(at, `unknown ${what} "${name}"${meant(nearestWord(name, known))}`, hint);
}

const NO_ARGUMENTS: readonly unknown[] = [];

function buildBuiltIn(
  { apply }: BuiltIn<unknown>,
  of: EvaluateNode,
  { given, at }: { given: readonly (EvaluateNode | undefined)[]; at: number },
): EvaluateNode {
  if (given.length === 0)
    return (frame) => {
      const value = of(frame);
      frame.at = at;
      return apply(frame, value, NO_ARGUMENTS);
    };
  return (frame) => {
    const value = of(frame);
    const values = evaluateAll(frame, given);
    frame.at = at;
    return apply(frame, value, values);
  };
}

function evaluateAll(frame: RenderFrame, given: readonly (EvaluateNode | undefined)[]): readonly unknown[] {
  return given.map((each) => each?.(frame));
}
