import type { Expression, Operation } from "../language/syntax.ts";
import { buildFilter, buildFunction, buildMethod, buildTest } from "./build-call.ts";
import { buildCycle, buildLoop } from "./build-loop-member.ts";
import { type Builder, below, type EvaluateNode, slotsOf } from "./builder.ts";
import { chargeText, checkLength, type RenderFrame, wrongType } from "./frame.ts";
import { readMember, readName, readSlice, unknownMember, unknownName } from "./members.ts";
import { calculate, holdsBetween } from "./operators.ts";
import { isTrue, kindName, setKey, toText } from "./values.ts";

/** How an expression is used by what stands around it. */
export interface ValueUse {
  /** True if the value may be missing; it is then undefined. */
  readonly optional: boolean;
  /** The constant members that are read from it. */
  readonly path: readonly (string | number)[];
}

const PLAIN: ValueUse = { optional: false, path: [] };
const OPTIONAL: ValueUse = { optional: true, path: [] };

/** Compiles an expression to a closure. */
export function buildExpression(builder: Builder, node: Expression, use: ValueUse = PLAIN): EvaluateNode {
  builder.weight += 1;
  return below(builder, node.at, () => buildNode(builder, node, use));
}

function buildNode(builder: Builder, node: Expression, use: ValueUse): EvaluateNode {
  const build = (inner: Expression): EvaluateNode => buildExpression(builder, inner);
  const buildAll = (inner: readonly (Expression | undefined)[]): readonly (EvaluateNode | undefined)[] =>
    inner.map((each) => (each === undefined ? undefined : build(each)));
  switch (node.kind) {
    case "literal": {
      const { value } = node;
      return () => value;
    }
    case "name":
      return buildName(builder, node, use);
    case "member":
      return buildMember(builder, node, use);
    case "choose":
      return buildChoice(builder, node, use);
    case "loop":
      return buildLoop(builder, node);
    case "cycle":
      return buildCycle(builder, node.items.map(build));
    case "slice": {
      const { start, stop, step } = node.bounds;
      return buildSlice(build(node.of), buildAll([start, stop, step]), node.at);
    }
    case "list": {
      const items = node.items.map(build);
      return (frame) => items.map((item) => item(frame));
    }
    case "mapping":
      return buildMapping(builder, node);
    case "not": {
      const of = build(node.of);
      return (frame) => !isTrue(of(frame));
    }
    case "sign":
      return buildSign(build(node.of), node.negative, node.at);
    case "and":
      return buildAnd(node.parts.map(build));
    case "or":
      return buildOr(node.parts.map(build));
    case "concat":
      return buildConcat(node.parts.map(build), node.at);
    case "arithmetic":
      return buildArithmetic(builder, build(node.first), node.rest);
    case "compare":
      return buildComparison(builder, build(node.first), node.rest);
    case "filter":
      return buildFilter(builder, node, {
        of: (isOptional) => buildExpression(builder, node.of, isOptional ? OPTIONAL : PLAIN),
        buildAll,
      });
    case "test":
      return buildTest(node, {
        of: (isOptional) => buildExpression(builder, node.of, isOptional ? OPTIONAL : PLAIN),
        buildAll,
      });
    case "method":
      return buildMethod(node, { of: () => build(node.of), buildAll });
    case "function":
      return buildFunction(node, buildAll);
  }
}

function buildName(
  builder: Builder,
  { name, at }: { name: string; at: number },
  { optional, path }: ValueUse,
): EvaluateNode {
  const [slot, ...outer] = slotsOf(builder, name);
  if (slot === undefined) {
    builder.references.push({ name, path, optional, at });
    return (frame) => {
      const value = readName(frame, name);
      return value === undefined && !optional ? missingName(frame, name, at) : value;
    };
  }
  builder.uses.push(name);
  return (frame) => {
    const local = frame.locals[slot];
    if (local !== undefined) return local;
    // A `set` in a branch that did not run leaves the variable as it was outside.
    for (const other of outer) {
      const value = frame.locals[other];
      if (value !== undefined) return value;
    }
    const value = readName(frame, name);
    return value === undefined && !optional ? missingName(frame, name, at) : value;
  };
}

function missingName(frame: RenderFrame, name: string, at: number): never {
  frame.at = at;
  throw unknownName(frame, name);
}

function buildMember(
  builder: Builder,
  node: Extract<Expression, { kind: "member" }>,
  use: ValueUse,
): EvaluateNode {
  const { key, at } = node;
  const { optional } = use;
  const constant =
    key.kind === "literal" && (typeof key.value === "string" || typeof key.value === "number")
      ? key.value
      : undefined;
  const of = buildExpression(builder, node.of, {
    optional,
    path: constant === undefined ? [] : [constant, ...use.path],
  });
  if (constant !== undefined)
    return (frame) => {
      const whole = of(frame);
      const value = readMember(frame, whole, constant);
      if (value !== undefined || optional) return value;
      frame.at = at;
      throw unknownMember(frame, whole, { key: constant, path: pathOf(node.of) });
    };
  const readKey = buildExpression(builder, key);
  return (frame) => {
    const whole = of(frame);
    const member = readKey(frame);
    const value = readMember(frame, whole, member);
    if (value !== undefined || optional) return value;
    frame.at = at;
    throw unknownMember(frame, whole, { key: undefined, path: pathOf(node.of) });
  };
}

