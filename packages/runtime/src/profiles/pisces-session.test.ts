import { rmSync } from "node:fs";
import { describe, expect, onTestFinished, test } from "vitest";
import type { KnowhowEvent } from "../events.ts";
import type { SessionOptions } from "../session/session-options.ts";
import { openWorkshop, skillMd } from "../testing/workshop.ts";
import type { FileTree } from "../testing/write-tree.ts";
import { type PiscesSettings, piscesOptions } from "./pisces.ts";

const SKILLS = "home/.pisces/skills";
const PDF = "Reads PDF files. Use when a PDF is at hand.";
const READ = { availableTools: ["bash", "read"] };

const tree: FileTree = {
  [`${SKILLS}/pdf/SKILL.md`]: skillMd({ name: "pdf", description: PDF }, "# PDF\n\nRead the file first.\n"),
  [`${SKILLS}/pdf/references/tables.md`]: "# Tables\n",
  [`${SKILLS}/pdf/scripts/extract.py`]: "print('pdf')\n",
  [`${SKILLS}/pdf/assets/two words.json`]: "{}\n",
  [`${SKILLS}/postgres/SKILL.md`]: skillMd({ name: "postgres", description: "Asks PostgreSQL." }, "Ask.\n"),
};

const user = (content: string) => ({ role: "user" as const, content });
const loads = (events: readonly KnowhowEvent[]) =>
  events.flatMap((event) => (event.type === "skill.loaded" ? [event.payload] : []));

async function open(files: FileTree = tree, settings: PiscesSettings = {}, options: SessionOptions = {}) {
  const workshop = openWorkshop(files);
  onTestFinished(workshop.close);
  const runtime = await workshop.start(piscesOptions(settings));
  return { ...workshop, runtime, session: await runtime.session(options) };
}

describe("system prompt exposure", () => {
  test("P1 I1 with the read tool the prompt lists every skill by name and description", async () => {
    const { session } = await open();
    const { baseline, tools } = await session.turn(READ);
    expect(baseline).toContain(`- pdf: ${PDF}\n- postgres: Asks PostgreSQL.`);
    expect(baseline).toContain("read `skill://<name>`");
    expect(tools).toEqual([]);
  });

  test("P1 I1 without the read tool the list is left out, and a note says why", async () => {
    const { session } = await open();
    const { baseline, report } = await session.turn({ availableTools: ["bash", "readme"] });
    expect(baseline).toBe("");
    expect(report.notes).toEqual(['no skills are listed, because the host has no tool "read"']);
    expect((await session.turn(READ)).report.notes).toEqual([]);
  });

  test("P1 I1 a read tool that the host calls Read is enough", async () => {
    const { session } = await open();
    const { baseline, report } = await session.turn({ availableTools: ["Bash", "Read"] });
    expect(baseline).toContain(`- pdf: ${PDF}`);
    expect(report.notes).toEqual([]);
  });

  test("P1 I1 I6 a read tool that comes later brings the list as a message, once", async () => {
    const { session } = await open();
    await session.turn({ availableTools: ["bash"] });
    const { baseline, delta } = await session.turn(READ);
    expect([baseline, delta]).toEqual(["", expect.stringContaining(`- pdf: ${PDF}`)]);
    expect(delta).toContain("read `skill://<name>`");
    expect((await session.turn(READ)).delta).toBeUndefined();
  });

  test("P1 R6 a task's subagent has the session's skills", async () => {
    const { session, write, runtime } = await open();
    const { baseline } = await session.turn(READ);
    write({ [`${SKILLS}/new/SKILL.md`]: skillMd({ name: "new", description: "New." }) });
    await runtime.reload();
    const child = session.fork();
    expect((await child.turn(READ)).baseline).toBe(baseline);
    expect((await child.resolve("skill://pdf")).ok).toBe(true);
    expect(await child.resolve("skill://new")).toEqual({
      ok: false,
      message: "no skill registered with name 'new'",
    });
  });
});

