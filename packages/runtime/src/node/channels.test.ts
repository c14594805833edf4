import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe, tracingChannel, unsubscribe } from "node:diagnostics_channel";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import type { SpanName } from "../ports.ts";
import { tracerSuite } from "../testing/tracer-suite.ts";
import { openWorkshop, skillMd, type Workshop } from "../testing/workshop.ts";
import { channelTracer } from "./channels/channel-tracer.ts";

let workshop: Workshop | undefined;
afterEach(() => workshop?.close());

function open(): Workshop {
  workshop = openWorkshop({
    "work/.agents/skills/pdf/SKILL.md": skillMd({ name: "pdf", description: "Reads. Use when asked." }),
    "work/.agents/skills/pdf/notes.md": "Notes.\n",
  });
  return workshop;
}

const user = (content: string) => ({ role: "user" as const, content });

/** Listens to a tracing channel until the test ends. */
function listen(name: SpanName, hear: (phase: string, span: unknown) => void): void {
  const spans = tracingChannel<unknown, object>(`knowhow:${name}`);
  const on = (phase: string) => (span: object) => hear(phase, span);
  const subscribers = {
    start: on("start"),
    end: on("end"),
    asyncStart: on("asyncStart"),
    asyncEnd: on("asyncEnd"),
    error: on("error"),
  };
  spans.subscribe(subscribers);
  onTestFinished(() => spans.unsubscribe(subscribers));
}

/** Catches what Node would report as uncaught, instead of the test runner. */
function catchUncaught(): unknown[] {
  const caught: unknown[] = [];
  const runner = process.listeners("uncaughtException");
  process.removeAllListeners("uncaughtException");
  process.on("uncaughtException", (error) => caught.push(error));
  onTestFinished(() => {
    process.removeAllListeners("uncaughtException");
    for (const listener of runner) process.on("uncaughtException", listener);
  });
  return caught;
}

describe("the channel knowhow:event", () => {
  test("O1 carries every event that the host's listener hears", async () => {
    const heard: unknown[] = [];
    const hear = (record: unknown) => void heard.push(record);
    subscribe("knowhow:event", hear);
    onTestFinished(() => void unsubscribe("knowhow:event", hear));
    const { start, events } = open();
    const session = await (await start()).session();
    await session.call("skill_load", { name: "pdf" });
    await session.call("skill_read", { name: "pdf", path: "notes.md" });
    await session.compacted();
    expect(heard).toEqual(
      events.map((event, at) => ({
        seq: at + 1,
        at: expect.any(Number),
        ...(event.type === "library.loaded" || event.type === "skill.scanned" ? {} : { session: session.id }),
        event,
      })),
    );
    expect(events.map(({ type }) => type)).toEqual([
      "library.loaded",
      "skill.scanned",
      "skill.loaded",
      "resource.read",
      "session.compacted",
    ]);
    expect(events).toContainEqual({ type: "resource.read", skill: "pdf", bytes: 7 });
  });

  test("O1 a listener or subscriber that throws breaks no turn and does not affect the others", async () => {
    const caught = catchUncaught();
    const mistake = () => {
      throw new Error("a subscriber's mistake");
    };
    subscribe("knowhow:event", mistake);
    onTestFinished(() => void unsubscribe("knowhow:event", mistake));
    let told = 0;
    const onEvent = () => {
      told += 1;
      throw new Error("a listener's mistake");
    };
    const session = await (await open().start({ onEvent })).session();
    const { inject } = await session.turn({ messages: [user("$pdf")] });
    expect(inject).toMatchObject([{ skill: "pdf" }]);
    expect(told).toBe(3);
    await new Promise(setImmediate);
    expect(caught).toHaveLength(3);
  });
});

describe("the tracing channels", () => {
  test.each(tracerSuite)("O2 $title", async ({ run }) => {
    await run(() => {
      const spans: unknown[] = [];
      for (const name of ["turn", "activate", "resource.read"] as const)
        listen(name, (phase, span) => void (phase === "asyncEnd" && spans.push(span)));
      return { tracer: channelTracer(), spans: () => spans };
    });
  });

  test("O2 tell of turns, activations and reads, the inner ones inside the outer ones", async () => {
    const heard: string[] = [];
    for (const name of ["turn", "activate", "resource.read"] as const)
      listen(name, (phase) => void heard.push(`${name} ${phase}`));
    const session = await (await open().start()).session();
    await session.turn({ messages: [user("$pdf")] });
    expect(heard).toEqual([
      "turn start",
      "turn end",
      "activate start",
      "activate end",
      "activate asyncStart",
      "activate asyncEnd",
      "turn asyncStart",
      "turn asyncEnd",
    ]);
    heard.length = 0;
    await session.call("skill_read", { name: "pdf", path: "notes.md" });
    expect(heard[0]).toBe("resource.read start");
  });

  test("O2 publish one object per span, without result or error", async () => {
    const spans = new Set<unknown>();
    listen("activate", (_phase, span) => void spans.add(span));
    const session = await (await open().start()).session();
    await session.call("skill_load", { name: "pdf" });
    expect([...spans]).toEqual([
      {
        name: "activate",
        attributes: {
          "skill.name": "pdf",
          "skill.version": expect.stringMatching(/^[0-9a-f]{16}$/),
          "skill.level": "project",
          "load.reason": "on_demand",
          "load.outcome": "loaded",
          "load.tokens": expect.any(Number),
        },
      },
    ]);
  });

  test("O2 publish a failure by its class and let it through", async () => {
    const heard: unknown[] = [];
    listen("turn", (phase, span) => void heard.push([phase, structuredClone(span)]));
    const tracer = channelTracer();
    const work = tracer.trace({ name: "turn", attributes: { turn: 1 } }, async (span) => {
      span.set({ "error.type": "TypeError" });
      throw new TypeError("secret");
    });
    await expect(work).rejects.toThrow("secret");
    expect(heard).toContainEqual([
      "error",
      { name: "turn", attributes: { turn: 1, "error.type": "TypeError" } },
    ]);
    expect(JSON.stringify(heard)).not.toContain("secret");
  });

  test("O2 bind a store to the span while the work runs", async () => {
    const store = new AsyncLocalStorage();
    const { start } = tracingChannel<unknown, object>("knowhow:turn");
    start.bindStore(store);
    onTestFinished(() => void start.unbindStore(store));
    const seen: unknown[] = [];
    const runtime = await open().start();
    const list = () => runtime.library.list();
    const match = () => {
      seen.push(store.getStore());
      return [];
    };
    await (await runtime.session({ matcher: { list, match } })).turn();
    expect(seen).toMatchObject([{ name: "turn" }]);
    expect(store.getStore()).toBeUndefined();
  });

  test("O2 a subscriber that throws breaks no turn", async () => {
    const caught = catchUncaught();
    listen("turn", () => {
      throw new Error("a subscriber's mistake");
    });
    const session = await (await open().start()).session();
    expect((await session.turn()).baseline).toContain("- pdf:");
    await new Promise(setImmediate);
    expect(caught.length).toBeGreaterThan(0);
  });

  test("O2 are active for a kind of span only while there is a subscriber", () => {
    const tracer = channelTracer();
    const turns = tracingChannel<unknown, object>("knowhow:turn");
    const heard = { error: () => undefined };
    expect(tracer.listens?.("turn")).toBe(false);
    turns.error.subscribe(heard.error);
    expect([tracer.listens?.("turn"), tracer.listens?.("activate")]).toEqual([true, false]);
    turns.error.unsubscribe(heard.error);
    expect(tracer.listens?.("turn")).toBe(false);
  });
});
