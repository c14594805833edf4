import { existsSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { type WrittenTree, writeTree } from "../../testing/write-tree.ts";
import { createRuntime } from "../create-runtime.ts";

let tree: WrittenTree;
afterEach(() => tree.remove());

const asking = {
  name: "asking",
  text: "---\nname: asking\ndescription: Asks.\n---\nAsk.\n",
  files: { "workflow.yaml": 'steps:\n  - { id: ok, approve: "Go on?" }\n' },
};

async function start(application?: string) {
  tree = writeTree();
  const state = tree.at("state");
  const runtime = await createRuntime({
    cwd: tree.root,
    home: tree.root,
    env: { XDG_STATE_HOME: state, XDG_CACHE_HOME: tree.at("cache") },
    providers: false,
    cache: false,
    scanner: false,
    skills: [asking],
    workflows: application === undefined ? {} : { application },
  });
  const { runId } = await runtime.runs.start("asking");
  return { stored: (folder: string) => existsSync(`${state}/knowhow/${folder}/${runId}`), runtime, runId };
}

test.each([
  [undefined, "applications/default/runs"],
  ["billing-2.web", "applications/billing-2.web/runs"],
  ["knowhow", "runs"],
])("X9 the runs of the application %s are in a folder of their own: %s", async (application, folder) => {
  const { stored, runtime, runId } = await start(application);
  expect(stored(folder)).toBe(true);
  expect((await runtime.runs.get(runId))?.application).toBe(application ?? "default");
});

test.each([
  "../up",
  ".",
  "..",
  "a/b",
  "",
  "x".repeat(65),
])("X9 %j is not the name of an application", async (application) => {
  await expect(start(application)).rejects.toMatchObject({
    code: "runtime.bad-option",
    message: expect.stringContaining("application"),
  });
});
