import { execFileSync } from "node:child_process";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { WatchHandle } from "../../ports.ts";
import { type WatcherUnderTest, watcherSuite } from "../../testing/watcher-suite.ts";
import { type WrittenTree, writeTree } from "../../testing/write-tree.ts";
import { type NodeWatcherOptions, nodeWatcher } from "./node-watcher.ts";

let tree: WrittenTree;
let handle: WatchHandle | undefined;
let changes = 0;

beforeEach(() => {
  changes = 0;
  tree = writeTree({ "root/a/SKILL.md": "one", "root/b/SKILL.md": "one" });
});
afterEach(() => {
  handle?.close();
  handle = undefined;
  tree.remove();
});

function start(directories: readonly string[], options: NodeWatcherOptions = {}): WatchHandle {
  handle = nodeWatcher(options).watch(directories.map(tree.at), () => {
    changes += 1;
  });
  return handle;
}

/** Does something until it is noticed: a system may take its time, and a watch may not be armed at once. */
async function noticed(action: () => void): Promise<void> {
  await settled();
  const before = changes;
  action();
  await vi.waitFor(() => expect(changes).toBeGreaterThan(before), { timeout: 15_000, interval: 10 });
}

/** Waits until no more events of earlier actions arrive. */
async function settled(): Promise<void> {
  for (let last = -1; last !== changes; ) {
    last = changes;
    await new Promise((done) => setTimeout(done, 60));
  }
}

const edit = (path: string, text: string) => () => writeFileSync(tree.at(path), text);

/** A watcher over an empty directory; it has told everything when it was quiet for a while. */
function underTest(options: NodeWatcherOptions): WatcherUnderTest {
  const place = writeTree({});
  onTestFinished(() => place.remove());
  const watcher = nodeWatcher(options);
  return {
    root: place.root,
    write: (path, text) => place.write({ [path]: text }),
    makeDirectory: (path) => void mkdirSync(place.at(path), { recursive: true }),
    remove: (path) => rmSync(place.at(path), { recursive: true }),
    settled,
    watcher: {
      watch: (directories, onChange) =>
        watcher.watch(directories, () => {
          changes += 1;
          onChange();
        }),
    },
  };
}

describe.each([
  ["one watch per directory", { recursive: false }],
  ["polling", { recursive: false, maxWatches: 0, pollMs: 15 }],
] as const)("D8 the watcher port by %s", (_, options) => {
  it.each(watcherSuite)("$title", ({ run }) => run(() => underTest(options)));
});

