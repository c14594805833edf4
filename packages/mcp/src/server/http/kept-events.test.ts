import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keptEvents } from "./kept-events.ts";

const message = (text: string) => ({ jsonrpc: "2.0" as const, method: "x", params: { text } });

async function after(store: ReturnType<typeof keptEvents>, id: string) {
  const texts: unknown[] = [];
  const ids: string[] = [];
  const stream = await store.replayEventsAfter(id, {
    send: async (given, sent) => {
      ids.push(given);
      texts.push("params" in sent ? sent.params?.text : undefined);
    },
  });
  return { stream, texts, ids };
}

describe("the events of a session that are kept", () => {
  it("S10 are given again from any of them on, each stream by itself", async () => {
    const store = keptEvents();
    const first = await store.storeEvent("a", message("1"));
    await store.storeEvent("b", message("other"));
    const second = await store.storeEvent("a", message("2"));
    const third = await store.storeEvent("a", message("3"));
    expect(await after(store, first)).toEqual({ stream: "a", texts: ["2", "3"], ids: [second, third] });
    expect((await after(store, third)).texts).toEqual([]);
    expect(await store.getStreamIdForEventId?.(first)).toBe("a");
  });

  it("S10 are never more than the limits allow, and a forgotten place gives what is left", async () => {
    const limits = { events: 10, characters: 1_000 };
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom("a", "b"), fc.string({ maxLength: 1_500 })), { maxLength: 40 }),
        async (rows) => {
          const store = keptEvents(limits);
          const start = await store.storeEvent("a", message(""));
          for (const [stream, text] of rows) await store.storeEvent(stream, message(text));
          const { texts } = await after(store, start);
          const sent = rows.filter(([stream]) => stream === "a").map(([, text]) => text);
          expect(texts.length).toBeLessThanOrEqual(limits.events);
          expect(JSON.stringify(texts.map(String)).length).toBeLessThan(limits.characters + 200);
          const small = sent.filter((text) => JSON.stringify(message(text)).length <= limits.characters);
          expect(texts).toEqual(texts.length === 0 ? [] : small.slice(-texts.length));
        },
      ),
    );
  });

  it.each([
    "",
    "1",
    "@a",
    "1@",
    "x@a",
    "1@a b",
    "-1@a",
    `${"9".repeat(400)}@a`,
    "1@a\n2@b",
  ])("S10 are none after %j", async (id) => {
    const store = keptEvents();
    await store.storeEvent("a", message("1"));
    expect(await store.getStreamIdForEventId?.(id)).toBeUndefined();
    expect((await after(store, id)).texts).toEqual([]);
  });
});
