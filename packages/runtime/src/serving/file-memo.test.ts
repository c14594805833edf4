import { utimesSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import { nodeFiles } from "../node/files/node-files.ts";
import { nodeHash } from "../node/node-hash.ts";
import type { FileStat } from "../ports.ts";
import { createRuntime } from "../runtime.ts";
import { countingFiles } from "../testing/counting-files.ts";
import { fakeEnvironment } from "../testing/fake-environment.ts";
import { skillMd } from "../testing/workshop.ts";
import { writeTree } from "../testing/write-tree.ts";
import { fileMemo } from "./file-memo.ts";

const STAT: FileStat = { kind: "file", size: 3, mtimeMs: 1_000, ctimeMs: 1_000, ino: 7, dev: 1, mode: 0o644 };
const FACTS = { digest: "abc", size: 3 };

describe("what is remembered of a file", () => {
  it("S10 holds until its size, a time, its inode or its device changes", () => {
    const memo = fileMemo(() => 10_000);
    memo.set("/a", STAT, FACTS);
    expect(memo.get("/a", { ...STAT })).toBe(FACTS);
    expect(memo.get("/b", STAT)).toBeUndefined();
    for (const change of [{ size: 4 }, { mtimeMs: 2_000 }, { ctimeMs: 2_000 }, { ino: 8 }, { dev: 2 }])
      expect(memo.get("/a", { ...STAT, ...change })).toBeUndefined();
  });

  it("S10 is nothing while the last change is so recent that the next could look the same", () => {
    const memo = fileMemo(() => 3_499);
    memo.set("/a", STAT, FACTS);
    expect(memo.get("/a", STAT)).toBeUndefined();
  });

  it("S10 is nothing in a place that has no times, as they would not show a change", () => {
    const memo = fileMemo(() => 10_000);
    const timeless = { ...STAT, mtimeMs: 0, ctimeMs: 0 };
    memo.set("/a", timeless, FACTS);
    expect(memo.get("/a", timeless)).toBeUndefined();
  });

  it("S10 saves hashing, and shows a file of the same size and time as the other one that it is", async () => {
    const tree = writeTree({
      "skills/pdf/SKILL.md": skillMd({ name: "pdf", description: "x" }),
      "skills/pdf/a.md": "one",
    });
    onTestFinished(tree.remove);
    const { files, reads } = countingFiles(nodeFiles());
    const environment = fakeEnvironment({ now: Date.now() + 60_000 });
    const runtime = await createRuntime(
      { files, environment, hash: nodeHash },
      { providers: false, roots: [tree.at("skills")] },
    );
    const digest = async () => (await runtime.open("pdf").file("a.md"))?.digest;
    const at = new Date(1_700_000_000_000);
    utimesSync(tree.at("skills/pdf/a.md"), at, at);
    const before = reads.length;
    expect([await digest(), await digest()]).toEqual([nodeHash.sha256("one"), nodeHash.sha256("one")]);
    expect(reads.slice(before)).toEqual([tree.at("skills/pdf/a.md")]);
    tree.write({ "skills/pdf/a.md": "two" });
    utimesSync(tree.at("skills/pdf/a.md"), at, at);
    expect(await digest()).toBe(nodeHash.sha256("two"));
  });
});
