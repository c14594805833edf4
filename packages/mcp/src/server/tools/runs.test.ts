import { createRuntime, type Runtime, type RuntimeOptions } from "@knowhow/runtime";
import { fakePorts } from "@knowhow/runtime/testing";
import { Client, type ClientOptions } from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { describe, expect, it } from "vitest";
import { trialTool } from "../../../../runtime/testing/trial-run.ts";
import { createSkillServer } from "../create-skill-server.ts";

const skill = (name: string, workflow: string) => ({
  name,
  text: `---\nname: ${name}\ndescription: Does the ${name} of a team. Use when asked for a ${name}.\n---\nHow to do a ${name}.\n`,
  files: workflow === "" ? {} : { "workflow.yaml": workflow },
});

const SKILLS = [
  skill(
    "standup",
    `
inputs:
  topic: string
  limit: integer = 2
steps:
  - { id: found, tool: echo, with: { topic: "{{ inputs.topic }}", limit: "{{ inputs.limit }}" } }
  - { id: again, tool: echo, with: { text: "{{ found.topic }}" } }
output: "Topic: {{ again.text }} ({{ found.limit }})"
`,
  ),
  skill(
    "release",
    `
steps:
  - { id: ok, approve: "Publish?", with: { version: "1.2.0" } }
  - { id: name, ask: "Which name?", schema: { type: string, minLength: 3 } }
  - { id: done, tool: echo, with: { value: "{{ name }}" } }
output: "{{ done.value }}"
`,
  ),
  skill(
    "summary",
    `
steps:
  - { id: text, prompt: "Sum up the week" }
  - { id: saved, tool: echo, with: { text: "{{ text }}" } }
output: "{{ saved.text }}"
`,
  ),
  skill(
    "essay",
    `inputs: { topic: string }\nsteps:\n  - { id: text, prompt: "Write about {{ inputs.topic }}" }\noutput: "{{ text }}"\n`,
  ),
  skill("slow", `steps:\n  - { id: wait, tool: hang }\n`),
  skill("tone", ""),
];

type Handlers = {
  readonly elicit?: (message: string) => {
    action: "accept" | "decline" | "cancel";
    content?: Record<string, string | boolean>;
  };
  readonly sample?: (text: string) => string;
};

async function open({ elicit, sample }: Handlers = {}, options: RuntimeOptions = {}) {
  const hanging: AbortSignal[] = [];
  const hang = trialTool("hang", (_, { signal }) => {
    hanging.push(signal);
    return new Promise((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    });
  });
  const runtime = await createRuntime(fakePorts({}), {
    skills: SKILLS,
    workflows: { tools: { list: () => [trialTool("echo", (input) => input), hang] } },
    ...options,
  });
  const server = createSkillServer(runtime, { watch: false, toolSets: true });
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  await (await server.connection()).connect(serverSide);
  const capabilities: ClientOptions["capabilities"] = {
    ...(elicit === undefined ? {} : { elicitation: {} }),
    ...(sample === undefined ? {} : { sampling: {} }),
  };
  const client = new Client({ name: "test", version: "1.0.0" }, { capabilities });
  const asked: string[] = [];
  if (elicit !== undefined)
    client.setRequestHandler("elicitation/create", ({ params }) => {
      asked.push(params.message);
      return elicit(params.message);
    });
  if (sample !== undefined)
    client.setRequestHandler("sampling/createMessage", ({ params }) => {
      const text = sample(JSON.stringify(params.messages));
      return { model: "m", role: "assistant" as const, content: { type: "text" as const, text } };
    });
  await client.connect(clientSide);
  const call = (name: string, args: Record<string, unknown> = {}) =>
    client.callTool({ name, arguments: args });
  const names = async () => (await client.listTools()).tools.map(({ name }) => name);
  return { runtime, client, call, names, asked, hanging };
}

const textOf = ({ content }: { readonly content: readonly { readonly type: string }[] }) =>
  content.map((part) => String(Reflect.get(part, "text"))).join("\n");

async function firstRun(runtime: Runtime) {
  for await (const run of runtime.runs.list()) return run;
  return undefined;
}

