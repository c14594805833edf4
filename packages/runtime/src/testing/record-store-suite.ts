import { deepEqual, equal } from "node:assert/strict";
import type { RecordStore } from "../state-ports.ts";

/** A store that a suite may fill, and how to open the same store again. Every JSON value is a good one. */
export interface RecordStoreUnderTest {
  open(): RecordStore<unknown>;
}

/** One rule that every `RecordStore` keeps; `run` throws when it does not. */
export interface RecordStoreCase {
  readonly title: string;
  run(make: () => RecordStoreUnderTest): Promise<void>;
}

/** Keys that a file name could not hold, and others that look alike. */
const KEYS = [
  "",
  ".",
  "..",
  "a/b",
  "a\\b",
  "nul\0",
  "\u00c9",
  "E\u0301",
  "e",
  "E",
  "x".repeat(5_000),
  "__proto__",
];

/** The contract of the `RecordStore` port, as cases that any test runner can run. */
export const recordStoreSuite: readonly RecordStoreCase[] = [
  {
    title: "is empty at first",
    run: async (make) => {
      const store = make().open();
      deepEqual(await store.list(), []);
      equal(await store.get("a"), undefined);
      equal(await store.delete("a"), false);
    },
  },
  {
    title: "gives back what was put, also when it is opened again",
    run: async (make) => {
      const place = make();
      const values = { object: { a: [1, null, { b: "käse\n" }] }, text: "x", number: 0, no: false };
      for (const [key, value] of Object.entries(values)) await place.open().put(key, value);
      const again = place.open();
      for (const [key, value] of Object.entries(values)) deepEqual(await again.get(key), value);
      deepEqual(
        await again.list(),
        ["no", "number", "object", "text"].map((key) => ({ key, value: Reflect.get(values, key) })),
      );
    },
  },
  {
    title: "replaces and deletes one record and no other",
    run: async (make) => {
      const store = make().open();
      await store.put("a", 1);
      await store.put("b", 2);
      await store.put("a", 3);
      deepEqual(await store.list(), [
        { key: "a", value: 3 },
        { key: "b", value: 2 },
      ]);
      equal(await store.delete("a"), true);
      equal(await store.delete("a"), false);
      equal(await store.get("a"), undefined);
      deepEqual(await store.list(), [{ key: "b", value: 2 }]);
    },
  },
  {
    title: "takes any text as a key and keeps all of them apart",
    run: async (make) => {
      const store = make().open();
      for (const [index, key] of KEYS.entries()) await store.put(key, index);
      for (const [index, key] of KEYS.entries()) equal(await store.get(key), index);
      equal((await store.list()).length, KEYS.length);
      for (const key of KEYS) equal(await store.delete(key), true);
      deepEqual(await store.list(), []);
    },
  },
  {
    title: "loses no record when several put at the same time",
    run: async (make) => {
      const place = make();
      const stores = [place.open(), place.open(), place.open()];
      const keys = Array.from({ length: 60 }, (_, index) => String(index).padStart(2, "0"));
      await Promise.all(keys.map((key, index) => stores[index % 3]?.put(key, index)));
      deepEqual(
        await place.open().list(),
        keys.map((key, value) => ({ key, value })),
      );
    },
  },
  {
    title: "holds one of the values whole when several put the same key",
    run: async (make) => {
      const place = make();
      const values = Array.from({ length: 20 }, (_, index) => String(index).repeat(1_000));
      await Promise.all(values.map((value) => place.open().put("a", value)));
      equal(values.includes(String(await place.open().get("a"))), true);
    },
  },
];
