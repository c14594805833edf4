import type { ScanVerdict } from "@knowhow/runtime";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MALICIOUS_SKILLS } from "../testing/malicious-skills.ts";
import { ORDINARY_TEXTS } from "../testing/ordinary-texts.ts";
import { subjectOf } from "../testing/subject-of.ts";
import { createScanner } from "./create-scanner.ts";

const scanner = createScanner();
const ORDER: readonly ScanVerdict[] = ["safe", "review", "incomplete", "block"];
type Files = Readonly<Record<string, string | Uint8Array>>;

function rank(files: Files): number {
  return ORDER.indexOf(scanner.scan(subjectOf(files)).verdict);
}

/** Checks that a change of the files lowers the verdict of no harmful skill. */
function neverLowers(
  change: (text: string, skill: (typeof MALICIOUS_SKILLS)[number]) => string | Uint8Array,
  skills = MALICIOUS_SKILLS,
) {
  const lowered = skills.flatMap((skill) => {
    const changed: Files = Object.fromEntries(
      Object.entries(skill.files).map(([path, text]) => [path, change(text, skill)]),
    );
    return rank(changed) < ORDER.indexOf(skill.verdict) ? [skill.title] : [];
  });
  expect(lowered).toEqual([]);
}

describe("a verdict is never lowered", () => {
  it("T1 by a hundred thousand line breaks in front", () => {
    neverLowers((text) => `${"\n".repeat(100_000)}${text}`, MALICIOUS_SKILLS.slice(0, 12));
  });

  it("T1 by text before or after", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...MALICIOUS_SKILLS),
        fc.constantFrom(...ORDINARY_TEXTS),
        fc.boolean(),
        (skill, text, isBefore) => {
          const files = Object.fromEntries(
            Object.entries(skill.files).map(([path, own]) => [
              path,
              isBefore && path === "SKILL.md" ? `# Notes\n\n${text}\n\n${own}` : `${own}\n\n${text}\n`,
            ]),
          );
          return path(skill.files) || rank(files) >= ORDER.indexOf(skill.verdict);
        },
      ),
      { numRuns: 150 },
    );
  });

  it("T1 by trailing blanks, other line ends or a byte order mark", () => {
    neverLowers(
      (text) => text.replaceAll("\n", "   \n"),
      MALICIOUS_SKILLS.filter(({ title }) => title !== "lines that continue"),
    );
    neverLowers((text) => text.replaceAll("\n", "\r\n"));
    neverLowers((text) => `\ufeff${text}`);
  });

  it("T1 by another encoding", () => {
    neverLowers((text) => Buffer.from(`\ufeff${text}`, "utf16le"));
    neverLowers((text) => Buffer.from(`\ufeff${text}`, "utf16le").swap16());
    neverLowers(
      (text) => Buffer.from(text, "utf16le"),
      MALICIOUS_SKILLS.filter((skill) => isMostlyLatin(skill.files["SKILL.md"] ?? "")),
    );
  });

  it("T1 by another name or another place of the file", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...MALICIOUS_SKILLS),
        fc.constantFrom(
          "LICENSE",
          "assets/photo.png",
          "a/b/c/.hidden",
          "notes.min.js",
          "test/fixtures/x.snap",
          "node_modules/x/index.d.ts",
          ".gitignore",
        ),
        (skill, name) => {
          const files = Object.fromEntries(
            Object.values(skill.files).map((text, index) => [`${index}/${name}`, text]),
          );
          return rank(files) >= ORDER.indexOf(skill.verdict);
        },
      ),
      { numRuns: 150 },
    );
  });

  it("T1 by a marker or a file that other scanners obey", () => {
    const markers = [
      "# nosec",
      "<!-- scanner: off -->",
      "// eslint-disable",
      '"""',
      "'''",
      "# noqa",
      "knowhow-ignore",
    ];
    for (const marker of markers)
      neverLowers(
        (text) => `${text.replace(/^---\n[\s\S]*?\n---\n/, "")}\n${marker}\n`,
        MALICIOUS_SKILLS.filter((_, index) => index % 7 === 0),
      );
    for (const skill of MALICIOUS_SKILLS)
      expect(
        rank({ ...skill.files, ".skillignore": "*", ".scanignore": "**" }),
        skill.title,
      ).toBeGreaterThanOrEqual(ORDER.indexOf(skill.verdict));
  });

  it("T1 by packing the file: unread content is never safe", () => {
    for (const skill of MALICIOUS_SKILLS) {
      const text = Object.values(skill.files).join("\n");
      const encoded = Buffer.from(text).toString("base64");
      const wrapped = encoded.replace(/.{1,76}/g, "$&\n");
      expect(rank({ "data.txt": wrapped }), skill.title).toBeGreaterThanOrEqual(
        Math.min(1, ORDER.indexOf(skill.verdict)),
      );
    }
  });
});

describe("what cannot be read", () => {
  it("T1 is never safe, whatever the bytes are", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 400, maxLength: 2_000 }),
        (bytes) => rank({ "SKILL.md": "# Hi\n", "data.bin": bytes }) > 0,
      ),
      { numRuns: 60 },
    );
  });

  it("T1 makes the verdict incomplete if the caller could not read a file", () => {
    const report = scanner.scan({
      ...subjectOf("# Hi"),
      gaps: [{ path: "big.bin", reason: "it is too large" }],
    });
    expect(report).toMatchObject({
      verdict: "incomplete",
      findings: [{ rule: "unread-content", path: "big.bin" }],
    });
  });

  it("T1 never makes the scanner throw", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: "binary", maxLength: 400 }), fc.string({ maxLength: 400 })),
        (text) => {
          const shell = `\`\`\`sh\n${text}\n\`\`\``;
          return (
            rank({
              "SKILL.md": shell,
              "a.py": `import os\nexec(${text})`,
              "a.js": `const a = require("child_process");\n${text}`,
            }) >= 0
          );
        },
      ),
      { numRuns: 60 },
    );
  });
});

/** Names of files count: a skill whose harm depends on its path is left out. */
function path(files: Files): boolean {
  return Object.keys(files).length > 1;
}

function isMostlyLatin(text: string): boolean {
  return [...text].filter((char) => char > "\x7f").length < text.length * 0.02;
}
