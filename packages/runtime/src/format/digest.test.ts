import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Hash } from "../ports.ts";
import { directoryDigest } from "./digest.ts";

const hash: Hash = {
  sha256: (data) => createHash("sha256").update(data).digest("hex"),
  running() {
    const running = createHash("sha256");
    return { update: (data) => void running.update(data), hex: () => running.digest("hex") };
  },
};
const file = (path: string, text: string, mode = 0o644) => ({
  path,
  mode,
  bytes: new TextEncoder().encode(text),
});

describe("the digest of a directory", () => {
  it("F8 names its algorithm and stays the same for the same files, so that locks stay valid", async () => {
    expect(await directoryDigest([file("SKILL.md", "hello"), file("run.sh", "#!/bin/sh", 0o755)], hash)).toBe(
      "sha256-v1:854c99ab079eee906aa6487a55021acee0c9305da7c55c5f9fa1ef7b9e479410",
    );
  });

  it("F8 does not depend on the order in which files come, nor on how they come", async () => {
    const files = [
      file("b", "1"),
      file("a/c", "2"),
      file("é", "3"),
      file("z", "4"),
      file("𝒳", "5"),
      file("\uff5e", "6"),
    ];
    async function* later() {
      for (const one of [...files].reverse()) yield await Promise.resolve(one);
    }
    expect(await directoryDigest(later(), hash)).toBe(await directoryDigest(files, hash));
  });

  it.each([
    ["text moves between path and content", [file("r", "un.sh#!/bin/sh")], [file("run.sh", "#!/bin/sh")]],
    ["text moves between files", [file("a", "xb"), file("c", "")], [file("a", "x"), file("bc", "")]],
    ["one file is split in two", [file("a", "12")], [file("a", "1"), file("b", "2")]],
    ["an empty file is added", [file("a", "1")], [file("a", "1"), file("b", "")]],
    ["a file becomes executable", [file("a", "1", 0o644)], [file("a", "1", 0o755)]],
    ["a path looks like a record", [file("a- 1 x\n1 b", "")], [file("a", ""), file("b", "")]],
    ["a path changes its case", [file("A", "1")], [file("a", "1")]],
  ])("F8 differs when %s", async (_what, one, other) => {
    expect(await directoryDigest(one, hash)).not.toBe(await directoryDigest(other, hash));
  });

  it("F8 ignores mode bits that differ between systems", async () => {
    const digests = await Promise.all(
      [0o644, 0o600, 0o666, 0o100644].map((mode) => directoryDigest([file("a", "1", mode)], hash)),
    );
    expect(new Set(digests).size).toBe(1);
  });

  it("F8 of an empty directory is not the hash of nothing", async () => {
    expect(await directoryDigest([], hash)).not.toContain(hash.sha256(""));
  });
});
