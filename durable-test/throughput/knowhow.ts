/** Measures runs of knowhow in PostgreSQL. */
import { postgresRuns } from "@knowhow/durable";
import { createRuntime } from "@knowhow/runtime/node";
import { measure, STEPS } from "./measure.ts";

let ended = 0;
const runs = await postgresRuns({ url: process.argv[2] ?? "" });
const steps = Array.from(
  { length: STEPS },
  (_, index) => `  - { id: s${index}, tool: noop, with: { n: 1 } }`,
);
const runtime = await createRuntime({
  providers: false,
  config: false,
  cache: false,
  skills: [
    {
      name: "steps",
      text: "---\nname: steps\ndescription: Steps that do nothing.\n---\nSteps.\n",
      files: { "workflow.yaml": `steps:\n${steps.join("\n")}\n` },
    },
  ],
  runs,
  onEvent: ({ event }) => {
    if (event.type === "run.finished") ended += 1;
  },
  workflows: { tools: { list: () => [{ name: "noop", sideEffects: "read", call: (input) => input }] } },
});

const execute = async () => {
  const { status } = await runtime.runs.start("steps");
  if (status !== "succeeded") throw new Error(status);
};
await measure({
  execute,
  enqueue: async () => void (await runtime.runs.start("steps", {}, { background: true })),
  work: async () => {
    const worker = await runtime.runs.work({ concurrency: 8 });
    return () => worker.close();
  },
  ended: () => ended,
});
