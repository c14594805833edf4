import type { Expression, ForStatement, Statement, Statements } from "../language/syntax.ts";
import { buildExpression } from "./build-expression.ts";
import {
  type Builder,
  below,
  declare,
  type EvaluateNode,
  type Execute,
  noteOrigin,
  watchReads,
} from "./builder.ts";
import { charge, type RenderFrame, write, writeText, wrongType } from "./frame.ts";
import { isTrue, kindName, toList, toText } from "./values.ts";

/** Compiles statements to one closure. */
export function buildBlock(builder: Builder, block: Statements): Execute {
  const [first, second, ...rest] = block.map((statement) => buildStatement(builder, statement));
  if (first === undefined) return () => undefined;
  if (second === undefined) return first;
  const all = [first, second, ...rest];
  return (frame) => {
    for (const execute of all) execute(frame);
  };
}

function buildStatement(builder: Builder, statement: Statement): Execute {
  switch (statement.kind) {
    case "text": {
      const { text } = statement;
      return (frame) => write(frame, text);
    }
    case "output":
      return marked(builder, () => buildOutput(builder, statement));
    case "if":
      return below(builder, statement.at, () => buildIf(builder, statement));
    case "for":
      return marked(builder, () => below(builder, statement.at, () => buildFor(builder, statement)));
    case "set": {
      const readsOf = watchReads(builder);
      const { evaluate, weight } = weigh(builder, statement.value);
      noteOrigin(builder, statement.name, readsOf());
      const slot = declare(builder, statement.name);
      return (frame) => {
        charge(frame, weight);
        frame.locals[slot] = evaluate(frame) ?? null;
      };
    }
    case "capture":
      return below(builder, statement.at, () => buildCapture(builder, statement));
  }
}

/** Gives the text of a statement to `mark`, unless a statement around it does. */
function marked(builder: Builder, build: () => Execute): Execute {
  const readsOf = watchReads(builder);
  builder.marked += 1;
  const execute = build();
  builder.marked -= 1;
  const reads = readsOf();
  if (builder.marked > 0 || reads.length === 0) return execute;
  return (frame) => {
    const { mark } = frame.environment;
    if (mark === undefined) {
      execute(frame);
      return;
    }
    const before = frame.out;
    frame.out = "";
    execute(frame);
    const text = frame.out;
    frame.out = before;
    if (text !== "") write(frame, mark(text, reads));
  };
}

/** Compiles an expression and counts its operations, so that its fuel can be charged at once. */
export function weigh(
  builder: Builder,
  expression: Expression,
): { readonly evaluate: EvaluateNode; readonly weight: number } {
  builder.weight = 0;
  const evaluate = buildExpression(builder, expression);
  return { evaluate, weight: builder.weight };
}

function buildOutput(builder: Builder, { value, at }: { value: Expression; at: number }): Execute {
  const { evaluate, weight } = weigh(builder, value);
  return (frame) => {
    charge(frame, weight);
    const result = evaluate(frame);
    frame.at = at;
    writeText(frame, toText(frame, result));
  };
}

function buildIf(builder: Builder, { branches, otherwise }: Extract<Statement, { kind: "if" }>): Execute {
  const built = branches.map(({ condition, body }) => ({
    ...weigh(builder, condition),
    body: buildBlock(builder, body),
  }));
  const last = buildBlock(builder, otherwise);
  return (frame) => {
    for (const { evaluate, weight, body } of built) {
      charge(frame, weight);
      if (isTrue(evaluate(frame))) {
        body(frame);
        return;
      }
    }
    last(frame);
  };
}

function buildCapture(
  builder: Builder,
  { name, body, at }: Extract<Statement, { kind: "capture" }>,
): Execute {
  const readsOf = watchReads(builder);
  builder.marked += 1;
  const execute = buildBlock(builder, body);
  builder.marked -= 1;
  noteOrigin(builder, name, readsOf());
  const slot = declare(builder, name);
  return (frame) => {
    frame.at = at;
    charge(frame, 1);
    const before = frame.out;
    frame.out = "";
    execute(frame);
    frame.locals[slot] = frame.out;
    frame.out = before;
  };
}

function buildFor(builder: Builder, statement: ForStatement): Execute {
  const { at } = statement;
  const items = weigh(builder, statement.items);
  builder.scopes.push(new Map());
  const targets = statement.targets.map((name) => declare(builder, name));
  const bind = buildBinding(targets, at);
  const condition = statement.condition === undefined ? undefined : weigh(builder, statement.condition);
  builder.loops.push(false);
  const level = builder.loops.length - 1;
  const body = buildBlock(builder, statement.body);
  const usesLoop = builder.loops.pop() === true;
  const inner = [...(builder.scopes.pop()?.values() ?? [])].filter((slot) => !targets.includes(slot));
  const otherwise = buildBlock(builder, statement.otherwise);
  return (frame) => {
    charge(frame, items.weight);
    const value = items.evaluate(frame);
    frame.at = at;
    const all = toList(frame, value);
    const list = condition === undefined ? all : choose(frame, all, { bind, ...condition });
    if (list.length === 0) {
      otherwise(frame);
      return;
    }
    const state = { items: list, index: 0 };
    if (usesLoop) frame.loops[level] = state;
    for (const item of list) {
      charge(frame, 1);
      for (const slot of inner) frame.locals[slot] = undefined;
      bind(frame, item);
      body(frame);
      state.index += 1;
    }
    for (const slot of targets) frame.locals[slot] = undefined;
  };
}

type Bind = (frame: RenderFrame, item: unknown) => void;

/** Items for which the condition of the loop holds. */
function choose(
  frame: RenderFrame,
  items: readonly unknown[],
  { bind, evaluate, weight }: { bind: Bind; evaluate: EvaluateNode; weight: number },
): readonly unknown[] {
  return items.filter((item) => {
    charge(frame, weight);
    bind(frame, item);
    return isTrue(evaluate(frame));
  });
}

/** Sets the variables of a loop; several of them take the parts of an item. */
function buildBinding(targets: readonly number[], at: number): Bind {
  const [only] = targets;
  if (only !== undefined && targets.length === 1)
    return (frame, item) => {
      frame.locals[only] = item ?? null;
    };
  return (frame, item) => {
    if (!Array.isArray(item) || item.length !== targets.length) {
      frame.at = at;
      const found = Array.isArray(item) ? `a list of ${item.length}` : kindName(item);
      throw wrongType(
        frame,
        `the loop needs items with ${targets.length} parts, not ${found}`,
        'use "x.items()" to loop over keys and values',
      );
    }
    for (const [index, slot] of targets.entries()) frame.locals[slot] = item[index] ?? null;
  };
}
