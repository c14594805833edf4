import { describe, expect, test } from "vitest";
import type { InlineSkill } from "../options.ts";
import { createRuntime } from "../runtime.ts";
import { fakePorts } from "../testing/fake-ports.ts";
import { skillSourceSuite } from "../testing/skill-source-suite.ts";
import { skillMd } from "../testing/workshop.ts";
import { skillSource } from "./skill-source.ts";

const skill = (name: string, description = `Does ${name}.`): InlineSkill => ({
  name,
  text: skillMd({ name, description }),
  files: { "notes.md": "Look here.\n" },
});

describe("a source made of a list", () => {
  test.each(skillSourceSuite)("D10 $title", async ({ run }) => {
    await run((given) => {
      let skills: readonly InlineSkill[] | Error = given;
      const listeners = new Set<() => void>();
      const source = skillSource({
        path: "db:/skills",
        list: async () => {
          if (skills instanceof Error) throw skills;
          return skills;
        },
        watch: (onChange) => {
          // A function of its own, because two watches may share a callback.
          const listener = () => onChange();
          listeners.add(listener);
          return { close: () => void listeners.delete(listener) };
        },
      });
      return {
        source,
        replace: (next) => {
          skills = next;
          for (const listener of listeners) listener();
        },
        disconnect: () => {
          skills = new Error("no connection");
        },
      };
    });
  });

  test("D10 leaves out files that are not inside the skill's directory, and says so", async () => {
    const files = { "../outside.md": "x", "SKILL.md": "x", ".": "x", "a/../notes.md": "Inside.\n" };
    const source = skillSource({ path: "db:/skills", list: () => [{ ...skill("pdf"), files }] });
    const runtime = await createRuntime(fakePorts({}), { sources: [source] });
    expect((await runtime.resources("pdf")).value).toEqual([{ path: "notes.md", size: 8 }]);
    expect((await runtime.read("pdf")).body).toContain("step by step");
    expect(runtime.library.diagnostics.map(({ code, path }) => [code, path])).toEqual(
      Array.from({ length: 3 }, () => ["discovery.entry-unreadable", "db:/skills/pdf/SKILL.md"]),
    );
    await expect(
      createRuntime(fakePorts({}), { skills: [{ ...skill("pdf"), files }] }),
    ).rejects.toMatchObject({
      code: "runtime.bad-option",
      message: expect.stringContaining("../outside.md"),
    });
  });

  test("D10 gives its skills and their files", async () => {
    const source = skillSource({ path: "db:/skills", list: () => [skill("pdf")] });
    const runtime = await createRuntime(fakePorts({}), { sources: [source] });
    expect(runtime.library.get("pdf")).toMatchObject({ path: "db:/skills/pdf/SKILL.md" });
    expect((await runtime.resources("pdf")).value).toEqual([{ path: "notes.md", size: 11 }]);
    expect((await runtime.read("pdf")).body).toContain("step by step");
  });

  test("D10 D8 is listed again by every reload, also when a text keeps its length", async () => {
    let skills = [skill("pdf", "Does aaa.")];
    const source = skillSource({ path: "db:/skills", list: async () => skills });
    const runtime = await createRuntime(fakePorts({}), { sources: [source] });
    skills = [skill("pdf", "Does bbb."), skill("csv")];
    const library = await runtime.reload();
    expect(library.list().map(({ name, description }) => [name, description])).toEqual([
      ["csv", "Does csv."],
      ["pdf", "Does bbb."],
    ]);
  });

  test("D10 that breaks costs its own skills only, and says so", async () => {
    const broken = skillSource({
      path: "db:/broken",
      list: () => {
        throw new Error("no connection");
      },
    });
    const runtime = await createRuntime(fakePorts({}), { sources: [broken], skills: [skill("pdf")] });
    expect(runtime.library.list().map(({ name }) => name)).toEqual(["pdf"]);
    expect(runtime.library.diagnostics.map(({ message }) => message).join()).toContain("no connection");
  });

  test("D10 is empty when its list is empty", async () => {
    const runtime = await createRuntime(fakePorts({}), {
      sources: [skillSource({ path: "db:/skills", list: () => [] })],
    });
    expect(runtime.library.size).toBe(0);
    expect(runtime.library.diagnostics).toEqual([]);
  });
});
