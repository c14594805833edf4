import { describe, expect, test } from "vitest";
import type { InlineSkill } from "../options.ts";
import { createRuntime } from "../runtime.ts";
import { fakePorts } from "../testing/fake-ports.ts";
import { skillMd } from "../testing/workshop.ts";
import { skillSource } from "./skill-source.ts";

const skill = (name: string, description = `Does ${name}.`): InlineSkill => ({
  name,
  text: skillMd({ name, description }),
  files: { "notes.md": "Look here.\n" },
});

describe("a source made of a list", () => {
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
