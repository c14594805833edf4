import { describe, expect, it } from "vitest";
import { parseSkillUrl } from "./skill-url.ts";

describe("S5 a skill:// URL", () => {
  it.each([
    ["skill://pdf", "pdf", ""],
    ["skill://pdf/", "pdf", ""],
    ["SKILL://pdf/SKILL.md", "pdf", "SKILL.md"],
    ["skill://pdf/references/tables.md", "pdf", "references/tables.md"],
    ["skill://pdf/./a//b.md", "pdf", "a/b.md"],
    ["skill://my%20skill/two%20words.md", "my skill", "two words.md"],
    ["skill://pdf/a:b.md", "pdf", "a:b.md"],
    ["skill://pdf/C:b.md", "pdf", "C:b.md"],
    ["skill://pdf/~notes.md", "pdf", "~notes.md"],
    ["skill://pdf/..notes.md", "pdf", "..notes.md"],
  ])("S5 %s names a skill and a path", (url, name, path) => {
    expect(parseSkillUrl(url)).toEqual({ ok: true, name, path });
  });

  const absolute = /^absolute paths are not allowed: /;
  const upwards = /^"\.\." is not allowed: /;
  const twice = /^the path is encoded twice: /;
  const encoding = /^the URL is not correctly encoded: /;
  it.each([
    ["skill://pdf//etc/passwd", absolute],
    ["skill://pdf/%2Fetc%2Fpasswd", absolute],
    ["skill://pdf/~/secret", absolute],
    ["skill://pdf/~", absolute],
    ["skill://pdf/C:/secret", absolute],
    ["skill://pdf/c%3A%5Csecret", absolute],
    ["skill://pdf/C:", absolute],
    ["skill://pdf/../postgres/SKILL.md", upwards],
    ["skill://pdf/%2e%2e/postgres/SKILL.md", upwards],
    ["skill://pdf/references/../../pdf/SKILL.md", upwards],
    ["skill://pdf/references/..", upwards],
    ["skill://pdf/%252e%252e/x", twice],
    ["skill://pdf/a%5Cb", /^the path contains invalid characters$/],
    ["skill://pdf/a%00b", /^the path contains invalid characters$/],
    ["skill://pdf/%zz", encoding],
    ["skill://", encoding],
    ["skill://pdf?x", /^not a skill URL: /],
    ["skill://pdf#x", /^not a skill URL: /],
    ["file:///etc/passwd", /^not a skill URL: /],
  ])("S5 %s is refused by its own guard", (url, message) => {
    expect(parseSkillUrl(url)).toEqual({ ok: false, message: expect.stringMatching(message) });
  });
});
