import { positionAt } from "../position.ts";
import type { TemplateEnvironment, TemplateLookup, TemplateScope } from "../template.ts";
import { TemplateError, type TemplateErrorCode } from "../template-error.ts";

/** The state of one rendering. */
export interface RenderFrame {
  readonly source: string;
  readonly scope: TemplateScope;
  readonly environment: TemplateEnvironment;
  /** Variables of `for` and `set`; undefined if not set. */
  readonly locals: unknown[];
  readonly loops: LoopState[];
  readonly maxOutput: number;
  fuel: number;
  out: string;
  /** Offset of the operation that is running, for errors inside filters. */
  at: number;
}

/** The state of one loop that uses `loop`. */
export interface LoopState {
  readonly items: readonly unknown[];
  index: number;
}

const FUEL = 1_000_000;
const OUTPUT = 1_000_000;

const NO_LOCALS: unknown[] = [];

/** The state in which a rendering starts. */
export function openFrame(
  source: string,
  slots: number,
  { scope, environment }: { scope: TemplateScope; environment: TemplateEnvironment },
): RenderFrame {
  const { limits } = environment;
  return {
    source,
    scope,
    environment,
    locals: slots === 0 ? NO_LOCALS : new Array<unknown>(slots).fill(undefined),
    loops: [],
    maxOutput: limits?.output ?? OUTPUT,
    fuel: limits?.fuel ?? FUEL,
    out: "",
    at: 0,
  };
}

/** Uses up fuel. Written so that a limit that is not a number stops everything. */
export function charge(frame: RenderFrame, amount: number): void {
  frame.fuel -= amount;
  if (!(frame.fuel >= 0)) throw outOfFuel(frame);
}

function outOfFuel(frame: RenderFrame): TemplateError {
  return failure(frame, "execution.template-limit", "the template does too much work", {
    hint: "loop over fewer items",
  });
}

/** Must be called before a string of this length is made. */
export function chargeText(frame: RenderFrame, length: number): void {
  checkLength(frame, length);
  charge(frame, 1 + (length >> 4));
}

/** Throws if a string of this length is too long. */
export function checkLength(frame: RenderFrame, length: number): void {
  if (!(length <= frame.maxOutput)) throw tooLong(frame);
}

/** Adds text of the template to the output. */
export function write(frame: RenderFrame, text: string): void {
  checkLength(frame, frame.out.length + text.length);
  frame.out += text;
}

/** Adds the text of a value to the output. */
export function writeText(frame: RenderFrame, text: string): void {
  charge(frame, text.length >> 4);
  write(frame, text);
}

function tooLong(frame: RenderFrame): TemplateError {
  return failure(frame, "execution.template-limit", `a text is longer than ${frame.maxOutput} characters`, {
    hint: "use truncate or slice",
  });
}

/** An error at the operation that is running. */
export function failure(
  frame: RenderFrame,
  code: TemplateErrorCode,
  message: string,
  detail: { readonly hint?: string | undefined; readonly cause?: unknown } = {},
): TemplateError {
  const { hint, cause } = detail;
  return new TemplateError(code, message, {
    ...positionAt(frame.source, frame.at),
    ...(hint === undefined ? {} : { hint }),
    ...(cause === undefined ? {} : { cause }),
  });
}

/** An error about a value of the wrong kind at the operation that is running. */
export function wrongType(frame: RenderFrame, message: string, hint?: string): TemplateError {
  return failure(frame, "execution.template-type", message, { hint });
}

/** Recognizes a scope that looks names up. */
export function isLookup(scope: TemplateScope): scope is TemplateLookup {
  return typeof scope.get === "function";
}
