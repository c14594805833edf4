import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isAddressable, parseSkillUri, skillUri } from "./skill-uri.ts";

describe("a skill:// URI", () => {
  it("S10 leads back to the file it was made for, and is what a URL parser would write", () => {
    const segment = fc.string({ minLength: 1, maxLength: 12, unit: "grapheme" });
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 4 }), (segments) => {
        const path = segments.join("/");
        if (!isAddressable(path)) return;
        const uri = skillUri("pdf", path);
        expect(parseSkillUri(uri)).toEqual({ skill: "pdf", path });
        expect(new URL(uri).href).toBe(uri);
      }),
    );
  });

  it.each([
    "skill://a/../../etc/passwd",
    "skill://a/%2e%2e/b",
    "skill://a/..%2f..%2fetc/passwd",
    "skill://a/x%5c..%5cy",
    "skill://a//etc/passwd",
    "skill://a/%2Fetc%2Fpasswd",
    "skill://a/x%00.md",
    "skill://a/x%0a.md",
    "skill://a/x.md?y",
    "skill://a/x.md#y",
    "skill://user@a/x.md",
    "skill://a:80/x.md",
    "skill://a/%zz",
    "skill://a/%c0%ae%c0%ae/x",
    "skill://a/%252e%252e/x",
    "skill://%2e%2e/x",
    "skill://a%2fb/x",
    "skill://",
    "skill:///x",
    "file:///etc/passwd",
    "http://a/x",
    "",
  ])("S10 is not %j", (uri) => {
    expect(parseSkillUri(uri)).toBeUndefined();
  });

  it("S10 is decoded once, so that an encoded percent sign stays one", () => {
    expect(parseSkillUri("skill://a/100%25%20sure.md")).toEqual({ skill: "a", path: "100% sure.md" });
    expect(parseSkillUri("skill://a/a%2520b.md")).toEqual({ skill: "a", path: "a%20b.md" });
    expect(parseSkillUri("skill://a/")).toEqual({ skill: "a", path: "" });
  });
});
