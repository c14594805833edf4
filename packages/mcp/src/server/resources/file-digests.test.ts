import { utimesSync } from "node:fs";
import { nodeFiles } from "@knowhow/runtime/node";
import type { WrittenTree } from "@knowhow/runtime/testing";
import { writeTree } from "@knowhow/runtime/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { digestOf } from "../../shared/digest.ts";
import { fileDigests } from "./file-digests.ts";

let tree: WrittenTree;
beforeEach(() => {
  tree = writeTree({ "a.md": "one", "b.md": "two", link: { link: "a.md" } });
});
afterEach(() => tree.remove());

const later = () => Date.now() + 60_000;

describe("remembered digests", () => {
  it("S10 are made once per file and again only for the file that changed", async () => {
    const digests = fileDigests(nodeFiles(), later);
    const both = async () => [await digests.of(tree.at("a.md"), 100), await digests.of(tree.at("b.md"), 100)];
    await both();
    await both();
    expect(digests.hashed).toBe(2);
    tree.write({ "a.md": "ONE" });
    expect((await both())[0]).toEqual({ digest: digestOf(new TextEncoder().encode("ONE")), size: 3 });
    expect(digests.hashed).toBe(3);
  });

  it("S10 are not trusted for a file that was written only just now, whose next change its times may not show", async () => {
    const digests = fileDigests(nodeFiles(), () => 0);
    await digests.of(tree.at("a.md"), 100);
    await digests.of(tree.at("a.md"), 100);
    expect(digests.hashed).toBe(2);
  });

  it("S10 notice another file with the same size and time", async () => {
    const digests = fileDigests(nodeFiles(), later);
    const at = new Date(1_700_000_000_000);
    utimesSync(tree.at("a.md"), at, at);
    await digests.of(tree.at("a.md"), 100);
    tree.write({ "a.md": "ONE" });
    utimesSync(tree.at("a.md"), at, at);
    expect((await digests.of(tree.at("a.md"), 100))?.digest).toBe(digestOf(new TextEncoder().encode("ONE")));
  });

  it("S10 are not made of links, of what is absent, or of more than is allowed", async () => {
    const digests = fileDigests(nodeFiles(), later);
    expect(await digests.of(tree.at("link"), 100)).toBeUndefined();
    expect(await digests.of(tree.at("gone"), 100)).toBeUndefined();
    expect(await digests.of(tree.at("a.md"), 2)).toBeUndefined();
  });
});
