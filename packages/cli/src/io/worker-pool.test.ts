import { pathToFileURL } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { writeTree } from "../../../runtime/src/testing/write-tree.ts";
import { openWorkerPool } from "./worker-pool.ts";

/** A pool whose threads double numbers, fail for 13 and end for 0; each answer says which thread gave it. */
function open(size: number) {
  const tree = writeTree({
    "double.mjs": `import { parentPort, threadId } from "node:worker_threads";
      parentPort.on("message", ({ id, question }) => {
        if (question === 0) process.exit();
        if (question === 13) parentPort.postMessage({ id, error: "thirteen" });
        else if (question !== -1) parentPort.postMessage({ id, answer: { twice: question * 2, threadId } });
      });`,
  });
  onTestFinished(tree.remove);
  const pool = openWorkerPool<number, { twice: number; threadId: number }>(
    pathToFileURL(tree.at("double.mjs")),
    size,
  );
  onTestFinished(pool.close);
  return pool;
}

describe("a pool of threads", () => {
  it("answers every question, and lets all threads work", async () => {
    const pool = open(2);
    const answers = await Promise.all([1, 2, 3, 4].map(pool.ask));
    expect(answers.map(({ twice }) => twice)).toEqual([2, 4, 6, 8]);
    expect(new Set(answers.map(({ threadId }) => threadId)).size).toBe(2);
  });

  it("rejects a question that cannot be answered, and answers the next one", async () => {
    const pool = open(1);
    await expect(pool.ask(13)).rejects.toThrow("thirteen");
    expect(await pool.ask(5)).toMatchObject({ twice: 10 });
  });

  it("rejects what a thread was asked that ends, now and later", async () => {
    const pool = open(1);
    const unanswered = [pool.ask(-1), pool.ask(0)];
    for (const question of unanswered) await expect(question).rejects.toThrow("before it answered");
    await expect(pool.ask(5)).rejects.toThrow("before it answered");
  });

  it("rejects what is unanswered when it is closed", async () => {
    const pool = open(2);
    const unanswered = pool.ask(-1);
    const refused = expect(unanswered).rejects.toThrow("before it answered");
    await pool.close();
    await refused;
  });
});
