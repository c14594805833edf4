import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { stepDisk } from "../../../testing/step-disk.ts";
import type { JsonValue } from "../../basics/copy-json.ts";
import { KnowhowError } from "../../errors.ts";
import type { RunHandler } from "../../run.ts";
import {
  handler,
  phaseOf,
  queue,
  START,
  startOf,
  statusOf,
  until,
  whileWorking,
} from "../../testing/runs/runs-cases.ts";
import { runsSuite } from "../../testing/runs-suite.ts";
import { type WrittenTree, writeTree } from "../../testing/write-tree.ts";
import { type Disk, nodeDisk } from "../state/disk.ts";
import { fileRuns } from "./file-runs.ts";

let tree: WrittenTree;
beforeEach(() => {
  tree = writeTree();
});
afterEach(() => tree.remove());

/** A disk on which some records fit only by half. */
function diskWithoutSpace(isTooLarge: (data: string) => boolean): Disk {
  return {
    ...nodeDisk,
    open: async (...given) => {
      const file = await nodeDisk.open(...given);
      const writeNow = (data: string) => {
        if (!isTooLarge(data)) return file.writeNow(data);
        file.writeNow(data.slice(0, data.length / 2));
        throw Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
      };
      return { ...file, writeNow };
    },
  };
}

describe("X9 runs in files", () => {
  test.each(runsSuite)("X9 a folder of runs $title", ({ run }) =>
    run((clock) => ({
      open: () => fileRuns(tree.at("runs"), { now: () => clock.now, pollMs: 10 }),
      damage: (id) => writeFileSync(tree.at(`runs/${id}/journal.jsonl`), "half", { flag: "r+" }),
    })));

  test("X9 an execution that ends because the audit log cannot be written is not counted", async () => {
    let now = START;
    const runs = fileRuns(tree.at("runs"), { now: () => now, pollMs: 10 });
    await runs.start(startOf("a"));
    const unrecorded: RunHandler = async () => {
      throw new KnowhowError("audit.not-written", "the audit log cannot be written");
    };
    for (let count = 0; count < 6; count += 1) {
      await expect(runs.run("a", unrecorded)).rejects.toMatchObject({ code: "audit.not-written" });
      now += 60_000;
    }
    expect(await phaseOf(runs, "a")).toEqual(["queued", 0]);
  });

  test.each([
    ["a record of an unknown kind", (text: string) => `${text}{"kind":"future"}\n`],
    ["a later format", (text: string) => text.replace('"format":1', '"format":2')],
  ])("X9 a run with %s is of a newer version, not damaged", async (_, change) => {
    const runs = fileRuns(tree.at("runs"));
    await runs.start(startOf("a"));
    const path = tree.at("runs/a/journal.jsonl");
    writeFileSync(path, change(readFileSync(path, "utf8")));
    expect(await runs.damaged()).toMatchObject([{ id: "a", isNewer: true }]);
    await expect(runs.get("a")).rejects.toMatchObject({ code: "run.layout" });
  });

  test("X9 a write that an earlier version began is shown as interrupted", async () => {
    const { id, definition, inputs, startedAt } = startOf("a");
    const records = [
      { kind: "start", format: 1, id, definition, inputs, startedAt },
      { kind: "intent", key: "x" },
    ];
    tree.write({ "runs/a/journal.jsonl": records.map((record) => `${JSON.stringify(record)}\n`).join("") });
    chmodSync(tree.at("runs/a/journal.jsonl"), 0o600);
    expect(await phaseOf(fileRuns(tree.at("runs")), "a")).toEqual(["interrupted", 0]);
  });

  test("X9 a run whose file has the definition in its first record can still be read", async () => {
    const { id, definition, inputs, startedAt } = startOf("a");
    const records = [
      { kind: "start", format: 1, id, definition, inputs, startedAt },
      { kind: "step", key: "x", value: 1 },
    ];
    tree.write({ "runs/a/journal.jsonl": records.map((record) => `${JSON.stringify(record)}\n`).join("") });
    chmodSync(tree.at("runs/a/journal.jsonl"), 0o600);
    const runs = fileRuns(tree.at("runs"));
    expect(await runs.get("a")).toMatchObject({ id, definition, inputs });
    const ran: unknown[] = [];
    const result = await runs.run("a", async (run, durable) => {
      ran.push(await durable.step("x", () => 2));
      return { runId: run.id, skill: run.skill, status: "succeeded", steps: [] };
    });
    expect([result.status, ran]).toEqual(["succeeded", [1]]);
  });

  test("X9 a run that an earlier version stored belongs to the application of its folder, and is finished", async () => {
    const { definition, ...start } = startOf("a");
    const waiting = { step: "q", key: "q", kind: "approval", prompt: "?", token: "", digest: "" };
    const result = { runId: "a", skill: "s", status: "paused", steps: [], waiting };
    const records = [
      { kind: "start", format: 1, ...start },
      { kind: "definition", definition },
      { kind: "step", key: "x", value: 1 },
      { kind: "wait", key: "q", until: null },
      { kind: "result", result, at: START },
      { kind: "answer", key: "q", value: "yes" },
    ];
    tree.write({ "runs/a/journal.jsonl": records.map((record) => `${JSON.stringify(record)}\n`).join("") });
    chmodSync(tree.at("runs/a/journal.jsonl"), 0o600);
    expect(await fileRuns(tree.at("runs")).get("a")).toMatchObject({ application: "default", needs: [] });
    const runs = fileRuns(tree.at("runs"), { application: "knowhow", pollMs: 10 });
    expect(await runs.get("a")).toMatchObject({ application: "knowhow", phase: "queued", executions: 0 });
    const work = handler(async (durable) => [
      await durable.step("x", () => 2),
      await durable.wait("q", { kind: "approval" }),
    ]);
    await whileWorking(runs, work, { application: "knowhow" }, () =>
      until(async () => (await statusOf(runs, "a")) === "succeeded"),
    );
    expect((await runs.get("a"))?.result.output).toEqual([1, "yes"]);
  });

  test("X9 an execution that a full disk ended is not counted, and is tried again when there is space", async () => {
    let isFull = true;
    let now = START;
    const disk = diskWithoutSpace((data) => isFull && data.includes('"kind":"step"'));
    const runs = fileRuns(tree.at("runs"), { now: () => now, pollMs: 5, disk });
    await runs.start(startOf("a"));
    const seen: number[] = [];
    const work = handler((durable, _, { executions }) => {
      seen.push(executions);
      return durable.step("x", () => "text");
    });
    await expect(runs.run("a", work)).rejects.toMatchObject({ code: "state.disk-full" });
    const store: string[] = [];
    const onStore = (state: string) => void store.push(state);
    await whileWorking(runs, work, { onStore }, async () => {
      await until(() => {
        now += 1_000;
        return seen.length > 8;
      });
      isFull = false;
      await until(async () => {
        now += 1_000;
        return (await statusOf(runs, "a")) === "succeeded";
      });
      await until(() => store.length === 2);
    });
    expect(new Set(seen)).toEqual(new Set([1]));
    expect(store).toEqual(["lost", "restored"]);
  });

  test("X9 the file of a run that lacks the same thing again and again grows by a few bytes each time", async () => {
    const runs = fileRuns(tree.at("runs"));
    await runs.start(startOf("a"));
    const missing = [{ kind: "tool", name: "Mail", message: "m".repeat(1_000) }] as const;
    const lacks: RunHandler = async ({ id, skill }) => {
      return { runId: id, skill, status: "paused", steps: [], missing };
    };
    const sizes: number[] = [];
    for (let round = 0; round < 12; round += 1) {
      expect(await runs.run("a", lacks)).toMatchObject({ status: "paused", missing });
      expect(await phaseOf(runs, "a")).toEqual(["waiting", 0]);
      sizes.push(statSync(tree.at("runs/a/journal.jsonl")).size);
    }
    expect((sizes.at(-1) ?? 0) - (sizes[0] ?? 0)).toBeLessThan(1_000);
    expect((await runs.get("a"))?.result.missing).toEqual(missing);
  });

  test("X9 a worker reports that its folder cannot be read, and when it can be again", async () => {
    let isLost = false;
    const disk = stepDisk(({ call }) => {
      if (isLost && call === "stat") throw Object.assign(new Error("EIO"), { code: "EIO" });
    });
    const runs = fileRuns(tree.at("runs"), { pollMs: 5, disk });
    await queue(runs, "a");
    const store: unknown[] = [];
    const onStore = (state: string, error?: unknown) => void store.push([state, String(error)]);
    await whileWorking(
      runs,
      handler(async () => 1),
      { onStore },
      async () => {
        await until(async () => (await statusOf(runs, "a")) === "succeeded");
        expect(store).toEqual([]);
        isLost = true;
        await until(() => store.length === 1);
        isLost = false;
        await until(() => store.length === 2);
      },
    );
    expect(store).toEqual([
      ["lost", "Error: EIO"],
      ["restored", "undefined"],
    ]);
  });

  test("X9 a result that is not JSON is an execution without a result, not an error of the store", async () => {
    const runs = fileRuns(tree.at("runs"));
    await runs.start(startOf("a"));
    const circular: Record<string, JsonValue> = {};
    circular.self = circular;
    await expect(
      runs.run(
        "a",
        handler(async () => circular),
      ),
    ).rejects.toThrow(TypeError);
    expect(await phaseOf(runs, "a")).toEqual(["interrupted", 1]);
  });

  test("X9 a run without its definition is reported with the line that is wrong", async () => {
    const { definition: _, ...start } = startOf("a");
    const records = [
      { kind: "start", format: 1, ...start },
      { kind: "step", key: "x", value: 1 },
    ];
    tree.write({ "runs/a/journal.jsonl": records.map((record) => `${JSON.stringify(record)}\n`).join("") });
    chmodSync(tree.at("runs/a/journal.jsonl"), 0o600);
    await expect(fileRuns(tree.at("runs")).get("a")).rejects.toMatchObject({
      code: "state.log-broken",
      message: expect.stringContaining("journal.jsonl:2 is not a record of a run"),
    });
  });

  test("X9 nothing is left of a run that does not exist", async () => {
    const runs = fileRuns(tree.at("runs"));
    const ran = () => Promise.reject(new Error("ran"));
    for (const attempt of [
      () => runs.run("none", ran),
      () => runs.signal("none", "k", 1),
      () => runs.cancel("none", "why"),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: "run.unknown" });
    expect(existsSync(tree.at("runs/none"))).toBe(false);
  });
});
