import { resolve } from "node:path";
import { firstFailure, openVitest } from "./open-vitest.mjs";

/** A part of a file, and the code that replaces it. @typedef {Pick<import("./find-mutants.mjs").Mutant, "file" | "start" | "end" | "replacement">} Change */

/** Maximum time for the tests of one mutant; one that makes them run longer counts as killed. */
const TIMEOUT_MS = 240_000;

/** Runs tests against one mutant after the other, in one Vitest whose transformed files are kept. */
export async function openTestRunner() {
  /** @type {Change | undefined} */
  let active;
  /** All test files share a process, because most of the time of a run is loading the same modules. */
  const open = () =>
    openVitest({ bail: 1, isolate: false, testTimeout: 120_000, hookTimeout: 120_000 }, (code, id) =>
      active === undefined || id !== resolve(active.file)
        ? undefined
        : code.slice(0, active.start) + active.replacement + code.slice(active.end),
    );
  let vitest = await open();
  return {
    /** The first test that fails with a mutant; undefined if it survives. @param {Change} mutant @param {readonly import("./try-in-place.mjs").Suspects[]} suspects @returns {Promise<string | undefined>} */
    async findKiller(mutant, suspects) {
      if (suspects.length === 0) return undefined;
      active = mutant;
      vitest.invalidateFile(resolve(mutant.file));
      try {
        const project = vitest.getRootProject();
        const specifications = suspects.map(({ file, tests }) =>
          project.createSpecification(file, tests === "all" ? {} : { testIds: [...tests] }),
        );
        // Vitest remembers the outcome of earlier runs, which would count against this mutant.
        vitest.state.filesMap.clear();
        const result = await within(TIMEOUT_MS, vitest.runTestSpecifications(specifications));
        if (result !== undefined) return firstFailure(result);
        void vitest.close();
        vitest = await open();
        return "the time limit";
      } finally {
        active = undefined;
        vitest.invalidateFile(resolve(mutant.file));
      }
    },
    close: () => vitest.close(),
  };
}

/** The value, or undefined if it takes longer. @template T @param {number} ms @param {Promise<T>} value @returns {Promise<T | undefined>} */
async function within(ms, value) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const timeout = new Promise((done) => {
    timer = setTimeout(() => done(undefined), ms);
  });
  try {
    return await Promise.race([value, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
