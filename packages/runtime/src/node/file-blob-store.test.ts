import {
  chmodSync,
  chownSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { blobStoreSuite } from "../testing/blob-store-suite.ts";
import { type WrittenTree, writeTree } from "../testing/write-tree.ts";
import { fileBlobStore } from "./cache/file-blob-store.ts";
import { VERSION } from "./version.ts";

const BLOB = new Uint8Array([1, 2, 3, 250]);
const DAY = 24 * 60 * 60;

let cache: WrittenTree;
beforeEach(() => {
  cache = writeTree();
});
afterEach(() => cache.remove());

const folder = `match/${VERSION}`;
const file = (): string => cache.at(`${folder}/terms`);

describe("the blob store", () => {
  it.each(blobStoreSuite)("D8 $title", async ({ run }) => {
    await run(() => ({
      open: () => fileBlobStore(cache.root),
      damage: () => {
        for (const name of readdirSync(cache.at(folder))) {
          const path = cache.at(`${folder}/${name}`);
          writeFileSync(path, readFileSync(path).subarray(0, -1));
        }
      },
    }));
  });
});

describe("a blob", () => {
  it("T5 stays in the folder, whatever its name is", async () => {
    for (const name of ["../outside", "../../outside", "/outside", "a/b", ".."])
      await fileBlobStore(cache.root).save(name, BLOB);
    expect([readdirSync(cache.root), readdirSync(cache.at("match"))]).toEqual([["match"], [VERSION]]);
    expect(readdirSync(cache.at(folder))).toHaveLength(5);
  });

  it("comes back as it was saved, also later, and is nothing where there is none", async () => {
    const store = fileBlobStore(cache.root);
    expect(await store.load("terms")).toBeUndefined();
    await store.save("terms", BLOB);
    expect(await store.load("terms")).toEqual(BLOB);
    expect(await fileBlobStore(cache.root).load("terms")).toEqual(BLOB);
    expect(readdirSync(cache.at(folder))).toEqual(["terms"]);
  });

  it("is nothing when a byte of it changed", async () => {
    const store = fileBlobStore(cache.root);
    await store.save("terms", BLOB);
    const whole = readFileSync(file());
    for (const bytes of [whole.subarray(0, -1), whole.subarray(0, 3), whole.map((byte) => byte ^ 1)]) {
      writeFileSync(file(), bytes);
      expect(await store.load("terms")).toBeUndefined();
    }
  });

  it("is removed if it was not used for sixty days, and kept if it was", async () => {
    const store = fileBlobStore(cache.root);
    const ago = (days: number) => Date.now() / 1000 - days * DAY;
    for (const [name, days] of [
      ["used", 59],
      ["unused", 61],
    ] as const) {
      await store.save(name, BLOB);
      utimesSync(cache.at(`${folder}/${name}`), ago(days), ago(days));
    }
    await store.load("used");
    expect(statSync(cache.at(`${folder}/used`)).mtimeMs / 1000).toBeGreaterThan(ago(1));
    await store.save("terms", BLOB);
    expect(readdirSync(cache.at(folder))).toEqual(["terms", "used"]);
  });

  it.skipIf(process.platform === "win32").each<[string, string, number]>([
    ["its folder", folder, 0o770],
    ["the cache folder", "", 0o777],
    ["its file", `${folder}/terms`, 0o666],
  ])("T5 is not believed when others can write %s", async (_, place, mode) => {
    await fileBlobStore(cache.root).save("terms", BLOB);
    const before = statSync(cache.at(place)).mode;
    chmodSync(cache.at(place), mode);
    expect(await fileBlobStore(cache.root).load("terms")).toBeUndefined();
    chmodSync(cache.at(place), before);
    expect(await fileBlobStore(cache.root).load("terms")).toEqual(BLOB);
  });

  it.skipIf(process.getuid?.() !== 0).each([folder, "", `${folder}/terms`])(
    "T5 is not believed when another user owns %j (needs the superuser)",
    async (place) => {
      await fileBlobStore(cache.root).save("terms", BLOB);
      chownSync(cache.at(place), 4711, 4711);
      expect(await fileBlobStore(cache.root).load("terms")).toBeUndefined();
    },
  );
});
