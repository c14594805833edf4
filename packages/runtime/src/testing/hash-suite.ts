import { equal, notEqual } from "node:assert/strict";
import type { Hash } from "../ports.ts";

/** One rule that every `Hash` keeps; `run` throws when it does not. */
export interface HashCase {
  readonly title: string;
  run(hash: Hash): void;
}

/** Examples of the standard that defines SHA-256. */
const OF_NOTHING = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
const OF_ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
const OF_A_MILLION = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0";

/** The contract of the `Hash` port, as cases that any test runner can run. */
export const hashSuite: readonly HashCase[] = [
  {
    title: "is SHA-256 in lower-case hex",
    run: (hash) => {
      equal(hash.sha256(""), OF_NOTHING);
      equal(hash.sha256(new Uint8Array()), OF_NOTHING);
      equal(hash.sha256("abc"), OF_ABC);
      equal(hash.sha256("a".repeat(1_000_000)), OF_A_MILLION);
    },
  },
  {
    title: "hashes strings as UTF-8, and a part of a buffer as that part",
    run: (hash) => {
      equal(hash.sha256("é🧀"), hash.sha256(new TextEncoder().encode("é🧀")));
      equal(hash.sha256("\ud800"), hash.sha256("\ufffd"));
      equal(hash.sha256(new TextEncoder().encode("xabcx").subarray(1, 4)), OF_ABC);
      notEqual(hash.sha256("a\0"), hash.sha256("a"));
    },
  },
  {
    title: "runs piece by piece, and can be read in between and again",
    run: (hash) => {
      const running = hash.running();
      equal(running.hex(), OF_NOTHING);
      running.update("a");
      running.update(new Uint8Array());
      running.update(new Uint8Array([98]));
      equal(running.hex(), hash.sha256("ab"));
      running.update("c");
      equal(running.hex(), OF_ABC);
      equal(running.hex(), OF_ABC);
    },
  },
  {
    title: "keeps running hashes apart",
    run: (hash) => {
      const [one, other] = [hash.running(), hash.running()];
      one.update("ab");
      other.update("x");
      one.update("c");
      equal(one.hex(), OF_ABC);
      equal(other.hex(), hash.sha256("x"));
    },
  },
];
