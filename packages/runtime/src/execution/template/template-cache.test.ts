import { describe, expect, it } from "vitest";
import { templateCache } from "./template-cache.ts";

describe("templateCache", () => {
  it("X2 compiles a source once for each kind, also one with a problem", () => {
    const cache = templateCache();
    expect(cache.value("{{ x }}")).toBe(cache.value("{{ x }}"));
    expect(cache.template("{{ x }}")).not.toBe(cache.value("{{ x }}"));
    expect(cache.expression("x +")).toBe(cache.expression("x +"));
    expect(cache.expression("x +").ok).toBe(false);
  });

  it("X2 drops what was not used for longest", () => {
    const cache = templateCache({ size: 2 });
    const [first, second] = [cache.template("a"), cache.template("b")];
    expect(cache.template("a")).toBe(first);
    cache.template("c");
    expect(cache.template("a")).toBe(first);
    expect(cache.template("b")).not.toBe(second);
  });

  it("X2 passes its options on and checks them", () => {
    expect(templateCache({ filters: ["money"] }).template("{{ 1 | money }}").ok).toBe(true);
    expect(templateCache({ filters: [] }).template("{{ 1 | money }}").ok).toBe(false);
    expect(templateCache({ maxSource: 3 }).template("abcd").ok).toBe(false);
    expect(() => templateCache({ size: 0 })).toThrow("size");
    const wrong = { size: 3, maxSorce: 3 };
    expect(() => templateCache(wrong)).toThrow('did you mean "maxSource"');
  });
});
