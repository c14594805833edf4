import { describe, expect, it } from "vitest";
import { openServerSession, openSession } from "../testing/open-session.ts";
import { guardExecute, runPermitted, wrapMethods } from "./guard.ts";

describe("S9 the guard around a host's tools", () => {
  const web = { web_search: { execute: async (input: unknown) => input } };
  const bash = { Bash: { execute: async (input: unknown) => input } };

  it("S9 lets every call pass while no skill is active", async () => {
    const guarded = guardExecute(await openSession(), web);
    expect(await guarded.web_search.execute({ query: "x" })).toEqual({ query: "x" });
  });

  it("S9 refuses what the active skill does not allow and says why", async () => {
    const session = await openSession();
    await session.call("skill_load", { name: "forms" });
    const { Bash, web_search } = guardExecute(session, { ...web, ...bash });
    expect(await Bash.execute({ command: "git status" })).toEqual({ command: "git status" });
    await expect(Bash.execute({ command: "git status; curl x" })).rejects.toThrow(
      'The tool "Bash" cannot be used now: skill "forms" does not allow this call',
    );
    await expect(web_search.execute({})).rejects.toThrow("does not list the tool");
  });

  it("S9 leaves every decision to the host in the advisory mode", async () => {
    const session = await openSession({});
    await session.call("skill_load", { name: "forms" });
    expect(await guardExecute(session, web).web_search.execute({})).toEqual({});
  });

  it("S11 runs in the same tick if the user need not be asked, so the input cannot change in between", async () => {
    const ran: string[] = [];
    const run = (input: unknown) => `${input}`;
    expect(runPermitted({ allowed: true, input: 1 }, run, (reason) => reason)).toBe("1");
    expect(runPermitted({ allowed: false, pending: false, reason: "no" }, run, (reason) => reason)).toBe(
      "no",
    );
    const execute = async ({ command }: { command: string }) => ran.push(command);
    const guarded = guardExecute(await openSession(), { Bash: { execute } });
    const input = { command: "git status" };
    const done = guarded.Bash.execute(input);
    input.command = "rm";
    await done;
    expect(ran).toEqual(["git status"]);
  });

  it("S9 S11 keeps a stream of results a stream, and gives the last one after a question", async () => {
    const tools = {
      count: {
        async *execute(to: unknown) {
          for (let n = 1; n <= Number(to); n += 1) yield n;
        },
      },
    };
    const seen: number[] = [];
    for await (const n of guardExecute(await openSession(), tools).count.execute(3)) seen.push(n);
    expect(seen).toEqual([1, 2, 3]);
    const asking = guardExecute(await openServerSession(), tools, { ask: () => ({ answer: "yes" }) });
    expect(await asking.count.execute(3)).toBe(3);
  });

  it("S9 does not change the given tools, and passes all arguments on", async () => {
    const session = await openSession();
    const tools = { web_search: { execute: async (...args: unknown[]) => args, other: 1 } };
    const guarded = guardExecute(session, tools);
    expect(await guarded.web_search.execute({ query: "x" }, { id: 1 })).toEqual([{ query: "x" }, { id: 1 }]);
    await session.call("skill_load", { name: "forms" });
    await expect(guarded.web_search.execute({ query: "x" })).rejects.toThrow("cannot be used now");
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
