import { afterEach, describe, expect, it } from "vitest";
import { type Loopback, loopback } from "../testing/loopback.ts";
import { makeSandbox, type Sandbox } from "../testing/sandbox.ts";
import { workflowSkill } from "../testing/workflows.ts";

let sandbox: Sandbox;
const servers: Loopback[] = [];
afterEach(async () => {
  sandbox.remove();
  for (const server of servers.splice(0)) await server.close();
});

async function listen(answer: Parameters<typeof loopback>[0]): Promise<Loopback> {
  const server = await loopback(answer);
  servers.push(server);
  return server;
}

/** A server with one tool, in the older generation of the protocol. */
const TOOL_SERVER = `
import { createInterface } from "node:readline";
const serverInfo = { name: "math", version: "1.0.0" };
const tool = { name: "double", inputSchema: { type: "object", properties: { n: { type: "integer" } } }, annotations: { readOnlyHint: true } };
const answers = {
  initialize: () => ({ protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo }),
  "tools/list": () => ({ tools: [tool] }),
  "tools/call": ({ arguments: { n } }) => ({ content: [], structuredContent: { n: 2 * n } }),
};
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  const answer = answers[method]?.(params);
  const error = { code: -32601, message: "no such method" };
  console.log(JSON.stringify({ jsonrpc: "2.0", id, ...(answer === undefined ? { error } : { result: answer }) }));
}
`;

describe("the tools of runs on the command line", () => {
  it("X8 http.get is there only with --allow-http", async () => {
    const { host } = await listen(() => ({ body: "hello" }));
    sandbox = makeSandbox(
      workflowSkill(
        "fetch",
        'inputs: { url: string }\nsteps:\n  - { id: page, tool: http.get, with: { url: "{{ inputs.url }}" } }\noutput: "{{ page.body }}"\n',
      ),
    );
    const url = `url=http://${host}/`;
    expect(await sandbox.run("run", "fetch", url)).toMatchObject({
      exit: 1,
      err: expect.stringContaining("--allow-http"),
    });
    expect(await sandbox.run("run", "fetch", url, "--allow-http", "example.com")).toMatchObject({ exit: 4 });
    expect(await sandbox.run("run", "fetch", url, "--allow-http", host)).toMatchObject({
      exit: 0,
      out: "hello\n",
    });
  });

  it("X4 prompts are answered by the model of the environment, and nothing starts without one", async () => {
    const answer = { choices: [{ message: { content: '{"n": 3}' } }] };
    const { host } = await listen(() => ({ body: JSON.stringify(answer) }));
    sandbox = makeSandbox(
      workflowSkill(
        "think",
        'steps:\n  - { id: a, prompt: "How many?", schema: { type: object, properties: { n: { type: integer } } } }\noutput: "{{ a.n + 1 }}"\n',
      ),
    );
    const env = {
      KNOWHOW_MODEL: "local",
      KNOWHOW_MODEL_URL: `http://${host}/v1`,
      KNOWHOW_MODEL_KEY: "sk-secret",
    };
    const ran = await sandbox.runWith({ env }, "run", "think");
    expect(ran).toMatchObject({ exit: 0, out: "4\n" });
    expect(ran.out + ran.err).not.toContain("sk-secret");
    expect(await sandbox.run("run", "think")).toMatchObject({
      exit: 1,
      err: expect.stringContaining("KNOWHOW_MODEL"),
    });
  });

  it("X8 tools of configured MCP servers are called by the label of the server", async () => {
    sandbox = makeSandbox({
      ...workflowSkill(
        "doubling",
        'inputs: { n: integer }\nsteps:\n  - { id: d, tool: math.double, with: { n: "{{ inputs.n }}" } }\noutput: "{{ d.n }}"\n',
      ),
      "home/server.mjs": TOOL_SERVER,
    });
    const config = {
      mcp: { servers: { math: { command: process.execPath, args: [`${sandbox.home}/server.mjs`] } } },
    };
    sandbox.write({ "home/.config/knowhow/knowhow.json": JSON.stringify(config) });
    expect(await sandbox.run("run", "doubling", "21")).toMatchObject({ exit: 0, out: "42\n" });
  });
});
