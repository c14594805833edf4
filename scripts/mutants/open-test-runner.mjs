import { resolve } from "node:path";
import { createVitest } from "vitest/node";

/** Runs tests against one mutant after the other, in one Vitest whose transformed files are kept. */
export async function openTestRunner() {
  /** @type {import("./find-mutants.mjs").Mutant | undefined} */
  let active;
  const plugin = {
    name: "mutant",
    enforce: /** @type {const} */ ("pre"),
    transform(/** @type {string} */ code, /** @type {string} */ id) {
      if (active === undefined || id !== resolve(active.file)) return undefined;
      return { code: code.slice(0, active.start) + active.replacement + code.slice(active.end), map: null };
    },
  };
  const vitest = await createVitest(
    "test",
    { watch: false, bail: 1, reporters: [{}], coverage: { enabled: false } },
    { plugins: [plugin] },
  );
  await vitest.standalone();
  /** @type {string[]} */
  let killers = [];
  return {
    /** The test files that failed last. */
    killers: () => killers,
    /** Asks groups of tests in turn, until one fails; without a mutant, about the code as it is. @param {import("./find-mutants.mjs").Mutant | undefined} mutant @param {readonly (readonly string[])[]} groups */
    async run(mutant, groups) {
      active = mutant;
      if (mutant !== undefined) vitest.invalidateFile(resolve(mutant.file));
      const asked = new Set();
      try {
        for (const group of groups) {
          const specifications = (await vitest.globTestSpecifications([...group])).filter(
            ({ moduleId }) => !asked.has(moduleId),
          );
          for (const { moduleId } of specifications) asked.add(moduleId);
          // Vitest remembers the outcome of earlier runs, which would count against this mutant.
          vitest.state.filesMap.clear();
          const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
          const failed = testModules.some((module) => !module.ok()) || unhandledErrors.length > 0;
          if (failed) {
            killers = testModules
              .filter((module) => !module.ok())
              .map(({ relativeModuleId }) => relativeModuleId);
            return "killed";
          }
        }
        return "survived";
      } finally {
        active = undefined;
        if (mutant !== undefined) vitest.invalidateFile(resolve(mutant.file));
      }
    },
    close: () => vitest.close(),
  };
}
