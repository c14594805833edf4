import { InMemoryTransport, type JSONRPCMessage } from "@modelcontextprotocol/server";
import { describe, expect, it } from "vitest";
import { answeringTransport } from "./answering-transport.ts";

async function open() {
  const [client, server] = InMemoryTransport.createLinkedPair();
  const transport = answeringTransport(server);
  const seen: JSONRPCMessage[] = [];
  transport.onmessage = (message) => seen.push(message);
  await Promise.all([client.start(), transport.start()]);
  const isAnswered = (most = 0) =>
    Promise.race([
      transport.waiting(most).then(() => true),
      new Promise((resolve) => setImmediate(resolve)).then(() => false),
    ]);
  return { client, transport, seen, isAnswered };
}

describe("a transport that knows what is not answered yet", () => {
  it("S10 waits for every answer, errors included", async () => {
    const { client, transport, seen, isAnswered } = await open();
    expect(await isAnswered()).toBe(true);
    for (const id of [1, "two"]) await client.send({ jsonrpc: "2.0", id, method: "ping" });
    await expect.poll(() => seen.length).toBe(2);
    expect(await isAnswered()).toBe(false);
    await transport.send({ jsonrpc: "2.0", id: 1, result: {} });
    expect(await isAnswered()).toBe(false);
    await transport.send({ jsonrpc: "2.0", id: "two", error: { code: -32_600, message: "no" } });
    expect(await isAnswered()).toBe(true);
  });

  it("S10 waits neither for what was cancelled nor for what has no end", async () => {
    const { client, seen, isAnswered } = await open();
    await client.send({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    await client.send({ jsonrpc: "2.0", id: 2, method: "subscriptions/listen" });
    await client.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } });
    await expect.poll(() => seen.length).toBe(3);
    expect(await isAnswered()).toBe(true);
  });

  it("S10 reports when few enough are waiting, and when it closed", async () => {
    const { client, transport, seen, isAnswered } = await open();
    for (const id of [1, 2, 3]) await client.send({ jsonrpc: "2.0", id, method: "ping" });
    await expect.poll(() => seen.length).toBe(3);
    expect([await isAnswered(3), await isAnswered(2)]).toEqual([true, false]);
    const none = transport.waiting(0);
    await client.close();
    await Promise.all([none, transport.closed]);
  });
});
