import type { Approver, Awaitable, ToolPermission } from "@knowhow/runtime";
import { checkOptions } from "./check-options.ts";
import { readSkillFile, type SkillFile } from "./skill-files.ts";
import type { ReadingSession } from "./skill-session.ts";
import { isRecord } from "./text-of.ts";

/** How the user is asked for approval. */
export interface AskOptions {
  /** Asks the user before a call that needs approval. Default the session's approver. */
  readonly ask?: Approver | undefined;
}

/** Runs a host's tool with the input that the session permits, synchronously unless the user had to be asked. */
export function runPermitted<Result>(
  permission: Awaitable<ToolPermission>,
  run: (input: unknown) => Awaitable<Result>,
  refuse: (reason: string) => Awaitable<Result>,
): Awaitable<Result> {
  const next = (given: ToolPermission) => (given.allowed ? run(given.input) : refuse(given.reason));
  return permission instanceof Promise ? permission.then(next) : next(permission);
}

/** A method of a tool, called with the framework's arguments. */
export type Method = (...args: readonly unknown[]) => unknown;

/** The same tool with some methods wrapped; missing methods stay missing. */
export function wrapMethods<T extends object>(
  tool: T,
  wrappers: Readonly<Record<string, (method: Method) => Method>>,
): T {
  return new Proxy(tool, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key, target);
      const wrapper = typeof key === "string" && Object.hasOwn(wrappers, key) ? wrappers[key] : undefined;
      if (wrapper === undefined || typeof value !== "function") return value;
      return wrapper((...args) => Reflect.apply(value, target, args));
    },
  });
}

/**
 * Wraps the host's tools by name. A read tool that is given a `skill://` address returns that file of a skill. If the
 * active skills or the user refuse a call, `execute` throws the reason for the
 * model.
 */
export function guardExecute<T extends Readonly<Record<string, object>>>(
  session: Pick<ReadingSession, "authorize" | "readTool" | "resolve">,
  tools: T,
  options: AskOptions = {},
): T {
  checkOptions("guardTools", options, { ask: "a function" });
  const { ask } = options;
  const guarded = { ...tools };
  for (const [name, tool] of Object.entries(tools)) {
    const execute =
      (method: Method): Method =>
      (input, ...rest) => {
        const file = readSkillFile(session, name, input);
        if (file !== undefined) return file.then(textOrError);
        const permission = session.authorize({ name, input }, { ask, signal: signalOf(rest[0]) });
        const run = (permitted: unknown) => method(permitted, ...rest);
        const asked = permission instanceof Promise;
        return runPermitted(permission, asked ? async (permitted) => lastOf(run(permitted)) : run, refuse);
      };
    Reflect.set(guarded, name, wrapMethods(tool, { execute }));
  }
  return guarded;
}

/** A framework gives the message of an error to the model. */
function textOrError({ text, isError }: SkillFile): string {
  if (isError) throw new Error(text);
  return text;
}

function refuse(reason: string): Promise<never> {
  return Promise.reject(new Error(reason));
}

function signalOf(options: unknown): AbortSignal | undefined {
  const signal = isRecord(options) ? options.abortSignal : undefined;
  return signal instanceof AbortSignal ? signal : undefined;
}

/** A framework cannot see that a promise contains a stream of results, so it gets the last one. */
export async function lastOf(result: unknown): Promise<unknown> {
  if (!isAsyncIterable(result)) return result;
  let last: unknown;
  for await (const each of result) last = each;
  return last;
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}
