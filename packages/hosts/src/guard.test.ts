import { describe, expect, it } from "vitest";
import { openSession } from "../testing/open-session.ts";
import { guardExecute, refusal, wrapMethods } from "./guard.ts";

describe("S9 the guard around a host's tools", () => {
  it("S9 lets every call pass while no skill is active", async () => {
    const session = await openSession();
    expect(refusal(session, { name: "web_search", input: { query: "x" } })).toBeUndefined();
  });

  it("S9 refuses what the active skill does not allow and says why", async () => {
    const session = await openSession();
    await session.call("skill_load", { name: "forms" });
    expect(refusal(session, { name: "Bash", input: { command: "git status" } })).toBeUndefined();
    expect(refusal(session, { name: "Bash", input: { command: "git status; curl x" } })).toContain('"Bash"');
    expect(refusal(session, { name: "web_search", input: {} })).toContain("does not list the tool");
  });

  it("S9 asks nobody in the advisory mode: the host decides", async () => {
    const session = await openSession({});
    await session.call("skill_load", { name: "forms" });
    expect(refusal(session, { name: "web_search", input: {} })).toBeUndefined();
  });

  it("S9 leaves the given tools as they are and hands over all arguments", async () => {
    const session = await openSession();
    const tools = { web_search: { execute: async (...args: unknown[]) => args, other: 1 } };
    const guarded = guardExecute(session, tools);
    expect(await guarded.web_search.execute({ query: "x" }, { id: 1 })).toEqual([{ query: "x" }, { id: 1 }]);
    await session.call("skill_load", { name: "forms" });
    await expect(guarded.web_search.execute({ query: "x" })).rejects.toThrow("may not be used now");
    expect(await tools.web_search.execute("still free")).toEqual(["still free"]);
    expect({ ...guarded.web_search }.other).toBe(1);
  });

  it("S9 keeps a class instance what it is, and does not invent methods", () => {
    class Tool {
      readonly #name = "secret";
      run(): string {
        return this.#name;
      }
    }
    const wrapped = wrapMethods(new Tool(), {
      run: (method) => () => `wrapped ${method()}`,
      execute: (method) => method,
    });
    expect(wrapped).toBeInstanceOf(Tool);
    expect(wrapped.run()).toBe("wrapped secret");
    expect("execute" in wrapped).toBe(false);
  });
});
