import type { Sandbox } from "../../script.ts";
import { runProcess } from "./run-process.ts";
import { tooMuch } from "./too-much.ts";

/**
 * Runs programs without a sandbox: they can read, change and send whatever the user can. Time, output and files that are
 * left behind are limited. For hosts that keep scripts apart themselves, such as in a virtual machine of their own.
 */
export function noSandbox(): Sandbox {
  return {
    id: "none",
    // Nothing is restricted, which the user agreed to.
    filtersHosts: async () => ({ works: true, notes: [] }),
    paths: "real",
    status: async () => ({ works: true, notes: ["Scripts are not kept apart from the machine."] }),
    run: ({ program, args, env, cwd, stdin, limits, output }, { signal, onOutput } = {}) =>
      runProcess({
        program,
        args,
        env,
        cwd,
        input: new Uint8Array(),
        stdin,
        limits,
        signal,
        onOutput,
        isTooMuch: tooMuch(() => output, limits),
      }),
  };
}
