import type { Approver, Session, TurnRun } from "@knowhow/runtime";
import { createRuntime } from "@knowhow/runtime/node";
import type { ToolRegistry } from "@knowhow/runtime/workflows";
import { describe, expect, it } from "vitest";
import * as aiSdk from "./ai-sdk.ts";
import * as anthropic from "./anthropic.ts";
import * as langchain from "./langchain.ts";
import * as mastra from "./mastra.ts";
import * as openai from "./openai.ts";
import * as plain from "./plain.ts";
import type { RunToolsOptions, SessionOf } from "./run-tools.ts";

const SCHEMA = { type: "object", properties: { title: { type: "string" } }, required: ["title"] } as const;
const description = "Creates a ticket.";

type Run = (input: unknown) => unknown;
type Make = (session: SessionOf, run: Run, options?: RunToolsOptions) => ToolRegistry;

/** The same tool `ticket` as each framework defines it. */
const ADAPTERS: Readonly<Record<string, Make>> = {
  "ai-sdk": (session, run, options) => {
    const tool = {
      description,
      inputSchema: { jsonSchema: SCHEMA },
      execute: async (input: unknown) => run(input),
    };
    return aiSdk.runTools(session, { ticket: tool }, options);
  },
  mastra: (session, run, options) => {
    const input = () => SCHEMA;
    const inputSchema = { "~standard": { version: 1, jsonSchema: { input } } };
    const tool = { id: "ticket", description, inputSchema, execute: async (given: unknown) => run(given) };
    return mastra.runTools(session, { ticket: tool }, options);
  },
  openai: (session, run, options) => {
    const invoke = async (_: unknown, text: string) => JSON.stringify(run(JSON.parse(text)));
    const tool = { type: "function", name: "ticket", description, parameters: SCHEMA, invoke };
    return openai.runTools(session, [tool], options);
  },
  anthropic: (session, run, options) => {
    const tool = {
      name: "ticket",
      description,
      input_schema: { ...SCHEMA },
      run: async (input: unknown) => JSON.stringify(run(input)),
    };
    return anthropic.runTools(session, [tool], options);
  },
  langchain: (session, run, options) => {
    const tool = {
      name: "ticket",
      description,
      schema: SCHEMA,
      invoke: async (input: unknown) => run(input),
    };
    return langchain.runTools(session, [tool], options);
  },
  plain: (session, run, options) => {
    const tool = {
      description,
      inputSchema: SCHEMA,
      run: async (input: unknown) => JSON.stringify(run(input)),
    };
    return plain.runTools(session, { ticket: tool }, options);
  },
};

const skill = (name: string, fields: string, workflow?: string) => ({
  name,
  text: `---\nname: ${name}\ndescription: Does the ${name}. Use when asked for a ${name}.\n${fields}---\nBy hand.\n`,
  files: workflow === undefined ? {} : { "workflow.yaml": workflow },
});

const REPORT = skill(
  "report",
  "",
  `
steps:
  - { id: ok, approve: "Create it?" }
  - { id: made, tool: ticket, with: { title: "Broken door" } }
output: "{{ made.id }}: {{ made.title }}"
`,
);
const STRICT = skill("strict", "allowed-tools: Read\n");

async function open(
  make: Make,
  run: Run,
  { approver, ...options }: RunToolsOptions & { approver?: Approver } = {},
) {
  const runtime = await createRuntime({
    config: false,
    providers: false,
    cache: false,
    runs: false,
    skills: [REPORT, STRICT],
  });
  const tools = make(() => session, run, options);
  const session: Session = await runtime.session({
    tools,
    toolScope: "restrict",
    ...(approver === undefined ? {} : { approver }),
  });
  return { session, tools };
}

describe.each(
  Object.entries(ADAPTERS),
)("S9 the host's own tools in a workflow, with the adapter for %s", (_, make) => {
  const run: Run = (input) => ({ id: 7, ...Object(input) });

  it("S9 X1 are listed with name, description and schema, and change something unless the host says otherwise", async () => {
    const { tools } = await open(make, run);
    expect(await tools.list()).toMatchObject([
      { name: "ticket", description, inputSchema: SCHEMA, sideEffects: "execute" },
    ]);
    const { tools: reading } = await open(make, run, { readOnly: ["ticket"] });
    expect(await reading.list()).toMatchObject([{ sideEffects: "read" }]);
  });

  it("S9 X8 are called by the steps after the host's approver said yes", async () => {
    const asked: string[] = [];
    const approver: Approver = ({ subject }) => {
      asked.push(subject);
      return { answer: "yes" };
    };
    const { session } = await open(make, run, { approver });
    const { text, metadata } = await session.call("skill_run", { name: "report" });
    expect(metadata, text).toMatchObject({ status: "succeeded", output: "7: Broken door" });
    expect(asked).toEqual(["ok", "ticket"]);
  });

  it("S9 X7 fail the step if the session does not permit the call", async () => {
    const ran: unknown[] = [];
    const { session, tools } = await open(make, (input) => ran.push(input), { readOnly: ["ticket"] });
    await session.call("skill_load", { name: "strict" });
    const [tool] = await tools.list();
    const context = { signal: AbortSignal.any([]), run: "1", step: "made", attempt: 1, idempotencyKey: "k" };
    const call = async () => tool?.call({ title: "x" }, context);
    await expect(call()).rejects.toMatchObject({
      code: "denied",
      message: expect.stringContaining("strict"),
    });
    const approver: Approver = () => ({ answer: "yes" });
    const other = await open(make, (input) => ran.push(input), { approver });
    await other.session.call("skill_load", { name: "strict" });
    const result = await other.session.call("skill_run", { name: "report" });
    expect(result.metadata).toMatchObject({ status: "failed" });
    expect(ran).toEqual([]);
  });
});

describe("S9 a message that asks for a workflow", () => {
  const seen: TurnRun[] = [];
  const onRun = (run: TurnRun) => seen.push(run);
  const user = { role: "user" as const, content: "/report" };

  it.each<[string, (session: Session) => Promise<unknown>]>([
    ["plain", (session) => plain.plainLoop(session, { onRun }).request([user])],
    ["ai-sdk", (session) => aiSdk.prepareStep(session, { onRun })({ messages: [user] })],
    [
      "openai",
      (session) => openai.callModelInputFilter(session, { onRun })({ modelData: { input: [user] } }),
    ],
    ["anthropic", (session) => anthropic.anthropicLoop(session, { onRun }).request([user])],
    [
      "langchain",
      (session) =>
        langchain
          .skillsMiddleware(session, { onRun })
          .beforeModel({ messages: [{ type: "human", content: "/report" }] }),
    ],
    [
      "mastra",
      (session) =>
        mastra.skillsProcessor(session, { onRun }).processInputStep({ messages: [user], systemMessages: [] }),
    ],
  ])("S9 X1 is told to the host by the adapter for %s", async (_, send) => {
    seen.length = 0;
    const { session } = await open(ADAPTERS.plain ?? (() => ({ list: () => [] })), () => "");
    await send(session);
    expect(seen).toMatchObject([{ skill: "report", state: "offered" }]);
  });
});