describe("/skill:<name> commands", () => {
  const ask = (content: string) => ({ ...READ, messages: [user(content)] });

  test.each([
    ["/skill:pdf", ["pdf"]],
    ["/skill:PDF", []],
    ["/pdf", []],
    ["$pdf", []],
  ])("P1 M1 S6 a skill is started by its exact name and in no other way: %s", async (message, started) => {
    const { session } = await open();
    const { inject } = await session.turn(ask(message));
    expect(inject.flatMap(({ kind, skill }) => (kind === "skill" ? [skill] : []))).toEqual(started);
  });

  test("P1 S6 the file is read, its frontmatter stripped, path and arguments appended", async () => {
    const { session, at } = await open();
    const { inject } = await session.turn(ask("/skill:pdf merge a.pdf and b.pdf"));
    expect(inject).toMatchObject([{ kind: "skill", skill: "pdf" }]);
    expect(inject[0]?.text).toBe(
      [
        "# PDF\n\nRead the file first.\n\n---\n",
        `Skill: ${at(`${SKILLS}/pdf/SKILL.md`)}`,
        "User: merge a.pdf and b.pdf",
      ].join("\n"),
    );
  });

  test("P1 S6 without arguments there is no user line", async () => {
    const { session, at } = await open();
    const { inject } = await session.turn(ask("/skill:postgres"));
    expect(inject[0]?.text).toBe(`Ask.\n\n---\n\nSkill: ${at(`${SKILLS}/postgres/SKILL.md`)}`);
  });

  test("P1 S6 the file is read as it is when the command comes", async () => {
    const { session, write } = await open();
    await session.turn(READ);
    write({ [`${SKILLS}/pdf/SKILL.md`]: skillMd({ name: "pdf", description: PDF }, "Edited.\n") });
    expect((await session.turn(ask("/skill:pdf"))).inject[0]?.text).toContain("Edited.");
  });

  test("P1 S6 arguments fill placeholders and are still shown below", async () => {
    const { session } = await open({
      [`${SKILLS}/fix/SKILL.md`]: skillMd({ name: "fix", description: "Fixes." }, "Fix $ARGUMENTS.\n"),
    });
    const text = (await session.turn(ask("/skill:fix issue 42"))).inject[0]?.text;
    expect(text).toMatch(/^Fix issue 42\.\n[\s\S]*\nUser: issue 42$/);
  });

  test("P1 S6 every command gives the body, also the same one again, without a limit", async () => {
    const { session, events } = await open();
    await session.turn(ask("/skill:pdf a.pdf"));
    const again = await session.turn({
      messages: [user("/skill:pdf a.pdf"), user("/skill:pdf a.pdf")],
    });
    expect(again.inject).toMatchObject([{ kind: "skill", skill: "pdf" }]);
    expect(again.inject[0]?.text).toContain("Read the file first.");
    const other = await session.turn({ messages: [user("x"), user("y"), user("/skill:pdf b.pdf")] });
    expect(other.inject[0]?.text).toContain("User: b.pdf");
    expect(loads(events)).toHaveLength(3);
    const messages = Array.from({ length: 30 }, (_, at) => user(`/skill:pdf ${at}.pdf`));
    for (let length = 4; length <= messages.length; length += 1) {
      const { inject } = await session.turn({ messages: messages.slice(0, length) });
      expect(inject[0]?.text).toContain(`User: ${length - 1}.pdf`);
    }
  });

  test("P1 D5 S6 with commands switched off it is a text like any other", async () => {
    const { session } = await open(tree, { enableSkillCommands: false });
    expect((await session.turn(ask("/skill:pdf a.pdf"))).inject).toEqual([]);
  });

  test("P1 S6 it is a convenience: it changes nothing about what is listed", async () => {
    const { session } = await open();
    const { baseline } = await session.turn(READ);
    expect((await session.turn(ask("/skill:pdf"))).baseline).toBe(baseline);
  });
});

