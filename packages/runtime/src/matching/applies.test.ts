import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { appliesTo } from "./applies.ts";

describe("a skill with globs", () => {
  it.each([
    [["*.ts"], ["src/deep/a.ts"]],
    [["src/**/*.ts"], ["src/a.ts"]],
    [["**/*.{ts,tsx}"], ["app/x.tsx"]],
    [["docs/", "x"], ["docs/guide/a.md"]],
    [["src/api/"], ["src/api/a.ts"]],
    [["Dockerfile"], ["infra/Dockerfile"]],
    [["/etc/*.conf"], ["/etc/a.conf"]],
    [["src/*.ts"], ["/project/src/a.ts"]],
    [["./src/*.ts"], ["/project/src/a.ts"]],
    [["src/*.ts"], ["src\\a.ts"]],
    [["*.yml"], [".github/workflows/ci.yml"]],
    [["[", "*.md"], ["a.md"]],
    [
      ["*.ts", "!*.test.ts"],
      ["a.test.ts", "a.ts"],
    ],
  ])("M8 applies: %j for %j", (globs, files) => {
    const { applies, reason } = appliesTo({ globs }, files, "/project");
    expect({ applies, reason }).toEqual({ applies: true, reason: expect.stringContaining(" matches ") });
  });

  it.each([
    [["*.ts"], ["a.tsx"], "no file in use matches *.ts"],
    [["src/*.ts"], ["lib/src/a.ts"], "no file in use matches src/*.ts"],
    [["*.ts", "!*.test.ts"], ["a.test.ts"], "no file in use matches *.ts, !*.test.ts"],
    [["!*.ts"], ["a.md"], "no file in use matches !*.ts"],
    [["*.ts"], [], "no files are in use"],
    [[], ["a.ts"], "it names no files"],
    [["", "  "], ["a.ts"], "it names no files"],
    [["x".repeat(2000)], ["x".repeat(2000)], `no file in use matches ${"x".repeat(79)}…`],
  ])("M8 does not apply: %j for %j", (globs, files, reason) => {
    expect(appliesTo({ globs }, files, "/project")).toEqual({ applies: false, reason });
  });

  it("M8 names the file and the glob", () => {
    expect(appliesTo({ globs: ["*.md", "*.ts"] }, ["a.ts"])).toEqual({
      applies: true,
      reason: "a.ts matches *.ts",
    });
  });

  it("M8 that always applies needs no file", () => {
    expect(appliesTo({ alwaysApply: true }, [])).toEqual({ applies: true, reason: "it always applies" });
    expect(appliesTo({ alwaysApply: true, globs: ["*.ts"] }, ["a.md"]).applies).toBe(true);
    expect(appliesTo({ alwaysApply: false }, ["a.md"]).applies).toBe(false);
  });

  it("M8 never throws, and more files never make it apply less", () => {
    const piece = fc.constantFrom("*", "**", "?", "[", "]", "{", "}", ",", "\\", "/", "!", ".", "a", "b");
    const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(
        fc.array(text, { maxLength: 4 }),
        fc.array(text, { maxLength: 4 }),
        text,
        (globs, files, more) => {
          const before = appliesTo({ globs }, files).applies;
          expect(appliesTo({ globs }, [...files, more]).applies || !before).toBe(true);
        },
      ),
    );
  });
});
