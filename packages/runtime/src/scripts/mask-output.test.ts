import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { maskOutput } from "./mask-output.ts";

function masked(secrets: Readonly<Record<string, string>>, parts: readonly Uint8Array[]): readonly string[] {
  const said: string[] = [];
  const output = maskOutput(secrets, ({ bytes }) => said.push(new TextDecoder().decode(bytes)));
  for (const bytes of parts) output.take({ stream: "stdout", bytes });
  output.end();
  return said;
}

const cut = (text: string, sizes: readonly number[]): readonly Uint8Array[] => {
  const bytes = new TextEncoder().encode(text);
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const size of sizes) {
    parts.push(bytes.subarray(at, at + size));
    at += size;
  }
  return [...parts, bytes.subarray(at)];
};

describe("what a script writes", () => {
  test("X10 is passed on by lines, also those that end with a return", () => {
    expect(masked({}, cut("one\ntw", [2, 3]).concat(cut("o\r50%\rlast", [])))).toEqual([
      "one\n",
      "two\r50%\r",
      "last",
    ]);
  });

  test("X10 never has a secret, however it is cut into parts, also one of several lines", () => {
    const secret = fc.constantFrom(
      "sesame-sesame",
      "first line\nsecond line\n",
      "aaaab",
      "ab\rab\rac",
      "grüße-aus-köln",
    );
    const noise = fc.array(fc.constantFrom("x", "\n", "\r", "aaaa", "ab\r", "first line\n", "ses", " "), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(
        secret,
        noise,
        noise,
        fc.array(fc.nat({ max: 9 }), { maxLength: 12 }),
        (value, before, after, sizes) => {
          const whole = `${before.join("")}${value}${after.join("")}`;
          const said = masked({ KEY: value }, cut(whole, sizes)).join("");
          expect(said).not.toContain(value);
          expect(said).toContain("[secret KEY]");
        },
      ),
    );
  });

  test.each([
    ["as it is", (text: string) => text],
    ["in JSON", (text: string) => JSON.stringify(text)],
    ["in a URL", (text: string) => encodeURIComponent(text)],
    ["in base64", (text: string) => Buffer.from(text).toString("base64")],
    ["in base64 after other bytes", (text: string) => Buffer.from(`user:${text}`).toString("base64")],
    ["in base64 between other bytes", (text: string) => Buffer.from(`ab${text}!`).toString("base64url")],
    ["in hex", (text: string) => Buffer.from(text).toString("hex")],
    ["in capital hex", (text: string) => Buffer.from(text).toString("hex").toUpperCase()],
  ])("X10 has no secret %s", (_, encode) => {
    const value = 'p4ss/w"ord+?>ÿ~';
    const said = masked({ KEY: value }, cut(`before ${encode(value)} after\n`, [])).join("");
    expect(said).toMatch(/^before .*\[secret KEY\].* after\n$/);
    expect(said.length).toBeLessThan("before [secret KEY] after\n".length + 12);
  });

  test.each([
    ["the code is 7q! now", "the code is [secret PIN]! now"],
    ["7q", "[secret PIN]"],
    ['{"pin":"7q"}', '{"pin":"[secret PIN]"}'],
    ["hex 3771, base64 N3E= end", "hex [secret PIN], base64 [secret PIN] end"],
    ["a7q and 7q8 are other words", "a7q and 7q8 are other words"],
  ])("X10 has no short secret as a word of its own: %s", (written, expected) => {
    expect(masked({ PIN: "7q" }, cut(`${written}\n`, [3])).join("")).toBe(`${expected}\n`);
  });

  test("X10 a secret of one character is replaced only where it is all", () => {
    expect(masked({ FLAG: "1" }, cut("exit code 1\n", [])).join("")).toBe("exit code 1\n");
    expect(masked({ FLAG: "1" }, cut("1\n", [])).join("")).toBe("[secret FLAG]\n");
  });

  test("X10 has no line of a secret of several lines, and a long secret costs little", () => {
    const key = `-----BEGIN KEY-----\n${"MIIEvQIBADANBgkqhkiG9w0BAQEF\n".repeat(3)}-----END KEY-----\n`;
    expect(masked({ KEY: key }, cut("x MIIEvQIBADANBgkqhkiG9w0BAQEF y\n", []))).toEqual([
      "x [secret KEY] y\n",
    ]);
    const long = "ab".repeat(60_000);
    expect(masked({ KEY: long }, cut(`${long}\n`, [100, 5_000])).join("")).toBe("[secret KEY]\n");
  });
});
