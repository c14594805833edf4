/** A wrong template, found before anything is rendered. Returned, never thrown. */
export interface TemplateProblem {
  readonly message: string;
  /** One-based, in the source that was compiled. */
  readonly line: number;
  /** One-based, in UTF-16 code units. */
  readonly column: number;
  readonly hint?: string;
}

/** The result of compiling: a value to render, or the first problem of the source. */
export type TemplateResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: TemplateProblem };

/** A name that a template takes from its scope, with the members that are read from it. */
export interface TemplateReference {
  /** The name in the scope: `search` in `search.results[0].title`. */
  readonly name: string;
  /** The constant members below it, up to the first computed one: `["results", 0, "title"]`. */
  readonly path: readonly (string | number)[];
  /** True if the template handles a missing value: under `default`, `is defined` or `is undefined`. */
  readonly optional: boolean;
  readonly line: number;
  readonly column: number;
}

/** A filter that a template uses, by name. */
export interface TemplateFilterUse {
  readonly name: string;
  readonly line: number;
  readonly column: number;
}

/** What can be known about a template without rendering it. */
export interface TemplateFacts {
  /** In the order of the source. Variables of `for` and `set` are not included. */
  readonly references: readonly TemplateReference[];
  /** Names of variables of `for` and `set` that are read. One that is not set has the value of the scope. */
  readonly variables: readonly string[];
  readonly filters: readonly TemplateFilterUse[];
}

/** A compiled text: renders to a string. */
export interface Template extends TemplateFacts {
  /** Throws `TemplateError`. */
  render(scope: TemplateScope, environment: TemplateEnvironment): string;
}

/** A compiled value: a string that is exactly one `{{ … }}` evaluates to the value itself, any other to text. */
export interface ValueTemplate extends TemplateFacts {
  /** True if it evaluates to a string because there is text around its expressions. */
  readonly isText: boolean;
  /** Throws `TemplateError`. Values of the scope are returned by reference, not copied. */
  evaluate(scope: TemplateScope, environment: TemplateEnvironment): unknown;
}

/** A compiled expression, as in `if:` and `for:` of a step. */
export interface TemplateExpression extends TemplateFacts {
  /** Throws `TemplateError`. Values of the scope are returned by reference, not copied. */
  evaluate(scope: TemplateScope, environment: TemplateEnvironment): unknown;
  /** Whether the value counts as true: not null, false, 0, or empty. Throws `TemplateError`. */
  holds(scope: TemplateScope, environment: TemplateEnvironment): boolean;
}

/** A scope that looks names up one at a time. */
export interface TemplateLookup {
  /** The value of a name; undefined if there is none. */
  get(name: string): unknown;
  /** The names that exist, for "did you mean". */
  names?(): Iterable<string>;
}

/** The names that a template can read. It is never copied or changed; only its own properties are read. */
export type TemplateScope = Readonly<Record<string, unknown>> | TemplateLookup;

/**
 * A filter of the host: `{{ value | name(a, b) }}` calls it with `value, a, b`. It is synchronous, and must not change its
 * arguments. If it throws, rendering stops with an error that names the filter and has the thrown value as its cause.
 */
export type TemplateFilter = (value: unknown, ...parameters: readonly unknown[]) => unknown;

/** What rendering needs from the host. */
export interface TemplateEnvironment {
  /** The current time in milliseconds since 1970, for `now()` and `date`. */
  now(): number;
  /** IANA name of the zone in which `date` shows instants. Default UTC. */
  readonly timeZone?: string | undefined;
  /** The host's own filters, by name. They cannot replace built-in filters. */
  readonly filters?: Readonly<Record<string, TemplateFilter>> | undefined;
  readonly limits?: RenderLimits | undefined;
  /**
   * Called for the text of every outermost `{{ … }}` and `{% for %}` of a template, with what it reads from the scope,
   * also through variables. What it returns is written instead.
   */
  readonly mark?:
    | ((text: string, reads: readonly Pick<TemplateReference, "name" | "path">[]) => string)
    | undefined;
}

/** Limits of one rendering. */
export interface RenderLimits {
  /** Units of work: about one per evaluated operation, list item, or 16 characters. Default 1,000,000. */
  readonly fuel?: number | undefined;
  /** Characters of the output, and of every string on the way to it. Default 1,000,000. */
  readonly output?: number | undefined;
}

/** Options of compiling. */
export interface TemplateOptions {
  /** Largest source, in characters. Default 65,536. */
  readonly maxSource?: number | undefined;
  /** Deepest nesting of blocks and expressions. Default 100. */
  readonly maxDepth?: number | undefined;
  /** Names of the host's filters. If given, any other unknown filter is a problem; otherwise it is an error when rendered. */
  readonly filters?: readonly string[] | undefined;
}
