import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { summarisePlain } from "./summarise-plain.ts";
import { summariseFully } from "./summarise-skill.ts";

const hash = { sha256: (data: string | Uint8Array) => createHash("sha256").update(data).digest("hex") };
const options = { hash, directoryName: "pdf", fileName: "SKILL.md" };

const usual = `---
name: pdf
description: Reads PDF files. Use when the user mentions a PDF — or a "scan".
license: Apache-2.0
metadata:
  author: example-org
  version: "1.0"
allowed-tools: Read Bash(git:*)
---

# PDF

Read it.
`;

test("F11 the short way takes the usual skill and gives what the long way gives", () => {
  expect(summarisePlain(usual, options)).toEqual(summariseFully(usual, options));
});

const key = fc.constantFrom(
  "name",
  "description",
  "license",
  "compatibility",
  "allowed-tools",
  "metadata",
  "version",
  "tags",
  "author",
  "os",
  "x",
  "openclaw",
  "prototype",
  "constructor",
  "__proto__",
  "Name",
  "name ",
);
const value = fc.oneof(
  fc.constantFrom(
    "pdf",
    "Reads files.",
    '"1.0"',
    "1.0",
    "true",
    "null",
    "~",
    "",
    '""',
    '" x"',
    "'single'",
    "a: b",
    "a #b",
    "a:",
    "- a",
    "[a, b]",
    "{a: b}",
    "&a",
    "*a",
    ">",
    "|",
    "Read, Write",
    "Bash(a, b)",
    "a  b",
    " lead",
    "trail ",
    "é — “q”",
    "\u200b",
    "\t",
    "No",
    "Yes",
    "x".repeat(1_100),
  ),
  fc.string({ maxLength: 12 }),
  fc.string({ unit: fc.constantFrom("a", "B", " ", ":", "#", '"', "\\", "'", "-", "é"), maxLength: 8 }),
);
const line = fc.oneof(
  fc.tuple(key, value).map(([name, text]) => `${name}: ${text}`),
  fc.tuple(key, value).map(([name, text]) => `  ${name}: ${text}`),
  fc.constantFrom(
    "metadata:",
    "name: pdf",
    "description: Reads files.",
    "",
    " ",
    "# note",
    "---",
    "...",
    "   deep: x",
    "\tx: y",
    "key:",
    "no colon",
    "name: pdf\r",
  ),
);
const body = fc.constantFrom("Body.\n", "\n\n\nBody.", "", "---\nmore\n", "\r\nx", "x".repeat(30_000));

test("F11 the short way leaves a very long frontmatter to the long way, however plain it is", () => {
  const text = usual.replace("author: example-org", `author: ${"word ".repeat(2_000)}end`);
  expect(summarisePlain(text, options)).toBeUndefined();
});

test("F11 whenever the short way answers, the long way gives the same", () => {
  let taken = 0;
  fc.assert(
    fc.property(fc.array(line, { maxLength: 7 }), body, (lines, rest) => {
      const text = `---\nname: pdf\ndescription: Reads files.\n${lines.join("\n")}${lines.length > 0 ? "\n" : ""}---\n${rest}`;
      const plain = summarisePlain(text, options);
      if (plain === undefined) return;
      taken += 1;
      expect(plain).toEqual(summariseFully(text, options));
    }),
    { numRuns: 4_000 },
  );
  expect(taken).toBeGreaterThan(100);
});
