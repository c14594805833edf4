import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isWireName, wireNames } from "./wire-names.ts";

describe("the names on the wire", () => {
  it.each([
    ["pdf", "pdf"],
    ["PDF Tools!", "pdf-tools"],
    ["Größe", "gro-e"],
    ["a--b_", "a-b"],
  ])("S10 make %j %j", (name, wire) => {
    expect(wireNames([name]).wireOf.get(name)).toBe(wire);
  });

  it("S10 are valid, one per skill, and lead back to it", () => {
    const names = fc.uniqueArray(
      fc.oneof(fc.string({ maxLength: 80 }), fc.constantFrom("pdf", "PDF", "p d f", "日本語")),
    );
    fc.assert(
      fc.property(names, (all) => {
        const { wireOf, nameOf } = wireNames(all);
        expect([...wireOf.values()].filter((wire) => !isWireName(wire))).toEqual([]);
        expect(new Set(wireOf.values()).size).toBe(all.length);
        for (const name of all) expect(nameOf.get(wireOf.get(name) ?? "")).toBe(name);
        for (const name of all.filter(isWireName)) expect(wireOf.get(name)).toBe(name);
      }),
    );
  });

  it("S10 do not depend on the order of the library", () => {
    const names = ["PDF", "pdf", "Pdf", "p.d.f", "p d f"];
    const sorted = (list: readonly string[]) => [...wireNames(list).wireOf].sort();
    expect(sorted(names.toReversed())).toEqual(sorted(names));
  });
});
