import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nodeHash } from "../node/node-hash.ts";
import { hmacSha256, sameText } from "./hmac.ts";

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, "hex"));

/** RFC 4231, test cases 1 to 4, 6 and 7: key, data and HMAC-SHA-256 in hex. */
const VECTORS: readonly [string, string, string][] = [
  ["0b".repeat(20), "4869205468657265", "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"],
  [
    "4a656665",
    "7768617420646f2079612077616e7420666f72206e6f7468696e673f",
    "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
  ],
  ["aa".repeat(20), "dd".repeat(50), "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"],
  [
    "0102030405060708090a0b0c0d0e0f10111213141516171819",
    "cd".repeat(50),
    "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b",
  ],
  [
    "aa".repeat(131),
    "54657374205573696e67204c6172676572205468616e20426c6f636b2d53697a65204b6579202d2048617368204b6579204669727374",
    "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
  ],
  [
    "aa".repeat(131),
    "5468697320697320612074657374207573696e672061206c6172676572207468616e20626c6f636b2d73697a65206b657920616e642061206c6172676572207468616e20626c6f636b2d73697a6520646174612e20546865206b6579206e6565647320746f20626520686173686564206265666f7265206265696e6720757365642062792074686520484d414320616c676f726974686d2e",
    "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2",
  ],
];

describe("HMAC-SHA256", () => {
  test.each(VECTORS)("X8 gives the test vectors of RFC 4231", (key, data, expected) => {
    expect(hmacSha256(bytes(key), bytes(data), nodeHash)).toBe(expected);
  });

  test("X8 agrees with Node for every key and text", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 200 }),
        fc.string({ unit: "binary" }),
        (key, data) => {
          expect(hmacSha256(key, data, nodeHash)).toBe(createHmac("sha256", key).update(data).digest("hex"));
        },
      ),
    );
  });

  test("X8 texts are the same only if every character is", () => {
    expect(sameText("", "")).toBe(true);
    expect(sameText("abc", "abc")).toBe(true);
    for (const other of ["", "ab", "abd", "abca", "abcabc"]) {
      expect(sameText("abc", other)).toBe(false);
      expect(sameText(other, "abc")).toBe(false);
    }
  });
});
