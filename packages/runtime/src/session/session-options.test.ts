import { describe, expect, onTestFinished, test, vi } from "vitest";
import { openWorkshop, skillMd } from "../testing/workshop.ts";
import { catalogBudget, contextBudget, injectBudget } from "./session-options.ts";

describe("the budgets of a conversation", () => {
  test.each([
    ["I4 the catalog", catalogBudget, "catalogBudget", { small: 1_500, share: 0.02, large: 10_000 }],
    [
      "I4 the injections of a turn",
      injectBudget,
      "injectBudget",
      { small: 1_000, share: 0.04, large: 16_000 },
    ],
    ["D9 the context files", contextBudget, "contextBudget", { small: 1_000, share: 0.04, large: 8_000 }],
  ] as const)("%s: a share of the context window, within limits, unless the host says another number", (_title, budgetOf, option, {
    small,
    share,
    large,
  }) => {
    expect(budgetOf({})).toBe(Math.min(large, 200_000 * share));
    expect(budgetOf({ contextWindow: 100 })).toBe(small);
    const middle = (small + large) / 2 / share;
    expect(budgetOf({ contextWindow: middle + 0.1 })).toBe(Math.floor((middle + 0.1) * share));
    expect(budgetOf({ contextWindow: 10_000_000 })).toBe(large);
    expect(budgetOf({ contextWindow: 100, [option]: 123.9 })).toBe(123);
    expect(budgetOf({ [option]: 0 })).toBe(0);
    expect(budgetOf({ [option]: -5 })).toBe(0);
  });
});

describe("the library of a conversation", () => {
  test("R6 may come from another copy of the engine, as in a program that is bundled in parts", async () => {
    const workshop = openWorkshop({
      "home/.agents/skills/pdf/SKILL.md": skillMd({ name: "pdf", description: "Reads PDF files." }),
    });
    onTestFinished(workshop.close);
    const runtime = await workshop.start();
    // What a session needs is imported with the first one.
    await runtime.session();
    vi.resetModules();
    const { SkillLibrary } = await import("../resolution/skill-library.ts");
    const { nodeHash } = await import("../node/node-hash.ts");
    const library = SkillLibrary.fromSnapshot(runtime.library.toSnapshot(), nodeHash);
    expect(library.constructor).not.toBe(runtime.library.constructor);
    const session = await runtime.session({ library });
    expect((await session.call("skill_search", { query: "pdf" })).metadata.result_names).toEqual(["pdf"]);
  });
});
