/**
 * Runs a workflow of steps that do nothing and prints CPU microseconds per step as JSON: `run-steps.mjs <engine> <steps> <runtime>`.
 * The workflow is built before; only its execution counts. In every engine a step takes a number from the step before and passes it on.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [engine = "", size = "", entry = ""] = process.argv.slice(2);
const count = Number(size);
const postgres = process.env.BENCH_POSTGRES ?? "";

/** @typedef {() => Promise<() => Promise<unknown>>} Prepare makes one execution ready; the function that it returns executes it and gives the last output */

/** @type {Readonly<Record<string, () => Promise<Prepare>>>} */
const ENGINES = {
  "knowhow, in memory": () => knowhow({ runs: false }),
  "knowhow, journal": () => knowhow({}),
  "knowhow, PostgreSQL": async () => {
    const { openRuns } = await import(new URL("../../packages/durable/dist/index.js", import.meta.url).href);
    return knowhow({ runs: await openRuns(postgres) });
  },
  "DBOS, PostgreSQL": async () => {
    // It is installed where runs are tested on PostgreSQL.
    const { resolve } = createRequire(new URL("../../durable-test/package.json", import.meta.url));
    const { DBOS } = await import(pathToFileURL(resolve("@dbos-inc/dbos-sdk")).href);
    const quiet = { info: () => {}, debug: () => {}, warn: () => {}, error: () => {} };
    DBOS.setConfig({ name: "bench", systemDatabaseUrl: postgres, logger: quiet });
    const steps = DBOS.registerWorkflow(
      async (/** @type {number} */ n) => {
        let last = n;
        for (let index = 0; index < count; index += 1) {
          const given = last;
          last = await DBOS.runStep(async () => given, { name: `s${index}` });
        }
        return last;
      },
      { name: "steps" },
    );
    await DBOS.launch();
    return async () => async () => (await DBOS.startWorkflow(steps)(1)).getResult();
  },
  Mastra: async () => {
    const { createStep, createWorkflow } = await peer("@mastra/core/workflows");
    const { z } = await peer("zod");
    const schema = z.object({ n: z.number() });
    let workflow = createWorkflow({ id: "steps", inputSchema: schema, outputSchema: schema });
    for (let index = 0; index < count; index += 1)
      workflow = workflow.then(
        createStep({
          id: `s${index}`,
          inputSchema: schema,
          outputSchema: schema,
          execute: async (/** @type {{ inputData: { n: number } }} */ { inputData }) => inputData,
        }),
      );
    workflow.commit();
    return async () => {
      const run = await workflow.createRun();
      return async () => {
        const result = await run.start({ inputData: { n: 1 } });
        if (result.status !== "success") throw new Error(`Mastra: ${result.status}`);
        return result.result.n;
      };
    };
  },
  "LangGraph with MemorySaver": async () => {
    const { Annotation, MemorySaver, START, StateGraph } = await peer("@langchain/langgraph");
    const state = Annotation.Root({ n: Annotation() });
    /** @type {any} */
    const graph = new StateGraph(state);
    for (let index = 0; index < count; index += 1) {
      graph.addNode(`s${index}`, async (/** @type {{ n: number }} */ { n }) => ({ n }));
      graph.addEdge(index === 0 ? START : `s${index - 1}`, `s${index}`);
    }
    return async () => {
      const app = graph.compile({ checkpointer: new MemorySaver() });
      const options = { configurable: { thread_id: "1" }, recursionLimit: count + 10 };
      return async () => (await app.invoke({ n: 1 }, options)).n;
    };
  },
};

/** A module of a peer; peers are installed only in this folder. @param {string} name */
function peer(name) {
  return import(name);
}

/** @param {object} options @returns {Promise<Prepare>} */
async function knowhow(options) {
  const { createRuntime } = await import(pathToFileURL(entry).href);
  const home = mkdtempSync(join(tmpdir(), "knowhow-bench-runs-"));
  process.on("exit", () => rmSync(home, { recursive: true, force: true }));
  // A file has a maximum size, so that many steps are several skills.
  const sizes = Array.from({ length: Math.ceil(count / 1_000) }, (_, index) =>
    Math.min(1_000, count - index * 1_000),
  );
  const parts = sizes.map((steps, index) => inlineSkill(`part-${index}`, stepLines(steps)));
  const all = sizes.map(
    (_, index) => `  - { id: p${index}, skill: part-${index}, with: { n: "{{ inputs.n }}" } }`,
  );
  const runtime = await createRuntime({
    cwd: home,
    home,
    env: {},
    config: false,
    cache: false,
    providers: false,
    ...options,
    skills: [...parts, inlineSkill("all", all)],
    workflows: {
      limits: { steps: count + 10 },
      tools: {
        list: () => [{ name: "noop", sideEffects: "read", call: (/** @type {unknown} */ input) => input }],
      },
    },
  });
  const name = parts.length === 1 ? "part-0" : "all";
  return async () => {
    const { runId } = await runtime.runs.start(name, { n: 1 }, { background: true });
    return async () => {
      const { status, output, error } = await runtime.runs.resume(runId);
      if (status !== "succeeded") throw new Error(`knowhow: ${error?.message}`);
      return output.n;
    };
  };
}

/** @param {number} steps */
function stepLines(steps) {
  return Array.from({ length: steps }, (_, index) => {
    const last = index === 0 ? "inputs.n" : `s${index - 1}.n`;
    return `  - { id: s${index}, tool: noop, with: { n: "{{ ${last} }}" } }`;
  });
}

/** @param {string} name @param {readonly string[]} steps */
function inlineSkill(name, steps) {
  return {
    name,
    text: `---\nname: ${name}\ndescription: Steps of a benchmark.\n---\nSteps.\n`,
    files: { "workflow.yaml": `inputs: { n: integer }\nsteps:\n${steps.join("\n")}\n` },
  };
}

const prepare = await ENGINES[engine]?.();
if (prepare === undefined) throw new Error(`unknown engine ${engine}`);
/** Steps or microseconds of CPU time that are not counted, because V8 still compiles what is executed. */
const WARM_STEPS = 100_000;
const WARM_MICROS = 1_500_000;
const COUNTED_MICROS = 1_500_000;

const times = [];
let warmed = 0;
let warmMicros = 0;
let spent = 0;
while (times.length < 3 || (spent < COUNTED_MICROS && times.length < 200)) {
  const execute = await prepare();
  const start = process.cpuUsage();
  const output = await execute();
  const { user, system } = process.cpuUsage(start);
  if (output !== 1) throw new Error(`${engine} gives ${JSON.stringify(output)} instead of 1`);
  if (warmed < 2 * count || (warmed < WARM_STEPS && warmMicros < WARM_MICROS)) {
    warmed += count;
    warmMicros += user + system;
  } else {
    spent += user + system;
    times.push((user + system) / count);
  }
}
times.sort((a, b) => a - b);
// Some engines keep timers that would keep the process running.
process.stdout.write(JSON.stringify({ micros: times[times.length >> 1] }), () => process.exit(0));