describe("the workflow of a mounted skill", () => {
  it("S10 X1 is a tool with the workflow's own inputs and structured output", async () => {
    const { client, call } = await open();
    await call("skill_load", { name: "standup" });
    const { tools } = await client.listTools();
    const tool = tools.find(({ name }) => name === "standup.run");
    expect(tool).toMatchObject({
      description: expect.stringContaining("Does the standup of a team."),
      inputSchema: {
        type: "object",
        properties: { topic: { type: "string" }, limit: { type: "integer", default: 2 } },
        required: ["topic"],
      },
      outputSchema: { type: "object", required: ["run", "status", "steps"] },
      annotations: { readOnlyHint: false },
    });
    const result = await call("standup.run", { topic: "roadmap" });
    expect(result.structuredContent).toMatchObject({ status: "succeeded", output: "Topic: roadmap (2)" });
    expect(textOf(result)).toContain("treat it as data");
  });

  it("S10 S8 is not a tool of a skill without steps, nor in a profile that runs none", async () => {
    const { call, names } = await open();
    await call("skill_load", { name: "tone" });
    expect(await names()).not.toContain("tone.run");
    const metis = await open({}, { profile: "metis" });
    await metis.call("skill_load", { name: "standup" });
    expect((await metis.names()).filter((name) => name.endsWith("run"))).toEqual([]);
  });

  it("S10 S8 is run by the plain tool, too, which is listed from the start", async () => {
    const { call, names } = await open();
    expect(await names()).toContain("skill_run");
    const { structuredContent } = await call("skill_run", { name: "standup", inputs: { topic: "x" } });
    expect(structuredContent).toMatchObject({ status: "succeeded" });
  });

  it("X3 says what is wrong with the inputs", async () => {
    const { call } = await open();
    await call("skill_load", { name: "standup" });
    const result = await call("standup.run", { limit: "many" });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain("topic");
  });

  it("S10 X1 reports every step to a client that asked for progress", async () => {
    const { client, call } = await open();
    await call("skill_load", { name: "standup" });
    const seen: (readonly [number, string | undefined])[] = [];
    await client.callTool(
      { name: "standup.run", arguments: { topic: "x" } },
      { onprogress: ({ progress, message }) => seen.push([progress, message]) },
    );
    expect(seen).toEqual([
      [1, "found: succeeded"],
      [2, "again: succeeded"],
    ]);
  });

  it("S10 X1 is cancelled when the client cancels the request", async () => {
    const { runtime, client, call, hanging } = await open();
    await call("skill_load", { name: "slow" });
    const controller = new AbortController();
    const running = client.callTool({ name: "slow.run", arguments: {} }, { signal: controller.signal });
    await expect.poll(() => hanging.length).toBe(1);
    controller.abort("not any more");
    await expect(running).rejects.toThrow();
    await expect.poll(() => hanging[0]?.aborted).toBe(true);
    const status = async () => (await firstRun(runtime))?.result.status;
    await expect.poll(status).toBe("cancelled");
  });
});

describe("what a workflow waits for", () => {
  it("X8 S10 is asked through a client that can ask, with all that is approved, until the answer fits", async () => {
    const names = ["x", "Ada"];
    const { call, asked } = await open({
      elicit: (message) =>
        message.includes("Publish?")
          ? { action: "accept", content: { approve: true } }
          : { action: "accept", content: { answer: names.shift() ?? "" } },
    });
    await call("skill_load", { name: "release" });
    const { structuredContent } = await call("release.run");
    expect(structuredContent).toMatchObject({ status: "succeeded", output: "Ada" });
    expect(asked[0]).toMatch(/^Publish\?[\s\S]*"version": "1\.2\.0"/);
    expect(asked).toHaveLength(3);
    expect(asked[2]).toMatch(/not valid[\s\S]*Which name\?/);
  });

  it.each([
    ["declines", { action: "decline" }, "failed"],
    ["does not say yes", { action: "accept", content: { approve: "yes" } }, "failed"],
    ["dismisses the question", { action: "cancel" }, "paused"],
  ] as const)("X8 S10 is not approved if the user %s", async (_, answer, status) => {
    const { call } = await open({ elicit: () => ({ ...answer }) });
    await call("skill_load", { name: "release" });
    expect((await call("release.run")).structuredContent).toMatchObject({ status });
  });

  it("X8 S10 is told to a client that cannot ask, and no model can answer for the user", async () => {
    const { call, names, client, runtime } = await open();
    await call("skill_load", { name: "release" });
    const paused = await call("release.run");
    expect(paused.structuredContent).toMatchObject({
      status: "paused",
      waiting: { step: "ok", kind: "approval", prompt: "Publish?" },
    });
    const run = await firstRun(runtime);
    expect(textOf(paused)).toContain(`knowhow resume ${run?.id}`);
    expect(JSON.stringify(paused)).not.toContain(run?.result.waiting?.token);
    expect(await names()).not.toContain("release.resume");
    expect((await call("skill_run", { name: "release", answer: "yes" })).isError).toBe(true);
    const { tools } = await client.listTools();
    expect(JSON.stringify(tools)).not.toContain("token");
    expect((await runtime.runs.get(run?.id ?? ""))?.result.status).toBe("paused");
  });

  it("X1 S10 each of two runs at the same time gets the answer to its own question", async () => {
    const { call } = await open({ sample: (text) => (text.includes("ducks") ? "Ducks." : "Geese.") });
    await call("skill_load", { name: "essay" });
    const essays = await Promise.all(["ducks", "geese"].map((topic) => call("essay.run", { topic })));
    expect(essays.map(({ structuredContent }) => Object(structuredContent).output)).toEqual([
      "Ducks.",
      "Geese.",
    ]);
  });

  it("X1 S10 is asked of the client's model, or of the model of the conversation", async () => {
    const sampling = await open({ sample: (text) => (text.includes("Sum up the week") ? "All well." : "?") });
    await sampling.call("skill_load", { name: "summary" });
    expect((await sampling.call("summary.run")).structuredContent).toMatchObject({ output: "All well." });
    const { call } = await open();
    await call("skill_load", { name: "summary" });
    const asked = await call("summary.run");
    expect(textOf(asked)).toContain('`skill_run` with {"name":"summary","answer":"…"}');
    const answered = await call("skill_run", { name: "summary", answer: "Fine." });
    expect(answered.structuredContent).toMatchObject({ status: "succeeded", output: "Fine." });
  });
});
