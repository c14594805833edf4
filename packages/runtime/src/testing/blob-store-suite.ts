import { deepEqual, equal, ok } from "node:assert/strict";
import type { Awaitable, BlobStore } from "../ports.ts";

/** A store that a suite may fill, and how to open the same store again. */
export interface BlobStoreUnderTest {
  open(): BlobStore;
  /** Damages everything that was saved; absent for a store that nothing else can write to. */
  damage?(): Awaitable<void>;
}

/** One rule that every `BlobStore` keeps; `run` throws when it does not. */
export interface BlobStoreCase {
  readonly title: string;
  /** `make` gives a store that is empty. */
  run(make: () => Awaitable<BlobStoreUnderTest>): Promise<void>;
}

/** Names that a file could not have or that lead elsewhere, and others that look alike. */
const NAMES = [
  "",
  ".",
  "..",
  "../up",
  "a/b",
  "a\\b",
  "/root",
  "nul",
  "nul\0",
  "é",
  "e\u0301",
  "e",
  "E",
  "a.terms",
  "x".repeat(5_000),
  "__proto__",
];

const bytes = (...values: readonly number[]): Uint8Array => Uint8Array.from(values);

/** The contract of the `BlobStore` port, as cases that any test runner can run. */
export const blobStoreSuite: readonly BlobStoreCase[] = [
  {
    title: "holds nothing at first",
    run: async (make) => {
      const store = (await make()).open();
      for (const name of NAMES) equal(await store.load(name), undefined);
    },
  },
  {
    title: "gives back the very bytes, also when it is opened again",
    run: async (make) => {
      const place = await make();
      const blobs = {
        empty: bytes(),
        every: Uint8Array.from({ length: 256 }, (_, value) => value),
        large: new Uint8Array(3 * 1024 * 1024).map((_, at) => (at * 31) % 251),
      };
      const store = place.open();
      for (const [name, blob] of Object.entries(blobs)) await store.save(name, blob);
      for (const opened of [store, place.open()])
        for (const [name, blob] of Object.entries(blobs)) deepEqual(plain(await opened.load(name)), blob);
    },
  },
  {
    title: "saves a part of a larger buffer as that part",
    run: async (make) => {
      const store = (await make()).open();
      await store.save("part", bytes(1, 2, 3, 4, 5).subarray(1, 4));
      deepEqual(plain(await store.load("part")), bytes(2, 3, 4));
    },
  },
  {
    title: "replaces what a name holds",
    run: async (make) => {
      const store = (await make()).open();
      await store.save("a", bytes(1, 2, 3));
      await store.save("b", bytes(9));
      await store.save("a", bytes(4));
      deepEqual(plain(await store.load("a")), bytes(4));
      deepEqual(plain(await store.load("b")), bytes(9));
    },
  },
  {
    title: "takes any string as a name and keeps all of them apart",
    run: async (make) => {
      const place = await make();
      for (const [index, name] of NAMES.entries()) await place.open().save(name, bytes(index));
      for (const [index, name] of NAMES.entries())
        deepEqual(plain(await place.open().load(name)), bytes(index), JSON.stringify(name.slice(0, 20)));
    },
  },
  {
    title: "keeps what was saved when the caller changes its bytes, or those that it was given",
    run: async (make) => {
      const store = (await make()).open();
      const given = bytes(1, 2, 3);
      await store.save("a", given);
      given.fill(0);
      const loaded = await store.load("a");
      loaded?.fill(7);
      deepEqual(plain(await store.load("a")), bytes(1, 2, 3));
    },
  },
  {
    title: "holds one of the blobs whole when several are saved under a name at the same time",
    run: async (make) => {
      const place = await make();
      const blobs = Array.from({ length: 12 }, (_, at) => new Uint8Array(10_000 + at).fill(at));
      await Promise.all(blobs.map(async (blob) => place.open().save("a", blob)));
      const kept = await place.open().load("a");
      ok(blobs.some((blob) => Buffer.compare(blob, kept ?? bytes()) === 0));
    },
  },
  {
    title: "holds nothing under a name whose content was damaged, and can be filled again",
    run: async (make) => {
      const place = await make();
      if (place.damage === undefined) return;
      for (const blob of [bytes(), bytes(1, 2, 3)]) {
        await place.open().save("a", blob);
        await place.damage();
        equal(await place.open().load("a"), undefined);
        await place.open().save("a", blob);
        deepEqual(plain(await place.open().load("a")), blob);
      }
    },
  },
];

/** A `Buffer` with the same bytes is as good as a plain array. */
function plain(blob: Uint8Array | undefined): Uint8Array | undefined {
  return blob === undefined ? undefined : Uint8Array.from(blob);
}
