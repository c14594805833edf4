import { SourceProblem } from "../language/source-problem.ts";
import type { RenderFrame } from "./frame.ts";

/** A compiled expression. */
export type EvaluateNode = (frame: RenderFrame) => unknown;

/** A compiled statement, which adds to the output. */
export type Execute = (frame: RenderFrame) => void;

/** What is known while a template is compiled. */
export interface Builder {
  readonly maxDepth: number;
  /** Names of the host's filters; undefined if they are not known yet. */
  readonly hostFilters: ReadonlySet<string> | undefined;
  /** Variables in scope, with their places in `RenderFrame.locals`; the innermost scope is last. */
  readonly scopes: Map<string, number>[];
  slots: number;
  depth: number;
  /** Operations of the statement that is being compiled, which is the fuel that it takes. */
  weight: number;
  /** Whether the loops around this place use `loop`; the innermost is last. */
  readonly loops: boolean[];
  readonly references: FoundReference[];
  /** Names of variables that are read, in the order of the source. */
  readonly uses: string[];
  /** What the values of variables were made of, by name. */
  readonly origins: Map<string, readonly FoundReference[]>;
  /** Number of statements around this one whose text is marked as a whole. */
  marked: number;
  readonly filters: FoundFilter[];
}

/** A reference whose place is still an offset. */
export interface FoundReference {
  readonly name: string;
  readonly path: readonly (string | number)[];
  readonly optional: boolean;
  readonly at: number;
}

export interface FoundFilter {
  readonly name: string;
  readonly at: number;
}

export function openBuilder(maxDepth: number, hostFilters: ReadonlySet<string> | undefined): Builder {
  return {
    maxDepth,
    hostFilters,
    scopes: [new Map()],
    slots: 0,
    depth: 0,
    weight: 0,
    loops: [],
    references: [],
    uses: [],
    origins: new Map(),
    marked: 0,
    filters: [],
  };
}

/** Compiles one level below. Evaluation is as deep as what is compiled, so this bounds the stack of both. */
export function below<T>(builder: Builder, at: number, build: () => T): T {
  builder.depth += 1;
  if (builder.depth > builder.maxDepth)
    throw new SourceProblem(at, `nested more than ${builder.maxDepth} levels deep`);
  const built = build();
  builder.depth -= 1;
  return built;
}

/** The place of a variable in the innermost scope, which it is added to. */
export function declare(builder: Builder, name: string): number {
  const scope = builder.scopes.at(-1);
  const known = scope?.get(name);
  if (known !== undefined) return known;
  const slot = builder.slots;
  builder.slots += 1;
  scope?.set(name, slot);
  return slot;
}

/** The places where a variable of this name can be, innermost first. */
export function slotsOf(builder: Builder, name: string): readonly number[] {
  return builder.scopes.flatMap((scope) => scope.get(name) ?? []).reverse();
}

/** Notes what is read from now on; the function that it returns gives it once each, also what variables were made of. */
export function watchReads(builder: Builder): () => readonly FoundReference[] {
  const [references, uses] = [builder.references.length, builder.uses.length];
  return () =>
    once([
      ...builder.references.slice(references),
      // A variable that is not set has the value that its name has in the scope.
      ...[...new Set(builder.uses.slice(uses))].flatMap((name) => [
        { name, path: [], optional: true, at: 0 },
        ...(builder.origins.get(name) ?? []),
      ]),
    ]);
}

/** Notes what the value of a variable is made of; it may have been set before. */
export function noteOrigin(builder: Builder, name: string, reads: readonly FoundReference[]): void {
  if (reads.length > 0) builder.origins.set(name, once([...(builder.origins.get(name) ?? []), ...reads]));
}

/** Without repetitions: `{% set a = a + a %}` would otherwise double what is known about `a` every time. */
function once(references: readonly FoundReference[]): readonly FoundReference[] {
  const known = new Map<string, FoundReference>();
  for (const reference of references) {
    const key = JSON.stringify([reference.name, reference.path]);
    if (!known.has(key)) known.set(key, reference);
  }
  return [...known.values()];
}
