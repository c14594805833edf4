/** An expression of a template. `at` is its offset in the source. */
export type Expression =
  | { readonly kind: "literal"; readonly value: string | number | boolean | null; readonly at: number }
  | { readonly kind: "name"; readonly name: string; readonly at: number }
  | { readonly kind: "loop"; readonly member: string; readonly at: number }
  | { readonly kind: "cycle"; readonly items: readonly Expression[]; readonly at: number }
  | { readonly kind: "member"; readonly of: Expression; readonly key: Expression; readonly at: number }
  | { readonly kind: "slice"; readonly of: Expression; readonly bounds: SliceBounds; readonly at: number }
  | { readonly kind: "list"; readonly items: readonly Expression[]; readonly at: number }
  | { readonly kind: "mapping"; readonly entries: readonly MappingEntry[]; readonly at: number }
  | { readonly kind: "not"; readonly of: Expression; readonly at: number }
  | { readonly kind: "sign"; readonly negative: boolean; readonly of: Expression; readonly at: number }
  | { readonly kind: "and" | "or" | "concat"; readonly parts: readonly Expression[]; readonly at: number }
  | {
      readonly kind: "arithmetic";
      readonly first: Expression;
      readonly rest: readonly Operation[];
      readonly at: number;
    }
  | {
      readonly kind: "compare";
      readonly first: Expression;
      readonly rest: readonly Operation[];
      readonly at: number;
    }
  | {
      readonly kind: "choose";
      readonly condition: Expression;
      readonly yes: Expression;
      readonly no: Expression | undefined;
      readonly at: number;
    }
  | {
      readonly kind: "filter";
      readonly name: string;
      readonly of: Expression;
      readonly given: Given;
      readonly at: number;
    }
  | {
      readonly kind: "test";
      readonly name: string;
      readonly of: Expression;
      readonly given: Given;
      readonly negated: boolean;
      readonly at: number;
    }
  | {
      readonly kind: "method";
      readonly name: string;
      readonly of: Expression;
      readonly given: Given;
      readonly at: number;
    }
  | { readonly kind: "function"; readonly name: string; readonly given: Given; readonly at: number };

/** One step of `a + b - c`: the operator and what stands right of it. */
export interface Operation {
  readonly operator: string;
  readonly right: Expression;
  readonly at: number;
}

export interface MappingEntry {
  readonly key: Expression;
  readonly value: Expression;
}

/** The parts of `[start:stop:step]`. */
export interface SliceBounds {
  readonly start: Expression | undefined;
  readonly stop: Expression | undefined;
  readonly step: Expression | undefined;
}

/** The arguments of a filter, test, method or function. */
export interface Given {
  readonly positional: readonly Expression[];
  readonly named: readonly NamedArgument[];
}

export interface NamedArgument {
  readonly name: string;
  readonly value: Expression;
  readonly at: number;
}

/** A statement of a template. */
export type Statement =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "output"; readonly value: Expression; readonly at: number }
  | {
      readonly kind: "if";
      readonly branches: readonly Branch[];
      readonly otherwise: Statements;
      readonly at: number;
    }
  | ForStatement
  | { readonly kind: "set"; readonly name: string; readonly value: Expression; readonly at: number }
  | { readonly kind: "capture"; readonly name: string; readonly body: Statements; readonly at: number };

export type Statements = readonly Statement[];

export interface Branch {
  readonly condition: Expression;
  readonly body: Statements;
}

export interface ForStatement {
  readonly kind: "for";
  readonly targets: readonly string[];
  readonly items: Expression;
  readonly condition: Expression | undefined;
  readonly body: Statements;
  readonly otherwise: Statements;
  readonly at: number;
}
