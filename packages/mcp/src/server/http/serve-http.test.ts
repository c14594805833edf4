import { rmSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { connect as openSocket } from "node:net";
import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openWorkshop, skillMd, type Workshop } from "../../../../runtime/src/testing/workshop.ts";
import { connectOverHttp } from "../../../testing/connect.ts";
import { createSkillServer } from "../create-skill-server.ts";
import { type HttpOptions, type HttpServing, serveSkillsOverHttp } from "./serve-http.ts";

const skills = "work/.agents/skills";
let workshop: Workshop;
let server: HttpServing | undefined;
beforeEach(() => {
  workshop = openWorkshop({
    [`${skills}/pdf/SKILL.md`]: skillMd({ name: "pdf", description: "Fills in forms." }),
  });
});
afterEach(async () => {
  await server?.close();
  server = undefined;
  workshop.close();
});

async function open(options: HttpOptions = {}, watch = false) {
  const runtime = await workshop.start();
  server = await serveSkillsOverHttp(createSkillServer(runtime, { watch, toolSets: true }), options);
  return { ...server, port: Number(new URL(server.url).port) };
}

const INITIALIZE = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "x", version: "1" } },
});

/** One raw request; headers such as Host can be anything. */
function send(
  { url, token }: HttpServing,
  headers: Record<string, string | undefined> = {},
  body = INITIALIZE,
  method = "POST",
  path = "/mcp",
): Promise<{ status: number; body: string; headers: Record<string, unknown> }> {
  const all = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    authorization: `Bearer ${token}`,
    ...headers,
  };
  const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  return new Promise((resolve, reject) => {
    const request = httpRequest(new URL(path, url), { method, headers: given }, (response) => {
      let text = "";
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, body: text, headers: response.headers }),
      );
    });
    request.on("error", reject);
    request.end(method === "GET" ? undefined : body);
  });
}

/** A request whose target no client would write. */
function sendRaw(
  { port, token }: HttpServing & { readonly port: number },
  target: string,
  { method = "POST", head = "Content-Length: 0" } = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = openSocket(port, "127.0.0.1", () =>
      socket.write(
        `${method} ${target} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n${head}\r\n\r\n`,
      ),
    );
    socket.once("data", (chunk) => {
      resolve(String(chunk).split("\r\n", 1)[0] ?? "");
      socket.destroy();
    });
    socket.on("error", reject);
  });
}

