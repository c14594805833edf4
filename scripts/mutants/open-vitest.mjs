import { createVitest } from "vitest/node";

/**
 * A Vitest without output that changes the code of files before it runs them.
 *
 * @param {object} options
 * @param {(code: string, id: string) => string | undefined} change
 */
export async function openVitest(options, change) {
  const plugin = {
    name: "mutant",
    enforce: /** @type {const} */ ("pre"),
    transform(/** @type {string} */ code, /** @type {string} */ id) {
      const changed = change(code, id);
      return changed === undefined ? undefined : { code: changed, map: null };
    },
  };
  const vitest = await createVitest(
    "test",
    { watch: false, reporters: [{}], coverage: { enabled: false }, ...options },
    { plugins: [plugin] },
  );
  await vitest.standalone();
  return vitest;
}

/** The first test that failed in a run; undefined if none did. @param {import("vitest/node").TestRunResult} result @returns {string | undefined} */
export function firstFailure({ testModules, unhandledErrors }) {
  for (const module of testModules)
    if (!module.ok()) {
      const [test] = [...module.children.allTests("failed")];
      return `${module.relativeModuleId} > ${test?.fullName ?? "(the file)"}`;
    }
  return unhandledErrors.length > 0 ? `an unhandled error: ${String(unhandledErrors[0])}` : undefined;
}
