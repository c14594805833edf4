import type { LookupFunction } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { type Loopback, loopback } from "../testing/loopback.ts";
import { httpGet } from "./http-get.ts";

let server: Loopback | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const JSON_TYPE = { "content-type": "application/json; charset=utf-8" };

async function open(): Promise<Loopback> {
  server = await loopback(({ path }) => {
    if (path === "/json") return { headers: JSON_TYPE, body: '{"a":1}' };
    if (path === "/bad") return { headers: JSON_TYPE, body: "{" };
    if (path === "/big") return { body: Buffer.alloc(900_001, "a") };
    if (path === "/binary") return { body: Buffer.from([0xff, 0xfe]) };
    if (path === "/hop") return { status: 302, headers: { location: "/json" } };
    if (path === "/away") return { status: 302, headers: { location: "http://localhost:1/json" } };
    if (path === "/loop") return { status: 307, headers: { location: "/loop" } };
    const status = /^\/(\d{3})$/.exec(path)?.[1];
    return status === undefined ? { body: "text" } : { status: Number(status) };
  });
  return server;
}

function get(
  url: string,
  hosts: readonly string[],
  lookup?: LookupFunction,
  signal = new AbortController().signal,
) {
  const tool = httpGet({ hosts, ...(lookup === undefined ? {} : { lookup }) });
  return Promise.resolve(
    tool.call({ url }, { signal, run: "r", step: "s", attempt: 1, idempotencyKey: "k" }),
  );
}

/** Resolves every name to these addresses. */
const resolvesTo =
  (...addresses: readonly string[]): LookupFunction =>
  (_, __, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    );

describe("http.get", () => {
  it("X8 reads text and JSON from a host that is named, and follows redirects on it", async () => {
    const { host, asked } = await open();
    expect(await get(`http://${host}/x?y=1`, [host])).toEqual({ status: 200, type: "", body: "text" });
    expect(await get(`http://${host}/json`, [host])).toMatchObject({ body: { a: 1 } });
    expect(await get(`http://${host}/hop`, [host])).toMatchObject({ body: { a: 1 } });
    expect(asked.map(({ path }) => path)).toEqual(["/x?y=1", "/json", "/hop", "/json"]);
    expect(asked[0]?.headers).not.toHaveProperty("authorization");
  });

  it.each([
    ["another host", (host: string) => `http://${host}/`, ["example.com"]],
    ["another port", (host: string) => `http://${host}/`, ["127.0.0.1"]],
    ["a part of the name", () => "http://api.example.com/", ["example.com", "com"]],
    ["no host at all", (host: string) => `http://${host}/`, []],
    ["a redirect to another host", (host: string) => `http://${host}/away`, undefined],
  ])("X8 refuses %s", async (_, url, hosts) => {
    const { host, asked } = await open();
    await expect(get(url(host), hosts ?? [host, "localhost:1"])).rejects.toMatchObject({ code: "denied" });
    expect(asked.length).toBe(hosts === undefined ? 1 : 0);
  });

  it.each([
    "file:///etc/passwd",
    "ftp://a/",
    "not a url",
    "http://user:word@example.com/",
  ])("X8 refuses %s", async (url) => {
    await expect(get(url, ["example.com"])).rejects.toMatchObject({ code: "invalid_input" });
  });

  it.each([
    "127.0.0.1",
    "10.1.2.3",
    "192.168.0.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "::1",
    "fd00::1",
    "fe80::1",
    "::ffff:127.0.0.1",
  ])("X8 refuses a name that leads to %s", async (address) => {
    const { asked } = await open();
    const lookup = resolvesTo("93.184.216.34", address);
    await expect(get("http://example.com/", ["example.com"], lookup)).rejects.toMatchObject({
      code: "denied",
    });
    expect(asked).toEqual([]);
  });

  it.each([
    ["/big", "too_large"],
    ["/binary", "invalid_output"],
    ["/bad", "invalid_output"],
    ["/404", "http_error"],
    ["/429", "rate_limit"],
    ["/503", "unavailable"],
    ["/loop", "http_error"],
  ])("X8 fails for %s with the kind %s", async (path, code) => {
    const { host } = await open();
    await expect(get(`http://${host}${path}`, [host])).rejects.toMatchObject({ code });
  });

  it("X8 fails if the host does not answer, and stops when the step does", async () => {
    const { host } = await open();
    await server?.close();
    await expect(get(`http://${host}/`, [host])).rejects.toMatchObject({ code: "unavailable" });
    server = await loopback(() => undefined);
    const stop = new AbortController();
    const asking = get(`http://${server.host}/`, [server.host], undefined, stop.signal);
    setTimeout(() => stop.abort(new Error("stopped")), 20);
    await expect(asking).rejects.toThrow("stopped");
  });
});
