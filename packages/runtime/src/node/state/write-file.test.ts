import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type StateChildren, stateChildren } from "../../../testing/state-children.ts";
import { failingDisk, stepDisk, stepsOf } from "../../../testing/step-disk.ts";
import { type WrittenTree, writeTree } from "../../testing/write-tree.ts";
import type { Disk } from "./disk.ts";
import { temporaryPath } from "./temporary-files.ts";
import { type WriteFileOptions, writeFileAtomic } from "./write-file.ts";

const isRoot = process.getuid?.() === 0;
const posix = process.platform !== "win32";
/** Long enough that half of it is not mistaken for all of it. */
const OLD = "old ".repeat(2_000);
const NEW = "new ".repeat(3_000);

let tree: WrittenTree;
beforeEach(() => {
  tree = writeTree({ "state/file": OLD });
  chmodSync(tree.at("state"), 0o700);
});
afterEach(() => tree.remove());

/** What a file holds, in one word; undefined when it is not there. */
function content(path = "state/file"): "old" | "new" | "other" | undefined {
  if (!existsSync(tree.at(path))) return undefined;
  const text = readFileSync(tree.at(path), "utf8");
  return text === OLD ? "old" : text === NEW ? "new" : "other";
}
const names = (): readonly string[] => readdirSync(tree.at("state"));

describe("writing a file", () => {
  it("replaces the content and leaves nothing beside it", async () => {
    expect(await writeFileAtomic(tree.at("state/file"), NEW)).toBe(true);
    expect(await writeFileAtomic(tree.at("state/bytes"), new Uint8Array([1, 2]))).toBe(true);
    expect(content()).toBe("new");
    expect([...readFileSync(tree.at("state/bytes"))]).toEqual([1, 2]);
    expect(names()).toEqual(["bytes", "file"]);
  });

  it.skipIf(!posix)(
    "gives a new file what the umask leaves, 0600 when private, or exactly the mode",
    async () => {
      const modeOf = async (options: WriteFileOptions) => {
        const path = tree.at(`state/new${JSON.stringify(options).replaceAll(/\W/g, "")}`);
        await writeFileAtomic(path, NEW, options);
        return statSync(path).mode & 0o7777;
      };
      const before = process.umask(0o027);
      try {
        expect(await modeOf({})).toBe(0o640);
        expect(await modeOf({ private: true })).toBe(0o600);
        expect(await modeOf({ mode: 0o666 })).toBe(0o666);
        expect(await modeOf({ private: true, mode: 0o400 })).toBe(0o400);
      } finally {
        process.umask(before);
      }
    },
  );

  it.skipIf(!posix)("keeps the mode of the file it replaces only when asked to", async () => {
    chmodSync(tree.at("state/file"), 0o641);
    await writeFileAtomic(tree.at("state/file"), NEW, { keep: true, mode: 0o600 });
    expect(statSync(tree.at("state/file")).mode & 0o777).toBe(0o641);
    await writeFileAtomic(tree.at("state/file"), NEW, { mode: 0o600 });
    expect(statSync(tree.at("state/file")).mode & 0o777).toBe(0o600);
    await writeFileAtomic(tree.at("state/other"), NEW, { keep: true, mode: 0o604 });
    expect(statSync(tree.at("state/other")).mode & 0o777).toBe(0o604);
  });

  it.skipIf(!isRoot)("keeps the owner of the file it replaces (needs the superuser)", async () => {
    chownSync(tree.at("state/file"), 4711, 4712);
    await writeFileAtomic(tree.at("state/file"), NEW, { keep: true });
    expect(statSync(tree.at("state/file"))).toMatchObject({ uid: 4711, gid: 4712 });
  });

  it("shows others nothing of a file before its mode is the final one", async () => {
    const modes: number[] = [];
    const disk = stepDisk(() => {
      for (const name of names())
        if (name.endsWith(".tmp")) modes.push(statSync(tree.at(`state/${name}`)).mode & 0o777);
    });
    await writeFileAtomic(tree.at("state/file"), NEW, { mode: 0o400, sync: true, disk });
    expect(new Set(modes)).toEqual(posix ? new Set([0o600, 0o400]) : expect.anything());
  });

  it("replaces a link and leaves alone what it leads to", async () => {
    symlinkSync("file", tree.at("state/link"));
    await writeFileAtomic(tree.at("state/link"), NEW, { private: true });
    expect(lstatSync(tree.at("state/link")).isFile()).toBe(true);
    expect(content("state/link")).toBe("new");
    expect(content()).toBe("old");
  });

  it("leaves everything as it was when the last question is answered with no", async () => {
    const seen: unknown[] = [];
    const confirm = async () => {
      seen.push(content());
      return false;
    };
    expect(await writeFileAtomic(tree.at("state/file"), NEW, { confirm })).toBe(false);
    expect(seen).toEqual(["old"]);
    expect(names()).toEqual(["file"]);
    expect(content()).toBe("old");
  });

  it("waits for the disk only when asked to: for the content before the name, and for the name after it", async () => {
    const callsWith = (options: WriteFileOptions) =>
      stepsOf((disk) => writeFileAtomic(tree.at("state/a/b/file"), NEW, { ...options, disk }));
    expect(await callsWith({ makeFolders: true })).not.toContain("sync");
    rmSync(tree.at("state/a"), { recursive: true });
    expect((await callsWith({ private: true, sync: true })).join(" ")).toBe(
      // Two folders are made, and each is a name in the one above it.
      "mkdir open sync close open sync close lstat list open write sync close rename open sync close",
    );
  });

  it("makes missing folders only when asked to, and removes them again when it fails", async () => {
    const write = (folder: string, disk: Disk) =>
      writeFileAtomic(tree.at(`state/${folder}/b/file`), NEW, { makeFolders: true, disk });
    await expect(writeFileAtomic(tree.at("state/a/b/file"), NEW)).rejects.toMatchObject({ code: "ENOENT" });
    const calls = await stepsOf((disk) => write("a", disk));
    expect(content("state/a/b/file")).toBe("new");
    for (const call of ["mkdir", "open", "write", "close", "rename"]) {
      await expect(write(call, failingDisk(calls.indexOf(call) + 1, "ENOSPC"))).rejects.toThrow(call);
      expect(names()).toEqual(["a", "file"]);
    }
  });
});