describe("serving over HTTP", () => {
  it.each([
    "modern",
    "legacy",
  ] as const)("S10 gives everything to an official client of the %s generation", async (era) => {
    const client = await connectOverHttp(await open(), era);
    expect(client.getNegotiatedProtocolVersion()).toBe(era === "modern" ? "2026-07-28" : "2025-11-25");
    const extension = new SkillsClient(client);
    const { skills: listed, ttlMs, cacheScope } = await extension.list();
    expect([ttlMs, cacheScope]).toEqual(era === "modern" ? [0, "private"] : [undefined, undefined]);
    const [entry] = listed;
    if (entry === undefined) throw new Error("nothing is listed");
    expect((await extension.read(entry)).verified).toBe(true);
    const { content } = await client.callTool({ name: "skill_load", arguments: { name: "pdf" } });
    expect(JSON.stringify(content)).toContain("Do it step by step.");
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain("pdf.read");
    await client.close();
  });

  it("S10 remembers what a stateless client mounted under its own name", async () => {
    const at = await open();
    const one = await connectOverHttp(at, "modern", "one");
    const two = await connectOverHttp(at, "modern", "two");
    await one.callTool({ name: "skill_load", arguments: { name: "pdf" } });
    expect((await one.listTools()).tools.map(({ name }) => name)).toContain("pdf.read");
    expect((await two.listTools()).tools.map(({ name }) => name)).not.toContain("pdf.read");
    await Promise.all([one.close(), two.close()]);
  });

  it.each([
    "modern",
    "legacy",
  ] as const)("S10 notifies a client of the %s generation that its tools changed", async (era) => {
    const client = await connectOverHttp(await open(), era);
    const told = new Promise<void>((resolve) => {
      client.setNotificationHandler("notifications/tools/list_changed", () => resolve());
    });
    if (era === "modern") await client.listen({ toolsListChanged: true });
    await client.callTool({ name: "skill_load", arguments: { name: "pdf" } });
    await told;
    await client.close();
  });

  it("S10 notifies a stateless client that the tools of a mounted skill were removed", async () => {
    const client = await connectOverHttp(await open({}, true), "modern");
    let told = 0;
    client.setNotificationHandler("notifications/tools/list_changed", () => {
      told += 1;
    });
    await client.listen({ toolsListChanged: true });
    await client.callTool({ name: "skill_load", arguments: { name: "pdf" } });
    await expect.poll(() => told).toBe(1);
    workshop.write({ [`${skills}/more/SKILL.md`]: skillMd({ name: "more", description: "x" }) });
    rmSync(workshop.at(`${skills}/pdf`), { recursive: true });
    await expect.poll(() => told, { timeout: 10_000 }).toBe(2);
    expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain("pdf.read");
    await client.close();
  });

  it("S10 notifies clients of an edit on disk", async () => {
    const client = await connectOverHttp(await open({}, true), "legacy");
    const told = new Promise<void>((resolve) => {
      client.setNotificationHandler("notifications/resources/list_changed", () => resolve());
    });
    workshop.write({ [`${skills}/more/SKILL.md`]: skillMd({ name: "more", description: "x" }) });
    await told;
    expect((await client.listResources()).resources.map(({ name }) => name)).toEqual(["more", "pdf"]);
    await client.close();
  });

  it("S10 makes a new token for every launch and shows none when it is not asked for one", async () => {
    const first = await open();
    await server?.close();
    const second = await open();
    expect(first.token).toMatch(/^[\w-]{43}$/);
    expect(second.token).not.toBe(first.token);
    await server?.close();
    expect((await open({ token: false })).token).toBeUndefined();
    expect((await send(await open({ token: false }), { authorization: undefined })).status).toBe(200);
  });
});

describe("ending", () => {
  it("S10 answers what is under way, then takes nothing more", async () => {
    const runtime = await workshop.start();
    let goOn = () => undefined;
    const held = new Promise<void>((resolve) => {
      goOn = () => void resolve();
    });
    let asked = 0;
    const resolve = async () => {
      asked += 1;
      await held;
      return ["pdf"];
    };
    const at = await serveSkillsOverHttp(
      createSkillServer(runtime, { watch: false, toolSets: true, resolve }),
    );
    const params = { name: "skill_activate_topic", arguments: { topic: "forms" } };
    const call = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
    const answered = send(at, {}, call);
    await expect.poll(() => asked).toBe(1);
    const closed = at.close();
    await expect(send(at)).rejects.toThrow();
    goOn();
    expect((await answered).body).toContain("Skills for this topic: pdf");
    await closed;
  });

  it("S10 waits neither for a client that listens nor for an answer that never comes", async () => {
    const runtime = await workshop.start();
    let asked = 0;
    const resolve = () => {
      asked += 1;
      return new Promise<readonly string[]>(() => undefined);
    };
    const at = await serveSkillsOverHttp(
      createSkillServer(runtime, { watch: false, toolSets: true, resolve }),
    );
    const client = await connectOverHttp(at, "modern");
    await client.listen({ toolsListChanged: true });
    const never = client.callTool({ name: "skill_activate_topic", arguments: { topic: "forms" } });
    never.catch(() => undefined);
    await expect.poll(() => asked).toBe(1);
    await at.close();
    await expect(never).rejects.toThrow();
    await client.close();
  });
});

