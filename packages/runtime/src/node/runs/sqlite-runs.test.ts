import { statSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { KILLED, killedHandler } from "../../../testing/run-task.ts";
import { runsSuite } from "../../testing/runs-suite.ts";
import { type WrittenTree, writeTree } from "../../testing/write-tree.ts";
import { openSqlite } from "./sqlite-database.ts";
import { sqliteRuns } from "./sqlite-runs.ts";

let tree: WrittenTree;
beforeEach(() => {
  tree = writeTree();
});
afterEach(() => tree.remove());

describe("X9 runs in SQLite, of Node or of libsql", () => {
  test.each(runsSuite)("X9 a database of runs $title", ({ run }) =>
    run((clock) => ({ open: () => sqliteRuns(tree.at("runs.db"), { now: () => clock.now, pollMs: 10 }) })));

  test("X9 a run whose process is gone is taken over when its lease ends, and the first process can store nothing", async () => {
    const [first, second] = [1, 15_000].map((leaseMs) => sqliteRuns(tree.at("runs.db"), { leaseMs }));
    await first?.start({ id: "r", definition: KILLED, inputs: {}, startedAt: 1 });
    let goOn = () => {};
    const stopped = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let isInside = false;
    const slow = first?.run("r", async (run, durable, signal) => {
      isInside = true;
      await stopped;
      return killedHandler(tree.at("slow.calls"))(run, durable, signal);
    });
    await expect.poll(() => isInside).toBe(true);
    // A lease of one millisecond ends at once, as that of a process that was stopped for long.
    const settled = expect(slow).rejects.toMatchObject({ code: "run.busy" });
    await expect
      .poll(() =>
        second?.run("r", killedHandler(tree.at("calls"))).then(
          ({ status }) => status,
          () => "busy",
        ),
      )
      .toBe("succeeded");
    goOn();
    await settled;
    expect((await second?.get("r"))?.result.status).toBe("succeeded");
  });

  test.skipIf(process.platform === "win32")(
    "T5 the database can be read and written by the user alone",
    async () => {
      const runs = sqliteRuns(tree.at("db/runs.db"));
      await runs.start({ id: "r", definition: KILLED, inputs: {}, startedAt: 1 });
      const modes = ["", "/runs.db", "/runs.db-wal"].map(
        (path) => statSync(tree.at(`db${path}`)).mode & 0o777,
      );
      expect(modes).toEqual([0o700, 0o600, 0o600]);
    },
  );
});

test("X9 without SQLite in Node and without libsql, a database file is refused with the way to go on", async () => {
  await expect(openSqlite(tree.at("runs.db"), async () => undefined)).rejects.toMatchObject({
    code: "run.no-sqlite",
    hint: expect.stringContaining("npm install libsql"),
  });
});
