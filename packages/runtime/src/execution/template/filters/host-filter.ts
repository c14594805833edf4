import { nearestWord } from "../../../basics/words.ts";
import { charge, failure, type RenderFrame } from "../evaluation/frame.ts";
import { meant } from "../language/source-problem.ts";
import { TemplateError } from "../template-error.ts";

/** Calls a filter of the host. What it throws is the cause of the error, and is not repeated in its message. */
export function callHostFilter(
  frame: RenderFrame,
  name: string,
  { value, given, known }: { value: unknown; given: readonly unknown[]; known: Iterable<string> },
): unknown {
  const filters = frame.environment.filters ?? {};
  const filter = Object.hasOwn(filters, name) ? filters[name] : undefined;
  if (typeof filter !== "function") {
    const near = meant(nearestWord(name, [...known, ...Object.keys(filters)]));
    throw failure(frame, "execution.template-filter", `unknown filter "${name}"${near}`);
  }
  charge(frame, 1);
  const result = attempt(frame, name, () => filter(value, ...given));
  if (result instanceof Promise)
    throw failure(frame, "execution.template-filter", `the filter "${name}" is asynchronous`, {
      hint: "call the service in a step, and use its result in the template",
    });
  return result ?? null;
}

function attempt(frame: RenderFrame, name: string, call: () => unknown): unknown {
  try {
    return call();
  } catch (cause) {
    if (cause instanceof TemplateError) throw cause;
    throw failure(frame, "execution.template-filter", `the filter "${name}" failed`, { cause });
  }
}
