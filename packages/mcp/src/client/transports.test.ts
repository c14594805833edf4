import { fileURLToPath } from "node:url";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { memorySkillFiles, SkillsExtension } from "@modelcontextprotocol/server/ext/skills";
import { afterEach, describe, expect, test } from "vitest";
import { type HttpServer, httpServer } from "../../testing/http-server.ts";
import { skillText } from "../../testing/skill-text.ts";
import { closeClients, startClient } from "../../testing/start-client.ts";
import { connectSkillServers } from "./connect-skill-servers.ts";

const running: HttpServer[] = [];
afterEach(async () => {
  await closeClients();
  for (const server of running.splice(0)) await server.close();
});

const yes = { approve: () => true };

async function listen(answer: (request: Request) => Promise<Response>): Promise<HttpServer> {
  const server = await httpServer(answer);
  running.push(server);
  return server;
}

async function skillsHandler() {
  const files: Record<string, string> = { "pdf/SKILL.md": skillText("pdf") };
  const catalog = await SkillsExtension.load(memorySkillFiles(files));
  const handler = createMcpHandler(() => {
    const mcp = new McpServer({ name: "http", version: "1.0.0" });
    catalog.attach(mcp);
    return mcp;
  });
  return { files, catalog, handler };
}

describe("a server behind HTTP", () => {
  test("D10 lists and reads; its headers go to it with every request", async () => {
    const { handler } = await skillsHandler();
    const server = await listen((request) => handler.fetch(request));
    const { runtime } = await startClient(
      { url: `${server.origin}/mcp`, headers: { authorization: "Bearer secret" } },
      yes,
    );
    expect((await runtime.read("acme:pdf")).text).toContain("# pdf");
    expect(new Set(server.asked.map(({ headers }) => headers.authorization))).toEqual(
      new Set(["Bearer secret"]),
    );
  });

  test("D8 its list_changed reaches a watching runtime", async () => {
    const { files, catalog, handler } = await skillsHandler();
    const server = await listen((request) => handler.fetch(request));
    const quiet = { watch: () => ({ update: () => undefined, close: () => undefined }) };
    const { runtime } = await startClient({ url: server.origin }, { ...yes, ports: { watcher: quiet } });
    const heard = new Promise<number>((done) => runtime.watch((library) => done(library.size)));
    files["more/SKILL.md"] = skillText("more");
    if ((await catalog.reload()).listChanged) handler.notify.resourcesChanged();
    expect(await heard).toBe(2);
    runtime.close();
  });

  test.each([
    301, 302, 307, 308,
  ])("D10 cannot send us, and our headers, to another origin (%i)", async (status) => {
    const { handler } = await skillsHandler();
    const other = await listen((request) => handler.fetch(request));
    const server = await listen(
      async () => new Response(null, { status, headers: { location: `${other.origin}/mcp` } }),
    );
    const { codes } = await startClient(
      { url: server.origin, headers: { authorization: "Bearer secret" } },
      yes,
    );
    expect(codes()).toEqual(["mcp.unreachable"]);
    expect(other.asked).toEqual([]);
  });

  test("D10 cannot fill the memory with one answer", async () => {
    let sent = 0;
    const chunk = new TextEncoder().encode(" ".repeat(1 << 16));
    const endless = () =>
      new ReadableStream({
        pull: (controller) => {
          sent += chunk.length;
          controller.enqueue(chunk);
        },
      });
    for (const type of ["application/json", "text/event-stream"]) {
      sent = 0;
      const server = await listen(async () => new Response(endless(), { headers: { "content-type": type } }));
      const limits = { messageBytes: 1 << 20, connectMs: 5_000 };
      const { codes } = await startClient({ url: server.origin }, { ...yes, limits });
      expect(codes()).toEqual(["mcp.unreachable"]);
      expect(sent).toBeLessThan(16 << 20);
    }
  });

  test("D10 that is away or speaks another language is reported", async () => {
    const page = await listen(
      async () => new Response("<html>hello</html>", { headers: { "content-type": "text/html" } }),
    );
    expect((await startClient({ url: page.origin }, yes)).codes()).toEqual(["mcp.unreachable"]);
    await running.pop()?.close();
    expect((await startClient({ url: page.origin }, yes)).codes()).toEqual(["mcp.unreachable"]);
  });

  test.each([
    "file:///etc/passwd",
    "ws://localhost",
    "http://ada:secret@localhost/",
    "not a url",
    "javascript:alert(1)",
  ])("D10 is refused at %s", (url) => {
    expect(() => connectSkillServers([{ label: "acme", transport: { url } }])).toThrowError(
      expect.objectContaining({ code: "runtime.bad-option" }),
    );
  });

  test.each([
    "",
    "Acme",
    "a/b",
    "a:b",
    "../a",
    "a b",
    "a".repeat(65),
    "__proto__",
  ])("D10 is refused under the label %j", (label) => {
    const transport = { url: "https://example.com/mcp" };
    expect(() => connectSkillServers([{ label, transport }])).toThrowError(
      expect.objectContaining({ code: "runtime.bad-option" }),
    );
  });
});

describe("a server in a program of its own", () => {
  const program = fileURLToPath(new URL("../../testing/stdio-server.mjs", import.meta.url));
  const run = (behaviour: string) => ({ command: process.execPath, args: [program, behaviour] });

  test("D10 lists and reads, and sees nothing of the environment that it was not given", async () => {
    process.env.KNOWHOW_TEST_SECRET = "x";
    const { runtime, codes } = await startClient(run("good"), yes);
    delete process.env.KNOWHOW_TEST_SECRET;
    expect(codes()).toEqual([]);
    expect(runtime.library.list().map(({ name }) => name)).toEqual(["acme:env-clean", "acme:pdf"]);
    expect((await runtime.read("acme:pdf")).body).toBe("# pdf\n");
  });

  test("D10 that dies says why in its own last words", async () => {
    const { runtime, codes } = await startClient(run("dies"), yes);
    expect(codes()).toEqual(["mcp.unreachable"]);
    expect(runtime.library.diagnostics[0]?.message).toContain("no licence found");
  });

  test.each(["floods", "silent"])("D10 that %s is given up", async (behaviour) => {
    const limits = { connectMs: 1_500, messageBytes: 4 << 20 };
    const { codes } = await startClient(run(behaviour), { ...yes, limits });
    expect(codes()).toEqual(["mcp.unreachable"]);
  });

  test("D10 that neither answers nor leaves is ended", async () => {
    const stubborn =
      "console.error(process.pid); process.on('SIGTERM', () => {}); setInterval(() => {}, 1e3)";
    const command = { command: process.execPath, args: ["-e", stubborn] };
    const { runtime, servers } = await startClient(command, { ...yes, limits: { connectMs: 4_000 } });
    const pid = Number(/it said: (\d+)/.exec(runtime.library.diagnostics[0]?.message ?? "")?.[1]);
    expect(isAlive(pid)).toBe(true);
    await servers.close();
    await expect.poll(() => isAlive(pid)).toBe(false);
  });

  test("D10 that does not exist is reported", async () => {
    const { codes } = await startClient({ command: "/no/such/program" }, yes);
    expect(codes()).toEqual(["mcp.unreachable"]);
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
