import { rmSync } from "node:fs";
import { describe, expect, onTestFinished, test } from "vitest";
import { memoryFiles } from "../discovery/memory-files.ts";
import { nodeHash } from "../node/node-hash.ts";
import { SkillLibrary } from "../resolution/skill-library.ts";
import { createRuntime } from "../runtime.ts";
import { countingFiles } from "../testing/counting-files.ts";
import { fakePorts } from "../testing/fake-ports.ts";
import { openWorkshop, skillMd } from "../testing/workshop.ts";

const PDF = "home/.agents/skills/pdf/SKILL.md";
const pdf = (body: string, description = "Reads PDF files.") => skillMd({ name: "pdf", description }, body);

function open(body = "First edition.") {
  const workshop = openWorkshop({ [PDF]: pdf(body) });
  onTestFinished(workshop.close);
  return workshop;
}

const load = async (session: { call(tool: string, args: unknown): Promise<{ readonly text: string }> }) =>
  (await session.call("skill_load", { name: "pdf" })).text;

describe("a session", () => {
  test("D8 is opened on the files as they are, without a reload by the host", async () => {
    const { start, write } = open();
    const runtime = await start();
    write({
      [PDF]: pdf("Second edition.", "Reads and writes PDF files."),
      "home/.agents/skills/new/SKILL.md": skillMd({ name: "new", description: "Came later." }),
    });
    const session = await runtime.session();
    const { baseline } = await session.turn();
    expect(baseline).toContain("Reads and writes PDF files.");
    expect(baseline).toContain("- new: Came later.");
    expect((await (await runtime.session({ reload: false })).turn()).baseline).toBe(baseline);
  });

  test("D8 does not look again where the host says so", async () => {
    const { start, write } = open();
    const runtime = await start();
    write({ [PDF]: pdf("Second edition.", "Reads and writes PDF files.") });
    expect((await (await runtime.session({ reload: false })).turn()).baseline).toContain("Reads PDF files.");
  });

  test.each([
    ["frozen", "First edition."],
    ["cached", "Second edition."],
    ["on-load", "Third edition."],
  ] as const)("D8 S9 %s bodies give %s after two edits, also after a restore", async (bodies, expected) => {
    const { start, write } = open();
    const runtime = await start();
    const session = await runtime.session({ bodies });
    write({ [PDF]: pdf("Second edition.") });
    await session.call("skill_load", { name: "pdf" });
    write({ [PDF]: pdf("Third edition.") });
    const restore = JSON.parse(JSON.stringify(session));
    for (const later of [session, await (await start()).session({ restore, bodies })]) {
      await later.compacted({ keepTokens: 0 });
      expect(await load(later)).toContain(expected);
    }
  });

  test("D8 cached bodies are read once, whatever is asked for how often", async () => {
    const ports = fakePorts({
      "/project/skills/note/SKILL.md": skillMd({
        name: "note",
        description: "Notes.",
        triggers: ["note {what}"],
      }),
      "/project/skills/note/assets/template.md": "# {{title}}\n",
    });
    const { files, reads } = countingFiles(ports.files);
    const runtime = await createRuntime({ ...ports, files }, { profile: "aios" });
    const session = await runtime.session({ reload: false });
    await runtime.match("builds the index");
    const before = reads.length;
    const messages = [{ role: "user" as const, content: "note this" }];
    expect((await session.turn({ messages })).inject).toHaveLength(1);
    const first = reads.slice(before);
    expect(first.filter((path) => path.endsWith("SKILL.md"))).toHaveLength(1);
    messages.push({ role: "user", content: "please note this" });
    expect((await session.turn({ messages })).inject).toEqual([]);
    expect(reads.slice(before)).toEqual(first);
    await session.call("skill_load", { name: "note" });
    await session.call("skill_load", { name: "note" });
    expect(reads.slice(before).filter((path) => path.endsWith("SKILL.md"))).toHaveLength(1);
  });
});

describe("a subagent", () => {
  test.each([
    "edited",
    "deleted",
  ])("R6 has the bodies of the moment it was made, also when a file is %s", async (fate) => {
    const { start, write, at } = open();
    const session = await (await start()).session();
    const child = session.fork();
    await child.prepare();
    if (fate === "edited") write({ [PDF]: pdf("Second edition.") });
    else rmSync(at("home/.agents/skills/pdf"), { recursive: true });
    expect(await load(child)).toContain("First edition.");
    expect(await load(session)).not.toContain("First edition.");
  });

  test("R6 sees edits where the host wants that", async () => {
    const { start, write } = open();
    const child = (await (await start()).session()).fork({ bodies: "on-load" });
    write({ [PDF]: pdf("Second edition.") });
    expect(await load(child)).toContain("Second edition.");
  });
});

describe("a snapshot with bodies", () => {
  test("R6 opens a session without any file", async () => {
    const wire = JSON.stringify(await (await open().start()).snapshot());
    const library = SkillLibrary.fromSnapshot(JSON.parse(wire), nodeHash);
    const elsewhere = await createRuntime({ ...fakePorts({}), files: memoryFiles({}) });
    const session = await elsewhere.session({ library });
    expect((await session.turn()).baseline).toContain("- pdf: Reads PDF files.");
    expect(await load(session)).toContain("First edition.");
  });

  test("R6 is refused when a body was changed", async () => {
    const wire = JSON.stringify(await (await open().start()).snapshot());
    const changed = JSON.parse(wire.replace("First edition.", "Another one."));
    expect(() => SkillLibrary.fromSnapshot(changed, nodeHash)).toThrow(/does not match its id/);
  });

  test("R6 a library is the only thing that a session takes for one", async () => {
    const runtime = await open().start();
    const library = await runtime.snapshot();
    await expect(Reflect.apply(runtime.session, runtime, [{ library }])).rejects.toMatchObject({
      code: "runtime.bad-option",
    });
  });
});