/** How the source writes a chain of constant members: `search.results[0]`; undefined for anything else. */
function pathOf(node: Expression): string | undefined {
  if (node.kind === "name") return node.name;
  if (node.kind !== "member" || node.key.kind !== "literal") return undefined;
  const whole = pathOf(node.of);
  const { value } = node.key;
  return whole === undefined
    ? undefined
    : typeof value === "string"
      ? `${whole}.${value}`
      : `${whole}[${value}]`;
}

function buildChoice(
  builder: Builder,
  node: Extract<Expression, { kind: "choose" }>,
  { optional }: ValueUse,
): EvaluateNode {
  const condition = buildExpression(builder, node.condition);
  const use = optional ? OPTIONAL : PLAIN;
  const yes = buildExpression(builder, node.yes, use);
  const no = node.no === undefined ? undefined : buildExpression(builder, node.no, use);
  return (frame) => (isTrue(condition(frame)) ? yes(frame) : no === undefined ? null : no(frame));
}

function buildSlice(
  of: EvaluateNode,
  [start, stop, step]: readonly (EvaluateNode | undefined)[],
  at: number,
): EvaluateNode {
  return (frame) => {
    const whole = of(frame);
    const bounds = [start?.(frame), stop?.(frame), step?.(frame)] as const;
    frame.at = at;
    return readSlice(frame, whole, bounds);
  };
}

function buildMapping(builder: Builder, node: Extract<Expression, { kind: "mapping" }>): EvaluateNode {
  const entries = node.entries.map(({ key, value }) => ({
    at: key.at,
    key: buildExpression(builder, key),
    value: buildExpression(builder, value),
  }));
  return (frame) => {
    const mapping: Record<string, unknown> = {};
    for (const entry of entries) {
      const key = entry.key(frame);
      frame.at = entry.at;
      if (typeof key !== "string")
        throw wrongType(frame, `the key of a mapping must be a string, not ${kindName(key)}`);
      setKey(mapping, key, entry.value(frame));
    }
    return mapping;
  };
}

function buildSign(of: EvaluateNode, negative: boolean, at: number): EvaluateNode {
  return (frame) => {
    const value = of(frame);
    if (typeof value === "number") return negative ? 0 - value : value;
    frame.at = at;
    throw wrongType(frame, `"${negative ? "-" : "+"}" needs a number, not ${kindName(value)}`);
  };
}

function buildAnd(parts: readonly EvaluateNode[]): EvaluateNode {
  return (frame) => {
    let value: unknown;
    for (const part of parts) {
      value = part(frame);
      if (!isTrue(value)) return value;
    }
    return value;
  };
}

function buildOr(parts: readonly EvaluateNode[]): EvaluateNode {
  return (frame) => {
    let value: unknown;
    for (const part of parts) {
      value = part(frame);
      if (isTrue(value)) return value;
    }
    return value;
  };
}

function buildConcat(parts: readonly EvaluateNode[], at: number): EvaluateNode {
  return (frame) => {
    let text = "";
    for (const part of parts) {
      const value = part(frame);
      frame.at = at;
      const added = toText(frame, value);
      chargeText(frame, added.length);
      text += added;
      if (text.length > added.length) checkLength(frame, text.length);
    }
    return text;
  };
}

function buildArithmetic(builder: Builder, first: EvaluateNode, rest: readonly Operation[]): EvaluateNode {
  const steps = buildSteps(builder, rest);
  return (frame) => {
    let value = first(frame);
    for (const { operator, right, at } of steps) {
      const other = right(frame);
      frame.at = at;
      value = calculate(frame, operator, [value, other]);
    }
    return value;
  };
}

/** Comparisons can be chained: `1 < x < 5`. */
function buildComparison(builder: Builder, first: EvaluateNode, rest: readonly Operation[]): EvaluateNode {
  const steps = buildSteps(builder, rest);
  return (frame) => {
    let left = first(frame);
    for (const { operator, right, at } of steps) {
      const other = right(frame);
      frame.at = at;
      if (!holdsBetween(frame, operator, [left, other])) return false;
      left = other;
    }
    return true;
  };
}

function buildSteps(
  builder: Builder,
  rest: readonly Operation[],
): readonly { operator: string; right: EvaluateNode; at: number }[] {
  return rest.map(({ operator, right, at }) => ({ operator, right: buildExpression(builder, right), at }));
}