describe("D8 the watcher", () => {
  it("notices edits, new entries and removed ones", async () => {
    start(["root", "root/a", "root/b"]);
    await noticed(edit("root/a/SKILL.md", "two"));
    await noticed(() => mkdirSync(tree.at("root/c")));
    await noticed(() => rmSync(tree.at("root/b"), { recursive: true }));
  });

  it("notices every one of several atomic saves", async () => {
    start(["root", "root/a"]);
    for (const text of ["two", "three", "four"]) {
      await noticed(() => {
        writeFileSync(tree.at("root/a/.SKILL.md.tmp"), text);
        renameSync(tree.at("root/a/.SKILL.md.tmp"), tree.at("root/a/SKILL.md"));
      });
    }
    await noticed(edit("root/a/SKILL.md", "in place again"));
  });

  it("watches directories that are added later, and stops with those that are left out", async () => {
    const watch = start(["root"], { recursive: false });
    await noticed(() => mkdirSync(tree.at("root/c")));
    watch.update([tree.at("root"), tree.at("root/c")]);
    await noticed(edit("root/c/SKILL.md", "new"));
    await noticed(edit("root/c/SKILL.md", "newer"));
    watch.update([tree.at("root")]);
    await settled();
    const before = changes;
    edit("root/c/SKILL.md", "unseen")();
    await settled();
    expect(changes).toBe(before);
    await noticed(() => mkdirSync(tree.at("root/seen")));
  });

  it("says once more that something changed when a directory was added right after it changed", async () => {
    const watch = start(["root"]);
    await settled();
    const before = changes;
    watch.update([tree.at("root"), tree.at("root/a")]);
    await vi.waitFor(() => expect(changes).toBeGreaterThan(before), { timeout: 15_000 });
  });

  it("waits for a directory that does not exist yet, however deep", async () => {
    start(["later/on/skills"]);
    await noticed(() => mkdirSync(tree.at("later/on/skills"), { recursive: true }));
    await noticed(edit("later/on/skills/SKILL.md", "x"));
  });

  it("survives a root that is removed and made again", async () => {
    start(["root", "root/a"]);
    await noticed(() => rmSync(tree.at("root"), { recursive: true }));
    await noticed(() => mkdirSync(tree.at("root/a"), { recursive: true }));
    await noticed(edit("root/a/SKILL.md", "again"));
  });

  it("survives a root that is moved away and replaced", async () => {
    tree.write({ "next/a/SKILL.md": "next" });
    start(["root"]);
    await noticed(() => {
      renameSync(tree.at("root"), tree.at("old"));
      renameSync(tree.at("next"), tree.at("root"));
    });
    await noticed(() => mkdirSync(tree.at("root/new")));
  });

  it.each([
    ["one watch per directory", { recursive: false }],
    ["polling", { recursive: false, maxWatches: 0, pollMs: 15 }],
  ])("notices a directory above that is moved away, replaced and moved back, by %s", async (_, options) => {
    tree.write({ "work/.agents/skills/a/SKILL.md": "one", "next/skills/a/SKILL.md": "next" });
    start(["work/.agents/skills", "work/.agents/skills/a"], options);
    await noticed(() => renameSync(tree.at("work/.agents"), tree.at("work/old")));
    await noticed(() => renameSync(tree.at("next"), tree.at("work/.agents")));
    await noticed(edit("work/.agents/skills/a/SKILL.md", "edited in the replacement"));
    await noticed(() => {
      renameSync(tree.at("work/.agents"), tree.at("next"));
      renameSync(tree.at("work/old"), tree.at("work/.agents"));
    });
    await noticed(edit("work/.agents/skills/a/SKILL.md", "edited in the first one"));
    await noticed(() => renameSync(tree.at("work"), tree.at("elsewhere")));
    await noticed(() => renameSync(tree.at("elsewhere"), tree.at("work")));
    await noticed(edit("work/.agents/skills/a/SKILL.md", "edited after the project came back"));
  });

  it("hears nothing of what happens elsewhere", async () => {
    start(["root/a", "later"]);
    await settled();
    const before = changes;
    edit("unrelated.md", "x")();
    edit("root/beside.md", "x")();
    await settled();
    expect(changes).toBe(before);
  });

  it("watches thousands of directories", async () => {
    const many = Array.from({ length: 3_000 }, (_, index) => `many/s${index}`);
    for (const path of many) mkdirSync(tree.at(path), { recursive: true });
    start(["many", ...many]);
    await noticed(edit("many/s2999/SKILL.md", "x"));
    await noticed(() => rmSync(tree.at("many"), { recursive: true }));
  });

  it("polls what the system has no watches for", async () => {
    start(["root", "root/a", "root/b", "later"], { maxWatches: 1, pollMs: 20, recursive: false });
    await noticed(edit("root/a/SKILL.md", "a longer text"));
    await noticed(() => mkdirSync(tree.at("root/c")));
    await noticed(edit("root/b/new.md", "x"));
    await noticed(() => mkdirSync(tree.at("later")));
    await noticed(() => rmSync(tree.at("root/b"), { recursive: true }));
  });

  it("says nothing after it was closed, and closing twice is fine", async () => {
    const watch = start(["root", "root/a"], { maxWatches: 1, pollMs: 20 });
    await noticed(edit("root/a/SKILL.md", "a longer text"));
    watch.close();
    watch.close();
    watch.update([tree.at("root/b")]);
    const before = changes;
    edit("root/a/SKILL.md", "and another one")();
    await settled();
    expect(changes).toBe(before);
  });

  it("does not keep the process alive", () => {
    const module = fileURLToPath(new URL("./node-watcher.ts", import.meta.url));
    const script = `
      const { nodeWatcher } = await import(${JSON.stringify(module)});
      nodeWatcher().watch(${JSON.stringify([tree.at("root"), tree.at("none")])}, () => {});
      nodeWatcher({ maxWatches: 0 }).watch(${JSON.stringify([tree.at("root")])}, () => {});
      console.log("done");
    `;
    const args = ["--import", "tsx", "--input-type=module", "--eval", script];
    expect(execFileSync(process.execPath, args, { encoding: "utf8", timeout: 15_000 })).toContain("done");
  });
});
