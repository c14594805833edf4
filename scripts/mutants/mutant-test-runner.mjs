import { appendFileSync, readFileSync } from "node:fs";
import { VitestTestRunner } from "vitest/runners";

/** What the test files of a run tell each other and the run: one JSON object per line. */
const LOG = process.env.MUTANTS_LOG ?? "";
/** A mutant that is reached more often in one test makes it run without end. */
const MOST_HITS = 3_000_000;

/** A test that needs more processor time is not repeated for every mutant; it is asked about the survivors. */
const LONGEST_MS = 1_000;

let active = -1;
let hits = 0;
/** Mutants that the current test reaches. @type {Set<number> | undefined} */
let reached;
/** Mutants that are reached outside tests, while files are loaded. @type {Set<number>} */
const loaded = new Set();

Reflect.set(globalThis, "__mutant", (/** @type {number} */ id) => {
  if (id !== active) {
    (reached ?? loaded).add(id);
    return false;
  }
  hits += 1;
  if (hits > MOST_HITS) throw new Error("the mutant runs without end");
  return true;
});

/** Runs each test once as it is, then once per mutant that it reaches and that no test has killed yet. */
class MutantTestRunner extends VitestTestRunner {
  /** @type {number[]} */
  #left = [];
  /** @type {"as it is" | "mutant" | "control" | "done"} */
  #phase = "done";

  #file = "";
  #start = process.cpuUsage();

  /** @override @param {any} file */
  onCollectStart(file) {
    this.#file = file.filepath;
    super.onCollectStart(file);
  }

  /** @override @param {any} test */
  async onBeforeRunTask(test) {
    await super.onBeforeRunTask(test);
    this.#phase = "as it is";
    this.#left = [];
    // Vitest compares with it before every repetition.
    test.repeats = { valueOf: () => (this.#phase === "done" ? -1 : Number.POSITIVE_INFINITY) };
  }

  /** @override @param {any} test */
  onBeforeTryTask(test) {
    super.onBeforeTryTask(test);
    hits = 0;
    this.#start = process.cpuUsage();
    reached = new Set();
    active = this.#phase === "mutant" ? (this.#left[0] ?? -1) : -1;
  }

  /** @param {any} test */
  onAfterRetryTask(test) {
    active = -1;
    const failed = test.result.state === "fail";
    if (this.#phase === "as it is") {
      const ids = [...(reached ?? [])];
      if (!failed) tell({ file: test.file.filepath, test: test.id, reached: ids });
      const { user, system } = process.cpuUsage(this.#start);
      this.#left = failed || (user + system) / 1_000 > LONGEST_MS ? [] : ids;
      if (failed) tell({ broken: `${test.file.name} > ${test.name}` });
      this.#next(test, failed);
    } else if (this.#phase === "mutant") {
      if (failed) this.#phase = "control";
      else this.#left.shift();
      if (!failed) this.#next(test, false);
      else forgive(test);
    } else {
      // A test that fails without the mutant, too, because something is left of it, says nothing about it.
      const [id] = this.#left.splice(0, failed ? this.#left.length : 1);
      if (!failed) tell({ killed: id, by: `${test.file.name} > ${fullName(test)}` });
      this.#next(test, false);
    }
    reached = undefined;
  }

  /** @param {any} test @param {boolean} isFinal */
  #next(test, isFinal) {
    const dead = killed();
    while (this.#left.length > 0 && dead.has(this.#left[0])) this.#left.shift();
    this.#phase = this.#left.length > 0 ? "mutant" : "done";
    if (!isFinal) forgive(test);
    if (this.#phase === "done" && !isFinal) test.result.state = "pass";
  }

  /** @override */
  onAfterRunFiles() {
    tell({ file: this.#file, loaded: [...loaded] });
    loaded.clear();
    super.onAfterRunFiles();
  }
}

/** @param {any} test */
function forgive(test) {
  test.result.state = "run";
  test.result.errors = undefined;
}

/** @param {any} test @returns {string} */
function fullName(test) {
  return test.suite?.name ? `${test.suite.name} > ${test.name}` : test.name;
}

/** @param {object} line */
function tell(line) {
  appendFileSync(LOG, `${JSON.stringify(line)}\n`);
}

let read = { size: -1, dead: new Set() };

/** The mutants that a test of any file has killed. */
function killed() {
  const text = readFileSync(LOG, "utf8");
  if (text.length === read.size) return read.dead;
  const dead = new Set();
  for (const line of text.split("\n")) if (line.startsWith('{"killed":')) dead.add(JSON.parse(line).killed);
  read = { size: text.length, dead };
  return dead;
}

// biome-ignore lint/style/noDefaultExport: Vitest loads the default export.
export { MutantTestRunner as default };