describe("skill:// URLs", () => {
  test("P1 S5 a name gives the skill's SKILL.md, a path a file of its directory", async () => {
    const { session } = await open();
    expect(await session.resolve("skill://pdf")).toMatchObject({
      ok: true,
      contentType: "text/markdown",
      text: expect.stringMatching(/^---\n[\s\S]*Read the file first\.\n$/),
    });
    expect(await session.resolve("skill://pdf/references/tables.md")).toMatchObject({
      ok: true,
      path: "references/tables.md",
      text: "# Tables\n",
    });
  });

  test("P1 S5 relative paths are URL-decoded", async () => {
    const { session } = await open();
    expect(await session.resolve("skill://pdf/assets/two%20words.json")).toMatchObject({
      ok: true,
      text: "{}\n",
    });
  });

  test.each([
    ["skill://pdf", "text/markdown"],
    ["skill://pdf/references/tables.md", "text/markdown"],
    ["skill://pdf/scripts/extract.py", "text/plain"],
    ["skill://pdf/assets/two%20words.json", "text/plain"],
  ])("P1 S5 %s has the type %s", async (url, contentType) => {
    const { session } = await open();
    expect(await session.resolve(url)).toMatchObject({ ok: true, contentType });
  });

  test("P1 S5 other profiles know more types: the difference is a value", async () => {
    const { start } = await open(tree);
    const runtime = await start({ profile: "agentskills", roots: ["../home/.pisces/skills"] });
    const session = await runtime.session();
    expect(await session.resolve("skill://pdf/assets/two%20words.json")).toMatchObject({
      contentType: "application/json",
    });
  });

  const isAbsolute = "absolute paths are not allowed";
  const goesUp = '".." is not allowed';
  test.each([
    ["another case", "skill://PDF", "no skill registered with name 'PDF'"],
    ["an unknown name", "skill://docx", "no skill registered with name 'docx'"],
    ["an absolute path", "skill://pdf//etc/passwd", isAbsolute],
    ["an encoded absolute path", "skill://pdf/%2Fetc%2Fpasswd", isAbsolute],
    ["a way up", "skill://pdf/../postgres/SKILL.md", goesUp],
    ["an encoded way up", "skill://pdf/%2e%2e/postgres/SKILL.md", goesUp],
    ["a way up and back", "skill://pdf/references/../../pdf/SKILL.md", goesUp],
    ["a broken encoding", "skill://pdf/%zz", "the URL is not correctly encoded"],
    ["no name", "skill://", "the URL is not correctly encoded"],
  ])("P1 S5 %s is refused by its own guard", async (_what, url, message) => {
    const { session } = await open();
    expect(await session.resolve(url)).toEqual({ ok: false, message: expect.stringContaining(message) });
  });

  test("P1 S5 a link out of the skill's directory is not followed", async () => {
    const { session } = await open({
      ...tree,
      "home/secret.txt": "secret",
      [`${SKILLS}/pdf/secret.txt`]: { link: "../../../secret.txt" },
    });
    expect(await session.resolve("skill://pdf/secret.txt")).toEqual({
      ok: false,
      message: expect.stringContaining("File not found"),
    });
  });

  test("P1 S5 T5 a link that stays inside the skill's directory is served as the file it leads to", async () => {
    const { session } = await open({
      ...tree,
      [`${SKILLS}/pdf/tables.md`]: { link: "references/tables.md" },
      [`${SKILLS}/pdf/docs`]: { link: "references" },
      [`${SKILLS}/pdf/README.md`]: { link: "SKILL.md" },
    });
    const expected = { ok: true, path: "references/tables.md", text: "# Tables\n" };
    expect(await session.resolve("skill://pdf/tables.md")).toMatchObject(expected);
    expect(await session.resolve("skill://pdf/docs/tables.md")).toMatchObject(expected);
    expect(await session.resolve("skill://pdf/README.md")).toMatchObject({
      path: "SKILL.md",
      text: expect.stringContaining("Read the file first."),
    });
  });

  test("P1 S5 T5 a link cannot lead to a file that is withheld", async () => {
    const { session } = await open({
      ...tree,
      [`${SKILLS}/pdf/.env`]: "TOKEN=1\n",
      [`${SKILLS}/pdf/node_modules/x/index.js`]: "x\n",
      [`${SKILLS}/pdf/settings.txt`]: { link: ".env" },
      [`${SKILLS}/pdf/code.js`]: { link: "node_modules/x/index.js" },
      [`${SKILLS}/pdf/up`]: { link: ".." },
    });
    for (const path of ["settings.txt", "code.js", "up/postgres/SKILL.md", "node_modules/x/index.js"])
      expect(await session.resolve(`skill://pdf/${path}`)).toEqual({
        ok: false,
        message: expect.stringContaining("File not found"),
      });
    expect(await session.resolve("skill://pdf/.env")).toMatchObject({
      ok: false,
      message: expect.stringContaining("may contain credentials"),
    });
  });

  test.skipIf(process.platform === "win32")("P1 S5 a colon in a file's name is not a drive", async () => {
    const { session } = await open({ ...tree, [`${SKILLS}/pdf/a:b.md`]: "Colon.\n" });
    expect(await session.resolve("skill://pdf/a:b.md")).toMatchObject({ ok: true, text: "Colon.\n" });
  });

  test("P1 S5 a SKILL.md that was removed is not found", async () => {
    const { session, at } = await open();
    rmSync(at(`${SKILLS}/postgres/SKILL.md`));
    rmSync(at(`${SKILLS}/pdf`), { recursive: true });
    for (const url of ["skill://postgres", "skill://pdf", "skill://pdf/references/tables.md"])
      expect(await session.resolve(url)).toEqual({
        ok: false,
        message: expect.stringContaining("File not found"),
      });
  });

  test("P1 S5 a missing file is an explicit error, and nothing else is searched", async () => {
    const { session } = await open();
    for (const path of ["none.md", "tables.md", "References/tables.md"])
      expect(await session.resolve(`skill://pdf/${path}`)).toMatchObject({
        ok: false,
        message: expect.stringContaining("File not found"),
      });
  });
});

describe("skills are passive content", () => {
  test("P1 M8 globs and alwaysApply are on the skill and inject nothing", async () => {
    const { runtime, session, events } = await open({
      [`${SKILLS}/ts/SKILL.md`]: skillMd({ name: "ts", description: "TypeScript.", globs: ["*.ts"] }),
      [`${SKILLS}/tone/SKILL.md`]: skillMd({ name: "tone", description: "Tone.", alwaysApply: true }),
    });
    expect(runtime.library.list().map(({ fields }) => fields)).toEqual([
      { alwaysApply: true },
      { globs: ["*.ts"] },
    ]);
    const { inject, baseline } = await session.turn({ ...READ, files: ["src/app.ts"] });
    expect([inject, loads(events)]).toEqual([[], []]);
    expect(baseline).toContain("- tone: Tone.\n- ts: TypeScript.");
  });
});
