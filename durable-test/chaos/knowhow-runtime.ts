import { postgresRuns } from "@knowhow/durable";
import { createRuntime } from "@knowhow/runtime/node";
import type { RunTool } from "@knowhow/runtime/workflows";
import { type ChaosTask, look, write } from "./sink.ts";

const skillOf = (name: string, last: string) => ({
  name,
  text: `---\nname: ${name}\ndescription: Reads and writes. Use when something is written.\n---\nWrite.\n`,
  files: {
    "workflow.yaml": `
steps:
  - { id: look, tool: look }
  - { id: first, tool: write }
  - { id: again, tool: look }
  - { id: second, tool: ${last} }
`,
  },
});

/** A host with the workflows of a chaos, and its runs in PostgreSQL. */
export async function openHost({
  url,
  sink,
  isComplete,
  deadAfterMs,
}: Omit<ChaosTask, "worker" | "runs" | "paceMs">) {
  const runs = await postgresRuns({ url, deadAfterMs });
  const writes = (name: string): RunTool => ({
    name,
    sideEffects: "write",
    call: (_, { run, step }) => write(sink, run, step),
  });
  const tools: RunTool[] = [
    { name: "look", sideEffects: "read", call: look },
    writes("write"),
    ...(isComplete ? [writes("more")] : []),
  ];
  const runtime = await createRuntime({
    providers: false,
    config: false,
    cache: false,
    skills: [skillOf("plain", "write"), skillOf("special", "more")],
    runs,
    workflows: { application: "chaos", tools: { list: () => tools }, policy: { approve: [] } },
  });
  return { runs, runtime };
}
