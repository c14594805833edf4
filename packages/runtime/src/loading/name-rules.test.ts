import { describe, expect, it } from "vitest";
import { nameRules } from "./name-rules.ts";

describe("D5 settings about names", () => {
  it("include a name that passes the host's list and the repository's", () => {
    const { include } = nameRules({ include: ["pdf-*", "doc"], narrowing: [{ include: ["*-read", "xls"] }] });
    const kept = ["pdf-read", "pdf-write", "doc", "xls", "web-read"].filter((name) =>
      include.some((matches) => matches(name)),
    );
    expect(kept).toEqual(["pdf-read"]);
  });

  it("include everything if there is no list", () => {
    expect(nameRules({ narrowing: [{ include: [] }] }).include).toEqual([]);
  });

  it("keep the host's list when the repository's is empty", () => {
    const { include } = nameRules({ include: ["pdf"], narrowing: [{ include: [] }] });
    expect(include.map((matches) => matches("doc"))).toEqual([false]);
  });

  it("apply rows in the order in which they are written, even if a name looks like a number", () => {
    const rows = [
      ["*", "off"],
      ["123", "on"],
    ] as const;
    expect(nameRules({ overrides: rows }).overrideOf("123")).toBe("off");
  });

  it.each([
    [undefined, undefined, undefined],
    [undefined, "on", undefined],
    [undefined, "name-only", "name-only"],
    ["on", "off", "off"],
    ["off", "on", "off"],
    ["user-only", "name-only", "user-only"],
    ["name-only", "user-only", "user-only"],
  ] as const)("T3 from %s of the user and %s of the repository make %s", (own, added, expected) => {
    const { overrideOf } = nameRules({
      overrides: own === undefined ? {} : { pdf: own },
      narrowing: [{ overrides: added === undefined ? [] : [["pdf", added]] }],
    });
    expect(overrideOf("pdf")).toBe(expected);
  });
});
