import { equal } from "node:assert/strict";
import { joinPath } from "../basics/paths.ts";
import type { Awaitable, Watcher, WatchHandle } from "../ports.ts";

/** A watcher, and an empty directory in which a suite makes changes. */
export interface WatcherUnderTest {
  readonly watcher: Watcher;
  /** Absolute path of the directory. */
  readonly root: string;
  /** Writes a file, by its path below the root, and makes the directories above it. */
  write(path: string, text: string): Awaitable<void>;
  /** Makes a directory, and those above it. */
  makeDirectory(path: string): Awaitable<void>;
  /** Removes a file, or a directory with everything in it. */
  remove(path: string): Awaitable<void>;
  /** Resolves when every call about earlier changes has been made. */
  readonly settled: () => Promise<void>;
}

/** One rule that every `Watcher` keeps; `run` throws when it does not, and waits forever for a call that never comes. */
export interface WatcherCase {
  readonly title: string;
  run(make: () => Awaitable<WatcherUnderTest>): Promise<void>;
}

/** The contract of the `Watcher` port, as cases that any test runner can run. */
export const watcherSuite: readonly WatcherCase[] = [
  {
    title: "calls back when a file of a directory is written, changed or removed",
    run: async (make) => {
      const place = await make();
      await place.makeDirectory("a");
      const seen = listen(place, ["a"]);
      await seen.after(() => place.write("a/SKILL.md", "one"));
      await seen.after(() => place.write("a/SKILL.md", "two, and longer"));
      await seen.after(() => place.write("a/other.md", "x"));
      await seen.after(() => place.remove("a/SKILL.md"));
      seen.handle.close();
    },
  },
  {
    title: "calls back when a directory appears in a directory, and when it is removed",
    run: async (make) => {
      const place = await make();
      await place.makeDirectory("a");
      const seen = listen(place, ["a"]);
      await seen.after(() => place.makeDirectory("a/new"));
      await seen.after(() => place.remove("a/new"));
      seen.handle.close();
    },
  },
  {
    title: "waits for a directory that does not exist yet, and watches it when it is there",
    run: async (make) => {
      const place = await make();
      const seen = listen(place, ["later/on/skills"]);
      await seen.after(() => place.makeDirectory("later/on/skills"));
      await seen.after(() => place.write("later/on/skills/SKILL.md", "x"));
      seen.handle.close();
    },
  },
  {
    title: "goes on when a directory is removed and made again",
    run: async (make) => {
      const place = await make();
      await place.write("a/SKILL.md", "x");
      const seen = listen(place, ["a"]);
      await seen.after(() => place.remove("a"));
      await seen.after(() => place.makeDirectory("a"));
      await seen.after(() => place.write("a/SKILL.md", "again"));
      seen.handle.close();
    },
  },
  {
    title: "says nothing about what happens elsewhere",
    run: async (make) => {
      const place = await make();
      await place.makeDirectory("a");
      await place.makeDirectory("b");
      const seen = listen(place, ["a"]);
      await place.settled();
      const before = seen.calls();
      await place.write("b/SKILL.md", "x");
      await place.settled();
      equal(seen.calls(), before);
      await seen.after(() => place.write("a/SKILL.md", "x"));
      seen.handle.close();
    },
  },
  {
    title: "watches other directories after an update, and no longer those that are left out",
    run: async (make) => {
      const place = await make();
      await place.makeDirectory("a");
      await place.makeDirectory("b");
      const seen = listen(place, ["a"]);
      await seen.after(() => place.write("a/SKILL.md", "x"));
      seen.handle.update([joinPath(place.root, "b")]);
      await seen.after(() => place.write("b/SKILL.md", "x"));
      await place.settled();
      const before = seen.calls();
      await place.write("a/SKILL.md", "unseen");
      await place.settled();
      equal(seen.calls(), before);
      await seen.after(() => place.write("b/SKILL.md", "seen again"));
      seen.handle.close();
    },
  },
  {
    title: "watches nothing for an empty list, and something after an update",
    run: async (make) => {
      const place = await make();
      await place.makeDirectory("a");
      const seen = listen(place, []);
      await place.write("a/SKILL.md", "x");
      await place.settled();
      equal(seen.calls(), 0);
      seen.handle.update([joinPath(place.root, "a")]);
      await seen.after(() => place.write("a/SKILL.md", "longer"));
      seen.handle.close();
    },
  },
  {
    title: "takes a directory that is named twice, or that is inside another",
    run: async (make) => {
      const place = await make();
      await place.makeDirectory("a/inner");
      const seen = listen(place, ["a", "a/inner", "a"]);
      await seen.after(() => place.write("a/inner/SKILL.md", "x"));
      seen.handle.update([joinPath(place.root, "a/inner"), joinPath(place.root, "a/inner")]);
      await seen.after(() => place.write("a/inner/SKILL.md", "longer"));
      seen.handle.close();
    },
  },
  {
    title: "says nothing after it was closed; closing twice and a late update have no effect",
    run: async (make) => {
      const place = await make();
      await place.makeDirectory("a");
      await place.makeDirectory("b");
      const seen = listen(place, ["a"]);
      await seen.after(() => place.write("a/SKILL.md", "x"));
      seen.handle.close();
      seen.handle.close();
      seen.handle.update([joinPath(place.root, "b")]);
      const before = seen.calls();
      await place.write("a/SKILL.md", "unseen");
      await place.write("b/SKILL.md", "unseen");
      await place.settled();
      equal(seen.calls(), before);
    },
  },
  {
    title: "can be closed by the call that it makes",
    run: async (make) => {
      const place = await make();
      await place.makeDirectory("a");
      let calls = 0;
      await new Promise<void>((resolve, reject) => {
        const handle = place.watcher.watch([joinPath(place.root, "a")], () => {
          calls += 1;
          handle.close();
          resolve();
        });
        place
          .settled()
          .then(() => place.write("a/SKILL.md", "x"))
          .catch(reject);
      });
      await place.write("a/SKILL.md", "unseen");
      await place.settled();
      equal(calls, 1);
    },
  },
  {
    title: "keeps watches apart: closing one leaves the others",
    run: async (make) => {
      const place = await make();
      await place.makeDirectory("a");
      const [one, other] = [listen(place, ["a"]), listen(place, ["a"])];
      await one.after(() => other.after(() => place.write("a/SKILL.md", "x")));
      one.handle.close();
      const before = one.calls();
      await other.after(() => place.write("a/SKILL.md", "longer"));
      equal(one.calls(), before);
      other.handle.close();
    },
  },
];

interface Listening {
  readonly handle: WatchHandle;
  calls(): number;
  /** Makes a change and waits until it is told. */
  after(change: () => Awaitable<void>): Promise<void>;
}

function listen({ watcher, root, settled }: WatcherUnderTest, directories: readonly string[]): Listening {
  let calls = 0;
  let told = () => {};
  const handle = watcher.watch(
    directories.map((path) => joinPath(root, path)),
    () => {
      calls += 1;
      told();
    },
  );
  return {
    handle,
    calls: () => calls,
    after: async (change) => {
      await settled();
      const heard = new Promise<void>((resolve) => {
        told = resolve;
      });
      await change();
      await heard;
    },
  };
}
