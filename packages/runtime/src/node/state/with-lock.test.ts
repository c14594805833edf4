import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { hostname, uptime } from "node:os";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type StateChildren, stateChildren } from "../../../testing/state-children.ts";
import { stepDisk } from "../../../testing/step-disk.ts";
import { type WrittenTree, writeTree } from "../../testing/write-tree.ts";
import { nodeDisk } from "./disk.ts";
import { currentOwner, livenessOf } from "./process-owner.ts";
import { withLock } from "./with-lock.ts";

const linux = process.platform === "linux";
const GONE = "999999999";

/** What only Linux reports. */
const LINUX_ONLY: readonly [string, () => string][] = [
  ["whose process's number another process has now", () => owner({ 4: "1" })],
  ["from before the last restart", () => owner({ 1: "12345678" })],
];

let tree: WrittenTree;
let lock: string;
beforeEach(() => {
  tree = writeTree();
  lock = tree.at("locks/a.lock");
});
afterEach(() => tree.remove());

const left = (): readonly string[] => readdirSync(tree.at("locks"));
const nothing = async (): Promise<void> => undefined;

/** The owner of this process with some of its five parts replaced: host, boot, namespace, pid, start. */
function owner(parts: Readonly<Record<number, string>>): string {
  return currentOwner()
    .split("-")
    .map((part, index) => parts[index] ?? part)
    .join("-");
}

/** Leaves a lock as another process would. */
async function leaveLock(path: string, by: string): Promise<void> {
  const text = await withLock(path, async () => readFileSync(path, "utf8"));
  writeFileSync(path, JSON.stringify({ ...JSON.parse(text), owner: by, pid: 42, host: "elsewhere" }), {
    mode: 0o600,
  });
}

describe("a lock", () => {
  it("lets one in at a time, gives what the work gives, and leaves nothing", async () => {
    let inside = 0;
    const work = async (value: number) => {
      inside += 1;
      expect(inside).toBe(1);
      await new Promise((resolve) => setImmediate(resolve));
      inside -= 1;
      return value;
    };
    const values = Array.from({ length: 30 }, (_, index) => index);
    expect(await Promise.all(values.map((value) => withLock(lock, () => work(value))))).toEqual(values);
    expect(left()).toEqual([]);
  });

  it("is released when the work fails, and the work's error passes", async () => {
    const failure = new Error("broken");
    await expect(withLock(lock, () => Promise.reject(failure))).rejects.toBe(failure);
    expect(left()).toEqual([]);
    await withLock(lock, nothing);
  });

  it("that is held too long is reported with its holder and what to do", async () => {
    await withLock(lock, async () => {
      await expect(withLock(lock, nothing, { waitMs: 30 })).rejects.toMatchObject({
        code: "state.locked",
        message: expect.stringMatching(
          new RegExp(`^the lock ${lock} is held by process ${process.pid} on ${hostname()} since 20\\d\\d-`),
        ),
        hint: expect.stringContaining(`remove ${lock}`),
      });
    });
    expect(left()).toEqual([]);
  });

  it("can be given up while it is waited for, and before", async () => {
    const controller = new AbortController();
    await withLock(lock, async () => {
      const waiting = withLock(lock, nothing, { signal: controller.signal });
      setImmediate(() => controller.abort(new Error("enough")));
      await expect(waiting).rejects.toThrow("enough");
    });
    await expect(withLock(lock, nothing, { signal: controller.signal })).rejects.toThrow("enough");
    expect(left()).toEqual([]);
  });

  it("does not belong to who finds it removed and taken by another when it is released", async () => {
    await withLock(lock, async () => {
      await nodeDisk.unlink(lock);
      await leaveLock(`${lock}2`, currentOwner());
      await nodeDisk.rename(`${lock}2`, lock);
    });
    expect(existsSync(lock)).toBe(true);
  });

  it("works where there are no hard links", async () => {
    const link = async () => {
      throw Object.assign(new Error("EPERM"), { code: "EPERM", syscall: "link" });
    };
    const disk = { ...nodeDisk, link };
    await withLock(
      lock,
      () =>
        expect(withLock(lock, nothing, { waitMs: 30, disk })).rejects.toMatchObject({ code: "state.locked" }),
      { disk },
    );
    expect(left()).toEqual([]);
  });

  it.skipIf(process.platform === "win32")("T5 is refused in a folder that others can write", async () => {
    await withLock(lock, nothing);
    chmodSync(tree.at("locks"), 0o777);
    await expect(withLock(lock, nothing)).rejects.toMatchObject({ code: "state.not-private" });
  });
});

