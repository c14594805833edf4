import type { ToolCall } from "@knowhow/runtime";
import type { SkillSession } from "./skill-session.ts";

/** Why a tool of the host may not run now, in words for the model; undefined when it may. */
export function refusal(session: Pick<SkillSession, "guard">, call: ToolCall): string | undefined {
  const { verdict, reason } = session.guard(call);
  return verdict === "deny" ? `The tool "${call.name}" may not be used now: ${reason}.` : undefined;
}

/** A method of a tool, called with the arguments that the framework gave. */
export type Method = (...args: readonly unknown[]) => unknown;

/** The same tool with some methods wrapped; methods that it does not have stay absent. */
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

/** Tools by name whose `execute` throws what the model must read while the active skills do not allow the call. */
export function guardExecute<T extends Readonly<Record<string, object>>>(
  session: Pick<SkillSession, "guard">,
  tools: T,
): T {
  const guarded = { ...tools };
  for (const [name, tool] of Object.entries(tools)) {
    const execute =
      (method: Method): Method =>
      async (input, ...rest) => {
        const no = refusal(session, { name, input });
        if (no !== undefined) throw new Error(no);
        return method(input, ...rest);
      };
    Reflect.set(guarded, name, wrapMethods(tool, { execute }));
  }
  return guarded;
}