describe("writing a file that must not exist", () => {
  it("T5 refuses a file, a folder and a link of this name, also one that leads nowhere", async () => {
    mkdirSync(tree.at("state/folder"));
    symlinkSync("nowhere", tree.at("state/link"));
    for (const name of ["file", "folder", "link"]) {
      await expect(writeFileAtomic(tree.at(`state/${name}`), NEW, { exclusive: true })).rejects.toMatchObject(
        {
          code: "EEXIST",
        },
      );
    }
    expect(content()).toBe("old");
    expect(existsSync(tree.at("state/nowhere"))).toBe(false);
    expect(names()).toEqual(["file", "folder", "link"]);
  });

  it("works where there are no hard links", async () => {
    const disk = withoutLinks();
    await writeFileAtomic(tree.at("state/new"), NEW, { exclusive: true, disk });
    expect(content("state/new")).toBe("new");
    await expect(
      writeFileAtomic(tree.at("state/file"), NEW, { exclusive: true, disk }),
    ).rejects.toMatchObject({ code: "EEXIST" });
    expect(content()).toBe("old");
    expect(names()).toEqual(["file", "new"]);
  });

  it("lets exactly one of many writers win", async () => {
    const all = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        writeFileAtomic(tree.at("state/new"), String(index), { exclusive: true }),
      ),
    );
    const winners = all.flatMap(({ status }, index) => (status === "fulfilled" ? [String(index)] : []));
    expect(winners).toEqual([readFileSync(tree.at("state/new"), "utf8")]);
  });
});

