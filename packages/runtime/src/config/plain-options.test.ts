import { describe, expect, onTestFinished, test } from "vitest";
import { once } from "../basics/once.ts";
import { createRuntime } from "../runtime.ts";
import { fakePorts } from "../testing/fake-ports.ts";
import { openWorkshop, skillMd } from "../testing/workshop.ts";

const deny = () => ({ admitted: false, reason: "no" }) as const;
class Host {
  get admit() {
    return [deny];
  }
}
class Subclass {
  overrides = { a: "off" };
  method() {
    return 1;
  }
}

describe("options that a copy would lose", () => {
  test.each<[string, unknown]>([
    ["inherited options", Object.create({ admit: [deny] })],
    ["getters of a class", new Host()],
    ["an instance with methods", new Subclass()],
    ["a property that is not enumerable", Object.defineProperty({}, "admit", { value: [deny] })],
    [
      "a getter",
      {
        get admit() {
          return [deny];
        },
      },
    ],
    ["a symbol", { [Symbol("admit")]: [deny] }],
    ["a Map", new Map([["admit", [deny]]])],
    ["a Date", new Date(0)],
    ["a Map of overrides", { overrides: new Map([["a", "off"]]) }],
    ["a Map of switches", { providers: new Map([["agents", false]]) }],
    ["a Map in a configuration", { config: { overrides: new Map([["a", "off"]]) } }],
  ])("T3 %s are refused instead of ignored", async (_what, options) => {
    await expect(Reflect.apply(createRuntime, undefined, [fakePorts({}), options])).rejects.toMatchObject({
      code: "runtime.bad-option",
    });
  });

  test("T3 objects without a prototype and the process's environment are plain", async () => {
    const workshop = openWorkshop();
    onTestFinished(workshop.close);
    const options = Object.assign(Object.create(null), { env: process.env, providers: false });
    expect((await workshop.start(options)).library.size).toBe(0);
  });
});

describe("a value that is made once", () => {
  test("is made again after it failed", async () => {
    let tries = 0;
    const get = once(async () => {
      tries += 1;
      if (tries === 1) throw new Error("not yet");
      return tries;
    });
    await expect(get()).rejects.toThrow("not yet");
    expect(await get()).toBe(2);
    expect(await get()).toBe(2);
  });
});

describe("what a check withholds", () => {
  test("T1 R6 is in no snapshot, and no audit log says that it was served", async () => {
    const workshop = openWorkshop({
      "home/.agents/skills/a/SKILL.md": skillMd({ name: "a", description: "A." }, "Body."),
    });
    onTestFinished(workshop.close);
    const actions: string[] = [];
    const audit = { append: ({ action }: { readonly action: string }) => void actions.push(action) };
    const runtime = await workshop.start({ admit: [deny], audit });
    expect(JSON.stringify(await runtime.snapshot())).not.toContain("Body.");
    expect(actions).toEqual([]);
  });
});

describe("embedders that cannot be opened", () => {
  test("M4 cost their own part of a match: words still count, with a note, and the next match tries again", async () => {
    const workshop = openWorkshop({
      "home/.agents/skills/charts/SKILL.md": skillMd({
        name: "charts",
        description: "Draws bar charts and line charts from tables of numbers.",
      }),
    });
    onTestFinished(workshop.close);
    let tries = 0;
    const runtime = await workshop.start({
      embedders: async () => {
        tries += 1;
        if (tries < 3) throw new Error("no such model");
        return [];
      },
    });
    const ask = () => runtime.match("draw bar charts of these numbers");
    for (let round = 0; round < 2; round += 1)
      expect(await ask()).toMatchObject({
        matches: [{ name: "charts" }],
        notes: ["skills are matched by words alone: no such model"],
      });
    expect((await ask()).notes).toEqual([]);
  });
});

describe("a fork", () => {
  test("X7 stays within a ceiling that the host gives it", async () => {
    const workshop = openWorkshop();
    onTestFinished(workshop.close);
    const session = await (await workshop.start()).session({ toolScope: "restrict" });
    const ceiling = [{ skill: "x", allowed: ["Read"], disallowed: ["Bash"] }];
    expect(session.guard({ name: "Bash", input: {} }).verdict).not.toBe("deny");
    expect(session.fork({ ceiling }).guard({ name: "Bash", input: {} }).verdict).toBe("deny");
  });
});
