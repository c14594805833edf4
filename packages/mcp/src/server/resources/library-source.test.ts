import type { Skill } from "@modelcontextprotocol/server/ext/skills";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openWorkshop, skillMd, type Workshop } from "../../../../runtime/src/testing/workshop.ts";
import { librarySource } from "./library-source.ts";
import { fileServer } from "./served-files.ts";

const skills = "work/.agents/skills";
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
  const runtime = await workshop.start();
  const server = fileServer(runtime, later);
  const source = librarySource(runtime, server, pageSize);
  const page = async (cursor?: string): Promise<{ skills: readonly Skill[]; nextCursor?: string }> =>
    Reflect.apply(source.list, source, [{ cursor }, undefined]);
  const list = async (): Promise<readonly Skill[]> => (await page()).skills;
  return { server, list, page };
}

describe("the skills of a library for the extension", () => {
  it("S10 are not read before somebody asks, and then only those of the page", async () => {
    const { server, list } = await open(10);
    expect(server.work).toBe(0);
    await list();
    expect(server.work).toBe(20);
  });

  it("S10 are hashed once; an edit costs the one file that changed", async () => {
    const { server, list } = await open();
    const before = await list();
    expect(server.work).toBe(60);
    expect(await list()).toEqual(before);
    expect(server.work).toBe(60);
    workshop.write({ [`${skills}/s7/more.md`]: "edited" });
    const after = await list();
    expect(server.work).toBe(61);
    const changed = after.filter((entry, index) => JSON.stringify(entry) !== JSON.stringify(before[index]));
    expect(changed.map(({ uri }) => uri)).toEqual(["skill://s7/SKILL.md"]);
  });

  it("S10 keep files of secrets to themselves", async () => {
    workshop.write({ [`${skills}/s1/.env`]: "TOKEN=x", [`${skills}/s1/.env.example`]: "TOKEN=" });
    const { list, server } = await open();
    const entry = (await list()).find(({ uri }) => uri === "skill://s1/SKILL.md");
    const uris = entry?.resources === "dynamic" ? [] : (entry?.resources ?? []).map(({ uri }) => uri);
    expect(uris).toEqual(["skill://s1/.env.example", "skill://s1/SKILL.md", "skill://s1/more.md"]);
    const skill = (await workshop.start()).library.get("s1");
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
