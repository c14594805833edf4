import { execFileSync } from "node:child_process";
import { renameSync, rmSync } from "node:fs";
import { describe, expect, onTestFinished, test } from "vitest";
import { nodeHash } from "../node/node-hash.ts";
import { SkillLibrary } from "../resolution/skill-library.ts";
import { openWorkshop, skillMd } from "../testing/workshop.ts";
import type { FileTree } from "../testing/write-tree.ts";

const USER = "home/.agents/skills";
const PDF = `${USER}/pdf`;
const pdf = skillMd({ name: "pdf", description: "Reads PDF files." });
const moved = { code: "runtime.unreadable-skill", hint: expect.stringContaining("reload") };

function open(tree: FileTree) {
  const workshop = openWorkshop(tree);
  onTestFinished(workshop.close);
  return workshop;
}

describe("D6 a skill is read again from exactly where it was found", () => {
  test("D6 not after its directory became a link to somewhere else", async () => {
    const { start, at, write } = open({
      [`${PDF}/SKILL.md`]: pdf,
      [`${PDF}/a.md`]: "a",
      "outside/SKILL.md": pdf,
      "outside/secret.md": "secret",
    });
    const runtime = await start();
    const session = await runtime.session();
    rmSync(at(PDF), { recursive: true });
    write({ [PDF]: { link: at("outside") } });
    await expect(runtime.read("pdf")).rejects.toMatchObject(moved);
    await expect(runtime.resources("pdf")).rejects.toMatchObject(moved);
    await expect(runtime.digest("pdf")).rejects.toMatchObject(moved);
    expect(await session.resolve("skill://pdf/secret.md")).toMatchObject({ ok: false });
  });

  test("D6 not after its SKILL.md became a link", async () => {
    const { start, at, write } = open({ [`${PDF}/SKILL.md`]: pdf, "secret.md": "secret" });
    const runtime = await start();
    rmSync(at(`${PDF}/SKILL.md`));
    write({ [`${PDF}/SKILL.md`]: { link: at("secret.md") } });
    await expect(runtime.read("pdf")).rejects.toMatchObject(moved);
    await expect(runtime.digest("pdf")).rejects.toMatchObject(moved);
  });

  test("D6 not after its link was pointed at another trusted place", async () => {
    const { start, at, write } = open({
      "pool/pdf/SKILL.md": pdf,
      "pool/other/SKILL.md": pdf,
      [PDF]: { link: "../../../pool/pdf" },
    });
    const runtime = await start({ links: [at("pool")] });
    const before = runtime.library;
    expect((await runtime.read("pdf")).text).toBe(pdf);
    rmSync(at(PDF));
    write({ [PDF]: { link: "../../../pool/other" } });
    await expect(runtime.read("pdf")).rejects.toMatchObject(moved);
    await expect(runtime.resources("pdf")).rejects.toMatchObject(moved);
    const after = await runtime.reload();
    expect(after.equals(before)).toBe(false);
    expect((await runtime.read("pdf")).text).toBe(pdf);
  });

  test.skipIf(process.platform === "win32")("D6 not after its SKILL.md became a pipe", async () => {
    const { start, at } = open({ [`${PDF}/SKILL.md`]: pdf });
    const runtime = await start();
    rmSync(at(`${PDF}/SKILL.md`));
    execFileSync("mkfifo", [at(`${PDF}/SKILL.md`)]);
    await expect(runtime.read("pdf")).rejects.toMatchObject(moved);
    await expect(runtime.digest("pdf")).rejects.toMatchObject(moved);
  });

  test("D6 a SKILL.md that links into an allowed directory is read, listed and digested", async () => {
    const { start, at } = open({
      "pool/shared.md": pdf,
      [`${PDF}/SKILL.md`]: { link: "../../../../pool/shared.md" },
      [`${PDF}/a.md`]: "a",
    });
    const runtime = await start({ links: [at("pool")] });
    expect(runtime.library.entry("pdf")?.state).toBe("on");
    expect((await runtime.read("pdf")).text).toBe(pdf);
    expect((await runtime.resources("pdf")).value).toEqual([{ path: "a.md", size: 1 }]);
    expect(await runtime.digest("pdf")).toMatch(/^sha256-v1:/);
  });

  test("D6 S4 a resource whose folder became a link is not served and not digested", async () => {
    const { start, at, write } = open({
      [`${PDF}/SKILL.md`]: pdf,
      [`${PDF}/references/a.md`]: "a",
      "outside/a.md": "secret",
    });
    const runtime = await start({ resources: "discovery" });
    const session = await runtime.session();
    renameSync(at(`${PDF}/references`), at("aside"));
    write({ [`${PDF}/references`]: { link: at("outside") } });
    expect(await session.resolve("skill://pdf/references/a.md")).toMatchObject({ ok: false });
    expect((await runtime.resources("pdf")).value).toEqual([]);
  });

  test("R6 where it was really found survives a snapshot", async () => {
    const { start, at } = open({ "pool/pdf/SKILL.md": pdf, [PDF]: { link: "../../../pool/pdf" } });
    const { library } = await start({ links: [at("pool")] });
    const restored = SkillLibrary.fromSnapshot(JSON.parse(JSON.stringify(library.toSnapshot())), nodeHash);
    const real = { path: at("pool/pdf/SKILL.md"), directory: at("pool/pdf") };
    expect([library.get("pdf")?.real, restored.get("pdf")?.real]).toEqual([real, real]);
  });
});

test.runIf(process.platform === "linux")(
  "F8 a file whose name is not valid UTF-8 leaves no hole in a digest",
  async () => {
    const { start, at } = open({ [`${PDF}/SKILL.md`]: pdf });
    execFileSync("sh", ["-c", 'touch "$0/$(printf "a\\377")"', at(PDF)]);
    const runtime = await start();
    expect((await runtime.resources("pdf")).diagnostics).toMatchObject([
      { code: "discovery.entry-unreadable" },
    ]);
    await expect(runtime.digest("pdf")).rejects.toMatchObject({ code: "runtime.no-digest" });
  },
);