describe("a lock that was left", () => {
  it.each<[string, () => string]>([
    ["whose process is gone", () => owner({ 3: GONE })],
    ...(linux ? LINUX_ONLY : []),
  ])("is taken over: %s", async (_, by) => {
    await leaveLock(lock, by());
    expect(await withLock(lock, async () => "mine", { waitMs: 0 })).toBe("mine");
    expect(left()).toEqual([]);
  });

  it.each<[string, () => string]>([
    ["of a process that runs", () => owner({})],
    ["of another machine", () => owner({ 0: "12345678", 3: GONE })],
    ["of another container", () => owner({ 2: "1", 3: GONE })],
    ["of a writer that nobody knows", () => "nonsense"],
  ])("stays, and is reported: %s", async (_, by) => {
    await leaveLock(lock, by());
    await expect(withLock(lock, nothing, { waitMs: 30 })).rejects.toMatchObject({
      code: "state.locked",
      message: expect.stringContaining("held by process 42 on elsewhere since"),
    });
    expect(left()).toEqual(["a.lock"]);
  });

  it("without content is taken over only when it is older than the last restart", async () => {
    await withLock(lock, nothing);
    writeFileSync(lock, "", { mode: 0o600 });
    await expect(withLock(lock, nothing, { waitMs: 30 })).rejects.toMatchObject({
      message: expect.stringContaining("held by an unknown process"),
    });
    const before = Date.now() / 1000 - uptime() - 3600;
    utimesSync(lock, before, before);
    await withLock(lock, nothing, { waitMs: 0 });
    expect(left()).toEqual([]);
  });

  it("is taken over also when others were killed while they did so", async () => {
    const guards = [`${lock}.takeover`, `${lock}.takeover.takeover`];
    for (const paths of [[lock, ...guards], guards, guards.slice(1)]) {
      for (const path of paths) await leaveLock(path, owner({ 3: GONE }));
      await withLock(lock, nothing, { waitMs: 0 });
      expect(left()).toEqual([]);
    }
  });

  it("lets only one in, wherever one of two stops while both take it over", {
    timeout: 120_000,
  }, async () => {
    for (let stopAt = 1, isOver = false; !isOver; stopAt += 1) {
      await leaveLock(lock, owner({ 3: GONE }));
      let inside = 0;
      let calls = 0;
      const [stopped, resume, entered, leave] = [gate(), gate(), gate(), gate()];
      const disk = stepDisk(async () => {
        calls += 1;
        if (calls !== stopAt) return;
        stopped.open();
        await resume.opened;
      });
      const enter = async () => {
        inside += 1;
        expect(inside, `stopped before call ${stopAt}`).toBe(1);
        await new Promise((resolve) => setImmediate(resolve));
        inside -= 1;
      };
      const slow = withLock(lock, enter, { disk });
      await Promise.race([stopped.opened, slow]);
      isOver = calls < stopAt;
      const fast = withLock(
        lock,
        async () => {
          inside += 1;
          expect(inside, `stopped before call ${stopAt}`).toBe(1);
          entered.open();
          await leave.opened;
          inside -= 1;
        },
        { waitMs: 30 },
      ).catch((error) => {
        expect(error).toMatchObject({ code: "state.locked" });
        entered.open();
      });
      await entered.opened;
      resume.open();
      const seen = calls;
      const tries = (async () => {
        while (calls < seen + 40) await new Promise((resolve) => setImmediate(resolve));
      })();
      await Promise.race([tries, slow]);
      leave.open();
      await Promise.all([fast, slow]);
      calls = Number.POSITIVE_INFINITY;
      expect(left()).toEqual([]);
      if (isOver) expect(stopAt).toBeGreaterThan(25);
    }
  });
});

describe("the word for a process", () => {
  it("says of this process, and of one that runs, that it is alive", () => {
    expect(livenessOf(currentOwner())).toBe("alive");
  });

  it.skipIf(!linux)("reports a zombie process as gone", async () => {
    // The shell never asks for the end of its child, which so stays a zombie.
    const parent = spawn("sh", ["-c", "sleep 60 & echo $!; exec sleep 60"]);
    try {
      const [line] = await once(parent.stdout, "data");
      const pid = String(line).trim();
      const start = () =>
        readFileSync(`/proc/${pid}/stat`, "utf8")
          .replace(/^.*\) /s, "")
          .split(" ");
      const word = owner({ 3: pid, 4: start()[19] ?? "" });
      expect(livenessOf(word)).toBe("alive");
      process.kill(Number(pid), "SIGKILL");
      while (start()[0] !== "Z") await new Promise((resolve) => setImmediate(resolve));
      expect(livenessOf(word)).toBe("gone");
    } finally {
      parent.kill("SIGKILL");
    }
  });
});

describe("real processes", { timeout: 120_000 }, () => {
  let children: StateChildren;
  beforeAll(async () => {
    children = await stateChildren();
  });
  afterAll(() => children.remove());

  it("one that is killed before any of its system calls blocks no other, and its leftovers are removed", async () => {
    const task = { kind: "lock", path: lock, marker: tree.at("marker") } as const;
    const steps = await children.killAtEveryStep(
      () => ({ task }),
      async (killAt) => {
        await withLock(lock, nothing, { waitMs: 0 });
        expect(left(), `killed before call ${killAt}`).toEqual([]);
      },
    );
    expect(steps).toBeGreaterThan(8);
  });

  it("are never inside together, although some are killed at every point", async () => {
    const task = { kind: "lock", path: lock, marker: tree.at("marker") } as const;
    const killed = [3, 8, 9, 11, 14, 16, 40, 77, 101].map((killAt) =>
      children.start({ task, times: 100, killAt }),
    );
    const whole = [1, 2, 3].map(() => children.start({ task, times: 60 }));
    const ended = await Promise.all([...killed, ...whole].map((child) => child.ended));
    expect(ended.map(({ stderr }) => stderr).join("")).toBe("");
    expect(ended.slice(0, killed.length).map(({ signal }) => signal)).toEqual(killed.map(() => "SIGKILL"));
    expect(ended.slice(killed.length).map(({ done }) => done)).toEqual([60, 60, 60]);
    await withLock(lock, nothing, { waitMs: 0 });
    expect(left()).toEqual([]);
  });
});

function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}