describe("a stream of the older generation that broke", () => {
  interface Heard {
    readonly status: number;
    /** The events that come until enough are there or the stream ends; then the client hangs up. */
    events(enough?: number): Promise<readonly { readonly id: string; readonly data: string }[]>;
  }

  /** A session by hand. */
  async function session(at: HttpServing) {
    const headers: Record<string, string> = {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      authorization: `Bearer ${at.token}`,
      "mcp-protocol-version": "2025-11-25",
    };
    const ask = async (init: RequestInit, more: Record<string, string> = {}): Promise<Heard> => {
      const hangUp = new AbortController();
      const { status, body, ...answer } = await fetch(at.url, {
        ...init,
        headers: { ...headers, ...more },
        signal: hangUp.signal,
      }).then(({ status, body, headers: given }) => ({ status, body, id: given.get("mcp-session-id") }));
      if (answer.id !== null) headers["mcp-session-id"] = answer.id;
      return {
        status,
        events: async (enough = Number.MAX_VALUE) => {
          const events: { readonly id: string; readonly data: string }[] = [];
          let text = "";
          const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
          while (events.length < enough) {
            const part = await reader?.read();
            if (part === undefined || part.done) break;
            text += part.value;
            const blocks = text.split("\n\n");
            text = blocks.pop() ?? "";
            const told = blocks.filter((block) => !block.startsWith(":"));
            const line = (block: string, key: string) =>
              new RegExp(`^${key}: (.*)$`, "m").exec(block)?.[1] ?? "";
            events.push(...told.map((block) => ({ id: line(block, "id"), data: line(block, "data") })));
          }
          hangUp.abort();
          return events;
        },
      };
    };
    const post = async (method: string, params: object, enough?: number) => {
      const id = method.startsWith("notifications/") ? {} : { id: 7 };
      const heard = await ask({
        method: "POST",
        body: JSON.stringify({ jsonrpc: "2.0", ...id, method, params }),
      });
      return heard.events(enough);
    };
    const listen = (from?: string) =>
      ask({ method: "GET" }, from === undefined ? {} : { "last-event-id": from });
    const clientInfo = { name: "x", version: "1" };
    await post("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
    await post("notifications/initialized", {});
    return { post, listen };
  }
  const load = (name: string) => ["tools/call", { name: "skill_load", arguments: { name } }] as const;

  it("S10 repeats the answer to a call, but only for its own session", async () => {
    const at = await open();
    const one = await session(at);
    const [first] = await one.post(...load("pdf"), 1);
    expect(first?.data).toBe("");
    const again = async () => (await (await one.listen(first?.id)).events())[0]?.data;
    await expect.poll(again).toContain("step by step");
    const two = await session(at);
    expect(await (await two.listen(first?.id)).events()).toEqual([]);
    expect((await one.listen("nonsense")).status).toBe(400);
  });

  it("S10 resumes with the changes that were announced while no client listened", async () => {
    workshop.write({ [`${skills}/more/SKILL.md`]: skillMd({ name: "more", description: "x" }) });
    const { post, listen } = await session(await open());
    const stream = await listen();
    await post(...load("pdf"));
    const [heard] = await stream.events(1);
    expect(heard?.data).toContain("notifications/tools/list_changed");
    await post(...load("more"));
    const goesOn = async () => {
      const { status, events } = await listen(heard?.id);
      return status === 200 ? (await events(1))[0] : undefined;
    };
    // Until the server has noticed that the client hung up, it refuses a second stream.
    await expect.poll(async () => (await goesOn())?.data).toContain("notifications/tools/list_changed");
    await expect.poll(async () => (await goesOn())?.id).not.toBe(heard?.id);
  });
});

describe("an attack over HTTP", () => {
  it.each([
    ["no token", { authorization: undefined }, 401],
    ["a wrong token", { authorization: "Bearer wrong" }, 401],
    ["an empty token", { authorization: "Bearer " }, 401],
    ["a token of another kind", { authorization: "Basic dXNlcjpwYXNz" }, 401],
    ["another host by DNS rebinding", { host: "evil.example" }, 403],
    ["another host with our port", { host: "evil.example:PORT" }, 403],
    ["loopback with another port", { host: "127.0.0.1:1" }, 403],
    ["a host that only begins like loopback", { host: "127.0.0.1.evil.example:PORT" }, 403],
    ["a web page's origin", { origin: "https://evil.example" }, 403],
    ["the origin of another local server", { origin: "http://localhost:5173" }, 403],
    ["the origin of a sandboxed page", { origin: "null" }, 403],
    ["an origin over TLS", { origin: "https://127.0.0.1:PORT" }, 403],
    ["a browser's word that another site asks", { "sec-fetch-site": "cross-site" }, 403],
    ["a browser's word that another local server asks", { "sec-fetch-site": "same-site" }, 403],
    ["a form's content type", { "content-type": "text/plain" }, 415],
  ])("S10 with %s is turned away", async (_what, headers, status) => {
    const at = await open();
    const real = Object.fromEntries(
      Object.entries(headers).map(([key, value]) => [key, value?.replace("PORT", String(at.port))]),
    );
    const answer = await send(at, real);
    expect(answer.status).toBe(status);
    expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
    expect(answer.body).not.toContain(at.token ?? "no token");
  });

  it.each([
    "127.0.0.1",
    "localhost",
    "[::1]",
  ])("S10 is none when %s asks with this very origin", async (name) => {
    const at = await open();
    const host = `${name}:${at.port}`;
    expect((await send(at, { host, origin: `http://${host}` })).status).toBe(200);
  });

  it("S10 with a body that is too long ends before it is read, whether or not its length is declared", async () => {
    const at = await open({ maxBodyBytes: 10_000 });
    const long = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping", params: { x: "x".repeat(20_000) } });
    expect((await send(at, { "content-length": String(long.length) }, long)).status).toBe(413);
    const chunked = send(at, { "transfer-encoding": "chunked" }, long).then(({ status }) => status);
    expect(await chunked.catch(() => 413)).toBe(413);
  });

  it.each([
    ["what is no JSON", "{", 400],
    ["nothing", "", 400],
    ["a list of a thousand calls", JSON.stringify(Array.from({ length: 1_000 }, () => 1)), 400],
  ])("S10 with %s gets an answer and does not stop the server", async (_what, body, status) => {
    const at = await open();
    expect((await send(at, {}, body)).status).toBe(status);
    expect((await send(at)).status).toBe(200);
  });

  it("S10 on another path, with another method or with a session that is not there finds nothing", async () => {
    const at = await open();
    for (const path of ["/", "/mcp/", "/mcp/../x", "/%6dcp"])
      expect((await send(at, {}, INITIALIZE, "POST", path)).status).toBe(404);
    for (const target of ["//", "http://[", "http://evil.example/mcp", "*"])
      expect(await sendRaw(at, target)).toContain("404");
    expect((await send(at, {}, "", "OPTIONS")).status).toBeGreaterThanOrEqual(400);
    expect((await send(at, { "mcp-session-id": "guess" })).status).toBe(404);
  });

  it("S10 that waits for an invitation to send its body gets none before its head was checked", async () => {
    const at = await open({ maxBodyBytes: 10_000 });
    const head = (length: number) => ({ head: `Expect: 100-continue\r\nContent-Length: ${length}` });
    expect(await sendRaw({ ...at, token: "wrong" }, "/mcp", head(2))).toContain("401");
    expect(await sendRaw(at, "/mcp", head(20_000))).toContain("413");
    expect(await sendRaw(at, "/mcp", head(2))).toContain("100");
  });

  it.each(["PUT", "PATCH", "TRACE", "PROPFIND"])("S10 with the method %s is refused", async (method) => {
    expect(await sendRaw(await open(), "/mcp", { method })).toContain("405");
  });

  it.each([
    ["two origins", "Origin: http://127.0.0.1:PORT\r\nOrigin: http://evil.example", "403"],
    ["two lengths", "Content-Length: 0\r\nContent-Length: 5", "400"],
    ["a length and chunks", "Content-Length: 4\r\nTransfer-Encoding: chunked", "400"],
    ["a length that is none", "Content-Length: -1", "400"],
    ["a head that is too long", `X: ${"x".repeat(100_000)}`, "431"],
  ])("S10 with %s is refused", async (_what, head, status) => {
    const at = await open();
    expect(await sendRaw(at, "/mcp", { head: head.replaceAll("PORT", String(at.port)) })).toContain(status);
  });

  it("S10 with the token in the address is refused", async () => {
    const at = await open();
    const path = `/mcp?token=${at.token}&access_token=${at.token}`;
    expect((await send(at, { authorization: undefined }, INITIALIZE, "POST", path)).status).toBe(401);
  });

  it("S10 by beginning sessions without end leaves no more than 64, and none for a request that was refused", async () => {
    const skillServer = createSkillServer(await workshop.start(), { watch: false });
    const open = new Set<object>();
    const counting = {
      ...skillServer,
      connection: async () => {
        const mcp = await skillServer.connection();
        const { onclose } = mcp.server;
        open.add(mcp);
        mcp.server.onclose = () => {
          open.delete(mcp);
          onclose?.();
        };
        return mcp;
      },
    };
    server = await serveSkillsOverHttp(counting);
    for (let at = 0; at < 20; at += 1)
      expect((await send(server, { accept: "text/plain" })).status).toBeGreaterThanOrEqual(400);
    expect(open.size).toBe(0);
    for (let at = 0; at < 70; at += 1) expect((await send(server)).status).toBe(200);
    expect(open.size).toBe(64);
  });

  it("S10 by sending slowly is cut off", async () => {
    const at = await open({ requestTimeoutMs: 200 });
    const ended = new Promise<string>((resolve) => {
      let text = "";
      const socket = openSocket(at.port, "127.0.0.1", () =>
        socket.write("POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\n"),
      );
      socket.on("data", (chunk) => {
        text += chunk;
      });
      socket.on("error", () => resolve(text));
      socket.on("close", () => resolve(text));
    });
    expect(await ended).toContain("408");
  });

  it("S10 by opening connections without a token neither keeps others out nor cuts off a client that has one", async () => {
    const at = await open();
    const client = await connectOverHttp(at, "legacy");
    let closed = 0;
    const sockets = Array.from({ length: 300 }, () => {
      const socket = openSocket(at.port, "127.0.0.1", () =>
        socket.write(`POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${at.port}\r\n`),
      );
      return socket
        .on("error", () => undefined)
        .on("close", () => {
          closed += 1;
        });
    });
    await expect.poll(() => closed).toBe(300 - 64);
    expect((await send(at)).status).toBe(200);
    expect((await client.listTools()).tools.length).toBeGreaterThan(0);
    await client.close();
    for (const socket of sockets) socket.destroy();
  });

  it("S10 with two Host headers is refused, whichever comes first", async () => {
    const at = await open();
    const second = (host: string) => sendRaw(at, "/mcp", { head: `Host: ${host}\r\nContent-Length: 0` });
    expect(await second("evil.example")).toContain("400");
    expect(await second(`127.0.0.1:${at.port}`)).toContain("400");
    expect(await sendRaw(at, "/mcp")).not.toContain("exactly one Host");
  });

  it.each([
    "skill://pdf/../../etc/passwd",
    "skill://pdf/..%2f..%2f..%2fetc%2fpasswd",
    "skill://pdf/%2e%2e/%2e%2e/etc/passwd",
    "skill://pdf//etc/passwd",
    "skill://pdf/SKILL.md%00.txt",
    "skill://../pdf/SKILL.md",
    "skill://pdf/../other/SKILL.md",
    "skill:///etc/passwd",
    "file:///etc/passwd",
    `skill://pdf/${"a/".repeat(5_000)}`,
  ])("S10 with the address %s gets no file", async (uri) => {
    workshop.write({ [`${skills}/other/secret.md`]: "secret" });
    const client = await connectOverHttp(await open(), "modern");
    await expect(client.readResource({ uri })).rejects.toThrow();
    await client.close();
  });
});
