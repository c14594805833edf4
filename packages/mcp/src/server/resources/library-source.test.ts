import { createHash } from "node:crypto";
import { createRuntime } from "@knowhow/runtime";
import { nodeEnvironment, nodeFiles, nodeHash } from "@knowhow/runtime/node";
import type { Skill } from "@modelcontextprotocol/server/ext/skills";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { countingFiles } from "../../../../runtime/src/testing/counting-files.ts";
import { openWorkshop, skillMd, type Workshop } from "../../../../runtime/src/testing/workshop.ts";
import { librarySource } from "./library-source.ts";
import { fileServer } from "./served-files.ts";

const skills = "home/.agents/skills";
const DIGEST_OF_S1 = `sha256:${createHash("sha256").update("s1").digest("hex")}`;
const names = Array.from({ length: 30 }, (_, at) => `s${at}`);
let workshop: Workshop;
beforeEach(() => {
  workshop = openWorkshop(
    Object.fromEntries(
      names.flatMap((name) => [
        [`${skills}/${name}/SKILL.md`, skillMd({ name, description: "x" })],
        [`${skills}/${name}/more.md`, name],
      ]),
    ),
  );
});
afterEach(() => workshop.close());

/** Long after every file was written, so that their times can be relied on. */
const later = () => Date.now() + 60_000;

async function open(pageSize = 100) {
  const { files, reads } = countingFiles(nodeFiles());
  const machine = nodeEnvironment({ cwd: workshop.at("work"), home: workshop.at("home"), variables: {} });
  const runtime = await createRuntime({ files, environment: { ...machine, now: later }, hash: nodeHash });
  const loading = reads.length;
  const server = fileServer(runtime);
  const source = librarySource(runtime, server, pageSize);
  const page = async (cursor?: string): Promise<{ skills: readonly Skill[]; nextCursor?: string }> =>
    Reflect.apply(source.list, source, [{ cursor }, undefined]);
  const list = async (): Promise<readonly Skill[]> => (await page()).skills;
  /** Reads since the library was loaded. */
  const work = () => reads.length - loading;
  return { runtime, server, source, list, page, work };
}

describe("the skills of a library for the extension", () => {
  it("S10 are not read before they are requested, and then only those of the page", async () => {
    const { work, list } = await open(10);
    expect(work()).toBe(0);
    await list();
    expect(work()).toBe(20);
  });

  it("S10 are hashed once; an edit costs the one file that changed", async () => {
    const { work, list } = await open();
    const before = await list();
    expect(work()).toBe(60);
    expect(await list()).toEqual(before);
    expect(work()).toBe(60);
    workshop.write({ [`${skills}/s7/more.md`]: "edited" });
    const after = await list();
    expect(work()).toBe(61);
    const changed = after.filter((entry, index) => JSON.stringify(entry) !== JSON.stringify(before[index]));
    expect(changed.map(({ uri }) => uri)).toEqual(["skill://s7/SKILL.md"]);
  });

  it("F7 keep the lines of their descriptions, as skills and as resources", async () => {
    const description = "Does things.\nUse when:\n- one";
    workshop.write({
      [`${skills}/s0/SKILL.md`]: `---\nname: s0\ndescription: |\n  ${description.replaceAll("\n", "\n  ")}\n---\nBody.\n`,
    });
    const { source, list } = await open();
    const skill = (await list()).find(({ uri }) => uri === "skill://s0/SKILL.md");
    expect(String(skill?.frontmatter.description).trimEnd()).toBe(description);
    const resource = source.resources(undefined).items.find(({ uri }) => uri === "skill://s0/SKILL.md");
    expect(resource?.description).toBe(description);
  });

  it("S10 are served after an edit and a reload by reading only the changed one again", async () => {
    const { runtime, work, list } = await open();
    await list();
    const before = work();
    const text = skillMd({ name: "s7", description: "Another description." });
    workshop.write({ [`${skills}/s7/SKILL.md`]: text });
    await runtime.reload();
    const reloaded = work();
    const entry = (await list()).find(({ uri }) => uri === "skill://s7/SKILL.md");
    expect(entry?.frontmatter.description).toBe("Another description.");
    expect([before, work() - reloaded]).toEqual([60, 1]);
  });

  it("S10 are hashed again as long as their last change is too recent to tell from the next", async () => {
    const machine = nodeEnvironment({ cwd: workshop.at("work"), home: workshop.at("home"), variables: {} });
    const { files, reads } = countingFiles(nodeFiles());
    const runtime = await createRuntime({ files, environment: { ...machine, now: () => 0 }, hash: nodeHash });
    const skill = runtime.library.get("s1");
    if (skill === undefined) throw new Error("there is no s1");
    const server = fileServer(runtime);
    const digest = async () => (await server.manifest(skill, 0)).files.get("more.md")?.digest;
    const loading = reads.length;
    expect([await digest(), await digest()]).toEqual([DIGEST_OF_S1, DIGEST_OF_S1]);
    expect(reads.length - loading).toBe(2);
  });

  it("S10 keep files of secrets to themselves", async () => {
    workshop.write({ [`${skills}/s1/.env`]: "TOKEN=x", [`${skills}/s1/.env.example`]: "TOKEN=" });
    const { list, server, runtime } = await open();
    const entry = (await list()).find(({ uri }) => uri === "skill://s1/SKILL.md");
    const uris = entry?.resources === "dynamic" ? [] : (entry?.resources ?? []).map(({ uri }) => uri);
    expect(uris).toEqual(["skill://s1/.env.example", "skill://s1/SKILL.md", "skill://s1/more.md"]);
    const skill = runtime.library.get("s1");
    if (skill === undefined) throw new Error("there is no s1");
    expect(await server.bytes(skill, ".env")).toBeUndefined();
    expect(await server.bytes(skill, ".env.example")).toBeDefined();
  });

  it("S10 come in pages that every client can read at once, however much they say of themselves", async () => {
    const many = Array.from({ length: 80 }, (_, at) => `t${String(at).padStart(2, "0")}`);
    workshop.write(
      Object.fromEntries(
        many.map((name) => [
          `${skills}/${name}/SKILL.md`,
          skillMd({ name, description: "x", blob: "y".repeat(60_000) }),
        ]),
      ),
    );
    const { page } = await open();
    const seen: string[] = [];
    let cursor: string | undefined;
    let pages = 0;
    do {
      const { skills: entries, nextCursor } = await page(cursor);
      expect(JSON.stringify(entries).length).toBeLessThan(2.2 * 1024 * 1024);
      seen.push(...entries.map(({ frontmatter }) => frontmatter.name));
      cursor = nextCursor;
      pages += 1;
    } while (cursor !== undefined);
    expect(seen).toEqual([...names, ...many].sort());
    expect(pages).toBeGreaterThan(2);
  });
});
