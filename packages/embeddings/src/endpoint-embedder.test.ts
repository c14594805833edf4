import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { embedderSuite } from "@knowhow/runtime/testing";
import { afterEach, describe, expect, it } from "vitest";
import { endpointEmbedder } from "./endpoint-embedder.ts";

const servers: Server[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
});

interface Asked {
  readonly path: string | undefined;
  readonly authorization: string | undefined;
  readonly body: {
    readonly model: string;
    readonly input: readonly string[];
    readonly encoding_format: string;
  };
}

describe("an embedder over a service", () => {
  it.each(embedderSuite)("M4 $title", async ({ run }) => {
    const url = await serve(async (request, response) => {
      const { input } = (await read(request)).body;
      const data = input.map((text, index) => ({ index, embedding: [text.length, text.indexOf("e"), 1] }));
      response.end(JSON.stringify({ data }));
    });
    await run(() => endpointEmbedder({ url, model: "tiny" }));
  });

  it("M4 asks in batches, puts vectors in the order of the texts and brings them to length one", async () => {
    const asked: Asked[] = [];
    const url = await serve(async (request, response) => {
      const question = await read(request);
      asked.push(question);
      const data = question.body.input.map((text, index) => ({ index, embedding: [text.length, 0, 1] }));
      response.end(JSON.stringify({ data: data.reverse() }));
    });
    const embedder = await endpointEmbedder({ url: `${url}/v1/`, model: "tiny", dimensions: 3, batch: 2 });
    const vectors = await embedder.embed(["a", "bbb", "cc"], "query");
    expect(vectors.map((vector) => (vector[0] ?? 0) / (vector[2] ?? 1)).map(Math.round)).toEqual([1, 3, 2]);
    for (const vector of vectors) expect(Math.hypot(...vector)).toBeCloseTo(1, 6);
    expect(asked.map(({ path, body }) => [path, body.model, body.input])).toEqual([
      ["/v1/embeddings", "tiny", ["a", "bbb"]],
      ["/v1/embeddings", "tiny", ["cc"]],
    ]);
    expect(embedder.id).toBe(`endpoint-tiny@${new URL(url).host}`);
  });

  it("M4 requests one vector first if their length is unknown", async () => {
    const url = await serve(always({ data: [{ index: 0, embedding: [3, 4] }] }));
    const embedder = await endpointEmbedder({ url, model: "tiny" });
    expect(embedder.dimensions).toBe(2);
    const [vector] = await embedder.embed(["x"], "document");
    expect([...(vector ?? [])].map((value) => value.toFixed(3))).toEqual(["0.600", "0.800"]);
  });

  it("M4 gives vectors of another service of the same host another id, without telling its address", async () => {
    const idOf = async (path: string) =>
      (await endpointEmbedder({ url: `http://localhost:1${path}`, model: "tiny", dimensions: 1 })).id;
    const paths = ["/v1", "/team-a/v1", "/team-b/v1", "/v1?version=2"];
    const ids = await Promise.all(paths.map(idOf));
    expect(new Set(ids).size).toBe(paths.length);
    expect(await idOf("/v1/embeddings")).toBe(ids[0]);
    expect(ids.join()).not.toMatch(/team|version/);
  });

  it("M4 sends the key and the prefix of a kind, and gives vectors with prefixes another id", async () => {
    const asked: Asked[] = [];
    const url = await serve(async (request, response) => {
      asked.push(await read(request));
      response.end(JSON.stringify({ data: [{ index: 0, embedding: [1] }] }));
    });
    const options = { url: `${url}/embeddings`, model: "tiny", dimensions: 1, apiKey: "k1" };
    const embedder = await endpointEmbedder({ ...options, prefixes: { query: "query: " } });
    await embedder.embed(["x"], "query");
    await embedder.embed(["x"], "document");
    expect(asked.map(({ path, authorization, body }) => [path, authorization, body.input[0]])).toEqual([
      ["/embeddings", "Bearer k1", "query: x"],
      ["/embeddings", "Bearer k1", "x"],
    ]);
    expect(embedder.id).not.toBe((await endpointEmbedder(options)).id);
  });

  it("M4 follows no redirection, so that neither key nor text reaches another place", async () => {
    let reached = 0;
    const elsewhere = await serve((_request, response) => {
      reached += 1;
      response.end();
    });
    const url = await serve((_request, response) => {
      response.writeHead(307, { location: `${elsewhere}/embeddings` }).end();
    });
    const embedder = await endpointEmbedder({ url, model: "tiny", dimensions: 1, apiKey: "k1" });
    await expect(embedder.embed(["x"], "query")).rejects.toMatchObject({
      code: "embeddings.unavailable",
      message: expect.stringContaining("redirection"),
    });
    expect(reached).toBe(0);
  });

  it.each([
    ["an error", 500, "{}", "status 500"],
    ["a refusal", 401, "{}", "refuses access"],
    ["no JSON", 200, "<html>", "not JSON"],
    ["no list", 200, '{"data":{}}', "no list"],
    ["too few vectors", 200, '{"data":[]}', "0 vectors for 1"],
    [
      "a vector of another length",
      200,
      '{"data":[{"index":0,"embedding":[1,2,3]}]}',
      "3 numbers instead of 2",
    ],
    ["no numbers", 200, '{"data":[{"index":0,"embedding":["1",null]}]}', "no list of vectors"],
    ["a place that was not asked for", 200, '{"data":[{"index":7,"embedding":[1,2]}]}', "no list of vectors"],
  ])("M4 says what is wrong when the service gives %s", async (_what, status, body, message) => {
    const url = await serve((_request, response) => {
      response.writeHead(status).end(body);
    });
    const embedder = await endpointEmbedder({ url, model: "tiny", dimensions: 2 });
    await expect(embedder.embed(["x"], "query")).rejects.toMatchObject({
      name: "KnowhowError",
      code: "embeddings.unavailable",
      message: expect.stringContaining(message),
      hint: expect.stringContaining("Check that it runs"),
    });
  });

  it("M4 reports a refused connection, without the key in the message", async () => {
    const url = await serve(always({}));
    await closeAll();
    const embedder = await endpointEmbedder({ url, model: "tiny", dimensions: 2, apiKey: "k1-secret" });
    const error = await Promise.resolve(embedder.embed(["x"], "query")).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "embeddings.unavailable" });
    expect(`${JSON.stringify(error)}${String(error)}`).not.toContain("k1-secret");
  });

  it("M4 gives up after its time, and at once when the caller does", async () => {
    const url = await serve(() => undefined);
    const hasty = await endpointEmbedder({ url, model: "tiny", dimensions: 2, timeoutMs: 30 });
    await expect(hasty.embed(["x"], "query")).rejects.toMatchObject({
      code: "embeddings.unavailable",
      message: expect.stringContaining("30 ms"),
    });
    const patient = await endpointEmbedder({ url, model: "tiny", dimensions: 2, timeoutMs: 60_000 });
    const abort = new AbortController();
    const pending = patient.embed(["x"], "query", abort.signal);
    abort.abort(new Error("changed my mind"));
    await expect(pending).rejects.toThrow("changed my mind");
  });

  it("M4 stops reading an answer that never ends", async () => {
    const url = await serve((_request, response) => {
      const block = Buffer.alloc(1 << 20, " ");
      const write = () => {
        while (!response.destroyed && response.write(block));
        if (!response.destroyed) response.once("drain", write);
      };
      write();
    });
    const embedder = await endpointEmbedder({ url, model: "tiny", dimensions: 2 });
    await expect(embedder.embed(["x"], "query")).rejects.toMatchObject({
      message: expect.stringContaining("more than"),
    });
  });

  it.each([
    "nonsense",
    "ftp://host/v1",
    "http://name:word@host/v1",
  ])("M4 refuses the address %s", async (url) => {
    await expect(endpointEmbedder({ url, model: "tiny" })).rejects.toMatchObject({
      code: "runtime.bad-option",
    });
  });
});

function always(answer: unknown): RequestListener {
  return (_request, response) => {
    response.end(JSON.stringify(answer));
  };
}

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return `http://127.0.0.1:${address.port}`;
}

async function closeAll(): Promise<void> {
  for (const server of servers.splice(0)) await new Promise((done) => server.close(done));
}

async function read(request: IncomingMessage): Promise<Asked> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return { path: request.url, authorization: request.headers.authorization, body: JSON.parse(text) };
}
