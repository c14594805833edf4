import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type CgroupPlace, openCgroup } from "./open-cgroup.ts";

const LIMITS = { memoryMb: 64, processes: 7 };

describe("X10 control groups", () => {
  let mount = "";
  beforeEach(() => {
    mount = mkdtempSync(join(tmpdir(), "knowhow-cgroup-"));
  });
  afterEach(() => rmSync(mount, { recursive: true, force: true }));

  /** A directory that behaves like a mounted hierarchy: new groups have files at once, and can be removed with them. */
  const place = (own: string, files: readonly string[], parents: readonly string[]): CgroupPlace => {
    for (const parent of parents) mkdirSync(join(mount, parent), { recursive: true });
    return {
      mount,
      own,
      make: (path) => {
        mkdirSync(path);
        for (const file of files) writeFileSync(join(path, file), "");
      },
      remove: (path) => rmSync(path, { recursive: true }),
    };
  };
  const groups = (parent: string) =>
    readdirSync(join(mount, parent)).filter((name) => name.startsWith("knowhow-"));

  test("X10 of the unified hierarchy limit memory and processes in one group, and a process is moved into it", async () => {
    const files = ["memory.max", "pids.max", "cgroup.procs"];
    const group = openCgroup(LIMITS, place("0::/user.slice/app\n", files, ["user.slice/app"]));
    expect(group.limits).toEqual({ memory: true, processes: true });
    expect(group.doors).toEqual([]);
    const [name = "", ...others] = groups("user.slice/app");
    expect(others).toEqual([]);
    group.enter(4321);
    const read = (file: string) => readFileSync(join(mount, "user.slice/app", name, file), "utf8");
    expect([read("memory.max"), read("pids.max"), read("cgroup.procs")]).toEqual(["67108864", "7", "4321"]);
    await group.close();
    expect(groups("user.slice/app")).toEqual([]);
  });

  test("X10 of the unified hierarchy without controllers limit nothing, and nothing enters them", async () => {
    const group = openCgroup(LIMITS, place("0::/\n", ["cgroup.procs"], []));
    expect(group.limits).toEqual({ memory: false, processes: false });
    group.enter(4321);
    const [name = ""] = groups("");
    expect(readFileSync(join(mount, name, "cgroup.procs"), "utf8")).toBe("");
    await group.close();
    expect(groups("")).toEqual([]);
  });

  test("X10 of separate hierarchies are entered by the process itself", async () => {
    const own = "9:name=systemd:/\n8:pids:/\n4:memory:/box\n0::/\n";
    const files = ["memory.limit_in_bytes", "pids.max", "tasks", "cgroup.procs"];
    const group = openCgroup(LIMITS, place(own, files, ["memory/box", "pids"]));
    expect(group.limits).toEqual({ memory: true, processes: true });
    const [memory = ""] = groups("memory/box");
    expect(group.doors).toEqual([
      join(mount, "memory/box", memory, "tasks"),
      join(mount, "pids", memory, "tasks"),
    ]);
    group.enter(4321);
    expect(readFileSync(join(mount, "pids", memory, "cgroup.procs"), "utf8")).toBe("");
    await group.close();
    expect(existsSync(join(mount, "pids", memory))).toBe(false);
  });

  test("X10 limit nothing where a process may not make them", async () => {
    const refused = { ...place("0::/\n", [], []), make: () => expect.fail("EACCES") };
    const group = openCgroup(LIMITS, refused);
    expect(group).toMatchObject({ limits: { memory: false, processes: false }, doors: [] });
    group.enter(4321);
    await group.close();
  });
});