describe.skipIf(!posix)("a private file", () => {
  it("T5 is in folders that only the user can enter", async () => {
    await writeFileAtomic(tree.at("state/a/b/file"), NEW, { private: true });
    for (const folder of ["state/a", "state/a/b"]) expect(statSync(tree.at(folder)).mode & 0o777).toBe(0o700);
  });

  it.each(["770", "702", "777", "1777"])("T5 is not written into a folder of mode %s", async (mode) => {
    chmodSync(tree.at("state"), Number.parseInt(mode, 8));
    await expect(writeFileAtomic(tree.at("state/file"), NEW, { private: true })).rejects.toMatchObject({
      code: "state.not-private",
      message: `${tree.at("state")} can be written by other users`,
      hint: expect.stringContaining("chmod go-w"),
    });
    expect(content()).toBe("old");
    chmodSync(tree.at("state"), 0o755);
    await writeFileAtomic(tree.at("state/file"), NEW, { private: true });
    expect(content()).toBe("new");
  });

  it.skipIf(!isRoot)("T5 is not written into a folder of another user (needs the superuser)", async () => {
    chownSync(tree.at("state"), 4711, 4711);
    await expect(writeFileAtomic(tree.at("state/file"), NEW, { private: true })).rejects.toMatchObject({
      code: "state.not-private",
      message: `${tree.at("state")} belongs to another user`,
    });
    expect(content()).toBe("old");
  });

  it.skipIf(!isRoot)(
    "T5 is not written through a link that another user put there (needs the superuser)",
    async () => {
      symlinkSync("state", tree.at("link"));
      await writeFileAtomic(tree.at("link/file"), NEW, { private: true });
      expect(content()).toBe("new");
      spawnSync("chown", ["-h", "4711", tree.at("link")]);
      await expect(writeFileAtomic(tree.at("link/file"), OLD, { private: true })).rejects.toMatchObject({
        code: "state.not-private",
      });
      expect(content()).toBe("new");
    },
  );

  it("is not written where a file is in place of the folder", async () => {
    await expect(writeFileAtomic(tree.at("state/file/x"), NEW, { private: true })).rejects.toMatchObject({
      code: "state.not-private",
    });
  });
});

const WAYS: readonly (readonly [string, WriteFileOptions])[] = [
  ["replaced", { private: true, sync: true, keep: true, mode: 0o600 }],
  ["replaced, in plain", { confirm: async () => true }],
  ["made", { private: true, sync: true, exclusive: true }],
  ["made without hard links", { exclusive: true }],
];

describe("a failure of the disk", () => {
  it.each(WAYS)("at any call leaves what was there, or the new content: %s", async (way, options) => {
    const before = options.exclusive === true ? undefined : "old";
    const on = (disk: Disk) => (way.endsWith("links") ? withoutLinks(disk) : disk);
    const write = (name: string, disk: Disk) => {
      if (before === "old") writeFileSync(tree.at(name), OLD);
      return writeFileAtomic(tree.at(name), NEW, { ...options, disk: on(disk) });
    };
    const calls = await stepsOf((disk) => write("state/first", disk));
    expect(calls).toEqual(expect.arrayContaining(["open", "write", "close"]));
    for (const [index, call] of calls.entries()) {
      const name = `state/${index}`;
      const failed = await write(name, failingDisk(index + 1, "ENOSPC")).then(
        () => false,
        () => true,
      );
      expect(failed ? [before, "new"] : ["new"], `call ${index + 1}, ${call}`).toContain(content(name));
      // A temporary file that could not be removed is the only thing that may be left.
      const left = names().filter((each) => each.endsWith(".tmp"));
      expect(left.length, `call ${index + 1}, ${call}`).toBe(call === "unlink" ? 1 : 0);
      for (const each of left) unlinkSync(tree.at(`state/${each}`));
    }
  });

  it("that lasts loses nothing", async () => {
    const calls = await stepsOf((disk) =>
      writeFileAtomic(tree.at("state/file"), NEW, { private: true, disk }),
    );
    for (let at = 1; at <= calls.length; at += 1) {
      writeFileSync(tree.at("state/file"), OLD);
      const disk = failingDisk(at, "EIO", { once: false });
      await writeFileAtomic(tree.at("state/file"), NEW, { private: true, disk }).catch(() => undefined);
      expect(["old", "new"]).toContain(content());
    }
  });

  it("that is named EROFS is passed on", async () => {
    const calls = await stepsOf((disk) => writeFileAtomic(tree.at("state/first"), NEW, { disk }));
    const disk = failingDisk(calls.indexOf("open") + 1, "EROFS");
    await expect(writeFileAtomic(tree.at("state/file"), NEW, { disk })).rejects.toMatchObject({
      code: "EROFS",
    });
    expect(content()).toBe("old");
  });
});

describe("what a killed writer left", () => {
  it("is removed by the next write in the folder, whatever file it is about; what others write stays", async () => {
    const running = temporaryPath(tree.at("state"));
    const killed = running.replace(`-${process.pid}-`, "-999999999-");
    const [young, old] = ["1", "2"].map((digit) =>
      killed.replace(/knowhow-\w{8}/, `knowhow-0000000${digit}`),
    );
    for (const path of [running, killed, young, old]) writeFileSync(path ?? "", "half");
    const longAgo = Date.now() / 1000 - 25 * 60 * 60;
    utimesSync(old ?? "", longAgo, longAgo);
    await writeFileAtomic(tree.at("state/other"), NEW);
    expect([running, killed, young, old].map((path) => existsSync(path ?? ""))).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });
});

