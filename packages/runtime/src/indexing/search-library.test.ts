import { describe, expect, onTestFinished, test } from "vitest";
import type { SearchOptions } from "../library.ts";
import type { NodeRuntimeOptions } from "../node/create-runtime.ts";
import { openWorkshop, skillMd } from "../testing/workshop.ts";

const SKILLS: Readonly<Record<string, string>> = {
  "youtube-transcript": "Fetches the captions of a video and cleans them up.",
  pdf: "Reads, merges and fills documents.",
  "a-pdf-viewer": "Opens PDF files. PDF, PDF and PDF again.",
  "pdf-forms": "Fills in PDF forms.",
  "gmail-send": "Composes and delivers an email through Gmail.",
  "test-debugging": "Finds out why tests are failing and repairs them.",
  kubernetes: "Deploys workloads to a cluster.",
  mine: "Ships a release to production.",
};

const open = (options: NodeRuntimeOptions = {}) => openSkills(SKILLS, options);

async function openSkills(skills: Readonly<Record<string, string>>, options: NodeRuntimeOptions = {}) {
  const files = Object.entries(skills).map(([name, description]) => [
    `home/.agents/skills/${name}/SKILL.md`,
    skillMd({ name, description }),
  ]);
  const workshop = openWorkshop(Object.fromEntries(files));
  onTestFinished(workshop.close);
  return workshop.start(options);
}

async function search(query: string, options?: SearchOptions) {
  const { hits } = await (await open()).search(query, options);
  return hits.map(({ skill }) => skill.name);
}

describe("a search by relevance", () => {
  test.each([
    "youtube transcript",
    "YouTube_Transcript",
    " Youtube-transcript ",
    "youtube  transcript",
  ])("M6 finds a skill by its name, however it is written: %j", async (query) => {
    expect((await search(query))[0]).toBe("youtube-transcript");
  });

  test("M6 puts an exact name before names and descriptions that repeat the word", async () => {
    expect((await search("PDF")).slice(0, 3)).toEqual(["pdf", "a-pdf-viewer", "pdf-forms"]);
  });

  test.each([
    ["debug failing tests", "test-debugging"],
    ["send email gmail", "gmail-send"],
    ["captions video", "youtube-transcript"],
    ["kube", "kubernetes"],
    ["workl", "kubernetes"],
  ])("M6 finds words that do not stand together, and parts of words: %s", async (query, name) => {
    expect((await search(query))[0]).toBe(name);
  });

  test("M6 prefers a skill that has every word over one that repeats some", async () => {
    expect((await search("pdf forms"))[0]).toBe("pdf-forms");
    expect((await search("fills documents"))[0]).toBe("pdf");
  });

  test("M6 finds a skill by words of its description as they are written, common words too", async () => {
    const others = Array.from({ length: 12 }, (_, at) => [
      `composer-${at}`,
      "Composing with Composer: composer composes packages.",
    ]);
    const runtime = await openSkills({
      ...Object.fromEntries(others),
      "local-setup":
        "Installs PHP and Node on a new computer. Asks the user to please install composer by hand.",
      笔记: "把会议记录整理成摘要",
    });
    const first = async (query: string) => (await runtime.search(query)).hits[0]?.skill.name;
    expect(await first("composer please")).toBe("local-setup");
    expect(await first("Please, COMPOSER!")).toBe("local-setup");
    expect(await first("composer")).not.toBe("local-setup");
    expect(await first("composer pleas")).not.toBe("local-setup");
    expect(await first("会议 摘要")).toBe("笔记");
  });

  test("M6 says how many there are, and pages without gaps or repetitions", async () => {
    const runtime = await open();
    const all = await runtime.search("pdf fills files", { limit: 50 });
    expect(all.total).toBe(all.hits.length);
    expect(all.total).toBe(3);
    const pages = [0, 1, 2].map((offset) => runtime.search("pdf fills files", { limit: 1, offset }));
    const paged = (await Promise.all(pages)).map(({ hits, total }) => [hits[0]?.skill.name, total]);
    expect(paged).toEqual(all.hits.map(({ skill }) => [skill.name, 3]));
    expect(await runtime.search("pdf fills files", { offset: 9 })).toMatchObject({
      hits: [],
      total: 3,
      offset: 9,
    });
  });

  test("M6 lists all skills by name for an empty query", async () => {
    const { hits, total } = await (await open()).search("  ", { limit: 3, offset: 1 });
    expect([hits.map(({ skill }) => skill.name), total]).toEqual([["gmail-send", "kubernetes", "mine"], 8]);
  });

  test("M6 finds nothing for words that no skill has", async () => {
    expect(await (await open()).search("zebra crossing")).toMatchObject({ hits: [], total: 0 });
  });

  test("M6 finds a skill without a common word by its meaning", async () => {
    const far = [1, 0];
    const near = [0, 1];
    const embed = (texts: readonly string[]) =>
      texts.map((text) => Float32Array.from(/gmail|letter/i.test(text) ? near : far));
    const runtime = await open({ embedders: [{ id: "two", dimensions: 2, embed }] });
    const { hits, total } = await runtime.search("letter");
    expect([hits.map(({ skill }) => skill.name), total]).toEqual([["gmail-send"], 1]);
  });

  test("M6 goes on with words alone, and says so, if an embedder fails", async () => {
    const embed = () => {
      throw new Error("out of order");
    };
    const runtime = await open({ embedders: [{ id: "broken", dimensions: 2, embed }] });
    const { hits, notes } = await runtime.search("gmail");
    expect(hits[0]?.skill.name).toBe("gmail-send");
    expect(notes.join()).toContain("broken");
  });

  test("M6 refuses wrong options", async () => {
    const runtime = await open();
    // @ts-expect-error an option that does not exist
    await expect(runtime.search("pdf", { page: 2 })).rejects.toThrow("page");
    await expect(runtime.search("pdf", { limit: 0 })).rejects.toThrow("limit");
    // @ts-expect-error not a string
    await expect(runtime.search(7)).rejects.toThrow("query");
  });
});
