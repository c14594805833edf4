import { describe, expect, it } from "vitest";
import { nodeHash } from "./node-hash.ts";

const OF_ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

describe("R6 the hash", () => {
  it("is SHA-256 in hex, of texts as UTF-8 and of bytes", () => {
    expect(nodeHash.sha256("abc")).toBe(OF_ABC);
    expect(nodeHash.sha256(new Uint8Array([97, 98, 99]))).toBe(OF_ABC);
    expect(nodeHash.sha256("é")).toBe(nodeHash.sha256(new Uint8Array([0xc3, 0xa9])));
  });

  it("runs piece by piece, and can be asked in between", () => {
    const hash = nodeHash.running();
    hash.update("a");
    hash.update(new Uint8Array([98]));
    expect(hash.hex()).toBe(nodeHash.sha256("ab"));
    hash.update("c");
    expect(hash.hex()).toBe(OF_ABC);
  });
});