describe("real processes", { timeout: 120_000 }, () => {
  let children: StateChildren;
  beforeAll(async () => {
    children = await stateChildren();
  });
  afterAll(() => children.remove());

  it.each([
    ["replaces a file", "file", false],
    ["makes a file", "new", true],
  ])("one that is killed before any of its system calls, while it %s, leaves the old content or the new one", async (_, name, exclusive) => {
    const path = tree.at(`state/${name}`);
    const before = exclusive ? undefined : "old";
    const seen = new Set<unknown>();
    const steps = await children.killAtEveryStep(
      () => {
        if (exclusive) rmSync(path, { force: true });
        else writeFileSync(path, OLD, { mode: 0o600 });
        return { task: { kind: "write", path, data: NEW, exclusive } };
      },
      async (killAt) => {
        const now = content(`state/${name}`);
        seen.add(now);
        expect([before, "new"], `killed before call ${killAt}`).toContain(now);
        await writeFileAtomic(tree.at("state/next"), NEW, { private: true });
        expect(
          names().filter((each) => each.endsWith(".tmp")),
          `killed before call ${killAt}`,
        ).toEqual([]);
      },
    );
    expect(steps).toBeGreaterThan(8);
    expect(seen).toEqual(new Set([before, "new"]));
  });

  it("that write one file at the same time, some of them killed on the way, never show half of it", async () => {
    const path = tree.at("state/file");
    const texts = ["a", "b", "c"].map((letter) => letter.repeat(50_000));
    const running = texts.map((data) => children.start({ task: { kind: "write", path, data }, times: 200 }));
    let isOver = false;
    const seen = new Set<string>();
    const reading = (async () => {
      while (!isOver) {
        seen.add(readFileSync(path, "utf8"));
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    await running[0]?.reaches(20);
    running[0]?.process.kill("SIGKILL");
    const ended = await Promise.all(running.map((child) => child.ended));
    isOver = true;
    await reading;
    expect(ended.slice(1)).toEqual([
      { code: 0, signal: null, done: 200, stderr: "" },
      { code: 0, signal: null, done: 200, stderr: "" },
    ]);
    expect([...seen].filter((text) => text !== OLD && !texts.includes(text)).length).toBe(0);
    await writeFileAtomic(path, NEW);
    expect(names()).toEqual(["file"]);
  });

  it.skipIf(!isRoot)("that may not write there change nothing (needs the superuser)", async () => {
    for (const path of [tree.root, tree.at("state"), tree.at("state/file")]) chownSync(path, 4711, 4711);
    chmodSync(tree.at("state"), 0o500);
    const task = { kind: "write", path: tree.at("state/file"), data: NEW } as const;
    const { code, stderr } = await children.start({ task, user: 4711 }).ended;
    expect(code).toBe(1);
    expect(stderr).toContain("EACCES");
    expect(content()).toBe("old");
    chmodSync(tree.at("state"), 0o700);
    expect((await children.start({ task, user: 4711 }).ended).code).toBe(0);
    expect(content()).toBe("new");
  });

  it("keep the old content when the disk is full", async ({ skip }) => {
    mkdirSync(tree.at("disk"), { mode: 0o700 });
    const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=64k,mode=700", "none", tree.at("disk")]);
    skip(mounted.status !== 0, "no file system can be mounted here");
    try {
      const path = tree.at("disk/file");
      writeFileSync(path, OLD, { mode: 0o600 });
      const task = { kind: "write", path, data: "x".repeat(100_000) } as const;
      const { code, stderr } = await children.start({ task }).ended;
      expect([code, /ENOSPC/.test(stderr)]).toEqual([1, true]);
      expect(content("disk/file")).toBe("old");
      expect(readdirSync(tree.at("disk"))).toEqual(["file"]);
      expect((await children.start({ task: { ...task, data: NEW } }).ended).code).toBe(0);
      expect(content("disk/file")).toBe("new");
    } finally {
      spawnSync("umount", [tree.at("disk")]);
    }
  });
});

/** A disk whose file system has no hard links. */
function withoutLinks(disk?: Disk): Disk {
  const inner = disk ?? stepDisk(() => undefined);
  return {
    ...inner,
    link: async () => {
      throw Object.assign(new Error("EPERM: operation not permitted, link"), {
        code: "EPERM",
        syscall: "link",
      });
    },
  };
}
