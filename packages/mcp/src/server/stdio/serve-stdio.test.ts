import { PassThrough } from "node:stream";
import type { NodeRuntimeOptions } from "@knowhow/runtime/node";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openWorkshop, skillMd, type Workshop } from "../../../../runtime/src/testing/workshop.ts";
import { createSkillServer } from "../create-skill-server.ts";
import { serveSkillsOverStdio } from "./serve-stdio.ts";

let workshop: Workshop;
beforeEach(() => {
  workshop = openWorkshop({ "work/.agents/skills/pdf/SKILL.md": skillMd({ name: "pdf", description: "x" }) });
});
afterEach(() => {
  vi.useRealTimers();
  workshop.close();
});

/** Holds the clock that limits how long a server waits; everything else goes on. */
const holdClock = () => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });

/** Lets the event loop turn until something is true. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

/** Lets the event loop turn until a number stays the same for many turns. */
async function settled(measure: () => number): Promise<number> {
  let last = measure();
  for (let same = 0; same < 200; ) {
    await new Promise((resolve) => setImmediate(resolve));
    same = measure() === last ? same + 1 : 0;
    last = measure();
  }
  return last;
}

async function open(options: NodeRuntimeOptions = {}) {
  const pipes = { input: new PassThrough(), output: new PassThrough() };
  const errors: Error[] = [];
  const skills = createSkillServer(await workshop.start(options), { watch: false });
  const serving = serveSkillsOverStdio(skills, pipes, (error) => errors.push(error));
  const answers: string[] = [];
  pipes.output.on("data", (chunk) => answers.push(...String(chunk).split("\n").filter(Boolean)));
  return { ...pipes, serving, answers, errors };
}

const PING = '{"jsonrpc":"2.0","id":7,"method":"ping"}\n';

const INITIALIZE = `${JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "x", version: "1" } },
})}\n`;

const call = (id: number, name: string) =>
  `${JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name: "skill_load", arguments: { name } } })}\n`;

describe("serving over stdio", () => {
  it("S10 ends when the client closes its end", async () => {
    const { input, serving } = await open();
    input.end();
    await serving.ended;
    await serving.close();
  });

  it("S10 answers what was asked before the client closed its end, be it much", async () => {
    const { input, answers, serving } = await open();
    holdClock();
    const ids = Array.from({ length: 500 }, (_, at) => at + 2);
    input.end(`${INITIALIZE}${ids.map((id) => call(id, "pdf")).join("")}`);
    await serving.ended;
    await serving.close();
    expect(answers.flatMap((line) => JSON.parse(line).id ?? []).sort((a, b) => a - b)).toEqual([1, ...ids]);
  });

  it("S10 stops reading while a client does not read its answers, and resumes when it does", async () => {
    const input = new PassThrough();
    const output = new PassThrough({ highWaterMark: 1 });
    const skills = createSkillServer(await workshop.start(), { watch: false });
    const serving = serveSkillsOverStdio(skills, { input, output });
    const ids = Array.from({ length: 8_000 }, (_, at) => at + 2);
    const params = { _meta: { padding: "x".repeat(1_000) } };
    const ping = (id: number) => `${JSON.stringify({ jsonrpc: "2.0", id, method: "ping", params })}\n`;
    input.write(INITIALIZE);
    for (const id of ids) input.write(ping(id));
    expect(await settled(() => input.readableLength + input.writableLength)).toBeGreaterThan(100_000);
    let answers = "";
    output.on("data", (chunk) => {
      answers += chunk;
    });
    await expect.poll(() => answers.split("\n").length - 1, { timeout: 10_000 }).toBe(ids.length + 1);
    await serving.close();
  });

  it("S10 ends although its client reads nothing any more", async () => {
    const input = new PassThrough();
    const output = new PassThrough({ highWaterMark: 1 });
    const skills = createSkillServer(await workshop.start(), { watch: false });
    holdClock();
    const serving = serveSkillsOverStdio(skills, { input, output });
    input.end(`${INITIALIZE}${PING.repeat(3)}`);
    await until(() => vi.getTimerCount() === 1);
    await vi.advanceTimersByTimeAsync(1_500);
    await serving.ended;
    await serving.close();
  });

  it("S10 waits for slow answers as long as others are given, and ends after 1.5 seconds without one", async () => {
    workshop.write({ "work/.agents/skills/csv/SKILL.md": skillMd({ name: "csv", description: "x" }) });
    let release = () => {};
    const gates: Record<string, Promise<void>> = {
      pdf: new Promise((resolve) => {
        release = resolve;
      }),
      csv: new Promise(() => {}),
    };
    const { input, answers, serving } = await open({
      admit: [({ skill }) => gates[skill.name]?.then(() => ({ admitted: true })) ?? { admitted: true }],
    });
    holdClock();
    let hasEnded = false;
    const ended = serving.ended.then(() => {
      hasEnded = true;
    });
    input.end(`${INITIALIZE}${call(2, "pdf")}${call(3, "csv")}`);
    await until(() => answers.length > 0 && vi.getTimerCount() === 1);
    await vi.advanceTimersByTimeAsync(1_499);
    release();
    const ids = () => answers.flatMap((line) => JSON.parse(line).id ?? []);
    await until(() => ids().length === 2);
    await vi.advanceTimersByTimeAsync(1_500);
    expect(hasEnded).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await ended;
    await serving.close();
    expect(ids()).toEqual([1, 2]);
  });

  it("S10 ends when a message is too long", async () => {
    const { input, serving } = await open();
    input.write("x".repeat(5 * 1024 * 1024));
    await serving.ended;
    await serving.close();
  });

  it("S10 writes nothing but the protocol, also when a line is nonsense", async () => {
    const { input, answers, serving } = await open();
    input.write("nonsense\n");
    input.write(PING);
    await expect.poll(() => answers.length).toBe(1);
    expect(JSON.parse(answers[0] ?? "")).toEqual({ jsonrpc: "2.0", id: 7, result: {} });
    await serving.close();
  });

  it("S10 does not keep a message without an end", async () => {
    const { input, errors, serving } = await open();
    input.write("x".repeat(5 * 1024 * 1024));
    await expect.poll(() => errors.length).toBeGreaterThan(0);
    await serving.close();
  });
});
