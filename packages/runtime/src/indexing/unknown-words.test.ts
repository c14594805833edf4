import { afterEach, describe, expect, test } from "vitest";
import { knowsText } from "../matching/semantic/knows-text.ts";
import type { Embedder } from "../ports.ts";
import { openWorkshop, skillMd, type Workshop } from "../testing/workshop.ts";

let workshop: Workshop | undefined;
afterEach(() => workshop?.close());

const skill = (name: string, description: string) => ({
  [`home/.agents/skills/${name}/SKILL.md`]: skillMd({ name, description }, "Do it.\n"),
});
const tree = {
  ...skill("hetong", "审查合同条款，找出付款风险。"),
  ...skill("jianli", "优化简历内容，突出项目成果。"),
  ...skill("letters", "Writes letters about contracts and payments."),
};

const ENGLISH = new Set(
  "please write a letter about the contract letters contracts writes and payments".split(" "),
);

/** Finds every text equal to every other, as an English model does with Chinese texts. */
function flat(more: Partial<Embedder> = {}): Embedder {
  return {
    id: "flat",
    dimensions: 4,
    embed: (texts) => texts.map(() => Float32Array.of(1, 0, 0, 0)),
    ...more,
  };
}
const english = flat({ knows: (word) => ENGLISH.has(word) });

describe("an embedder that says which words it knows", () => {
  test.each([
    ["please write a letter about the contract", true],
    ["pleese write a lettr", true],
    ["帮我看看合同", false],
    ["帮我看看 contract", false],
    ["escribe una carta para el banco", false],
    ["", true],
  ])("B1 M4 is asked about %j: %s", (text, isKnown) => {
    expect(knowsText(text, english)).toBe(isKnown);
    expect(knowsText(text, flat())).toBe(true);
  });

  test("M4 is silent about a message in another language, and the words alone decide", async () => {
    workshop = openWorkshop(tree);
    const alone = await workshop.start({ embedders: [] });
    const silent = await workshop.start({ embedders: [english] });
    const message = "看看合同的付款风险";
    expect(await silent.match(message, { ranking: 3 })).toEqual(await alone.match(message, { ranking: 3 }));
    const speaking = await workshop.start({ embedders: [flat({ id: "other" })] });
    expect(await speaking.match(message, { ranking: 3 })).not.toEqual(
      await alone.match(message, { ranking: 3 }),
    );
  });

  test("M4 finds no meaning in a skill in another language", async () => {
    workshop = openWorkshop(tree);
    const runtime = await workshop.start({ embedders: [english] });
    const { ranking } = await runtime.match("please write a letter about the contract", { ranking: 3 });
    expect(ranking.map(({ name }) => name)).toEqual(["letters"]);
  });

  test("M9 calls two texts in another language equal only by their words", async () => {
    workshop = openWorkshop({
      ...skill("tutor-a", "教你学习英语单词和语法，每天练习。"),
      ...skill("tutor-b", "教你学习英语发音和口语，每天练习。"),
    });
    const pairsOf = async (embedder: Embedder) => {
      const runtime = await workshop?.start({ embedders: [embedder] });
      return (await runtime?.overlaps())?.pairs.map(({ reasons }) => reasons);
    };
    expect(await pairsOf(flat({ id: "other" }))).toEqual([["their descriptions mean nearly the same"]]);
    expect(await pairsOf(english)).toEqual([]);
  });
});
