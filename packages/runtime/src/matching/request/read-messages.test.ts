import { expect, test } from "vitest";
import type { Message } from "../../conversation.ts";
import { knowsText } from "../semantic/knows-text.ts";
import { asksForFact } from "./asks-for-fact.ts";
import { isForeign } from "./is-foreign.ts";
import { readRequest } from "./read-request.ts";
import { isSmallTalk } from "./small-talk.ts";

const user = (content: string): Message => ({ role: "user", content });
const assistant = (content: string): Message => ({ role: "assistant", content });

const CONVERSATIONS: readonly (readonly Message[])[] = [
  [user("merge pdf files now")],
  [user("merge")],
  [user("")],
  [user("thanks!")],
  [user("```\nconst a = 1;\n```")],
  [user("merge this:\n```\nconst a = 1;\n```")],
  [user("write a poem"), assistant("which style"), user("merge files")],
  [user("write a poem"), user("merge pdf files")],
  [user("first request here"), user("second request here"), user("third request here"), user("merge")],
  [user("first request here"), user("thanks"), user("ok"), user("merge")],
  [user("merge"), user("merge"), user("merge")],
  [user("first request here"), user("x = 1;"), user("merge")],
  [user("another message"), user("merge")],
  [...Array.from({ length: 19 }, () => user("ok")), user("merge")],
  [user("twenty back here"), ...Array.from({ length: 18 }, () => user("ok")), user("merge")],
  [user("twenty one back"), ...Array.from({ length: 19 }, () => user("ok")), user("merge")],
  [user("Merge the files. Split the pages. Rotate the pictures.")],
  [user("Merge the files. Ok.")],
  [user("Merge the files. Split pages. Ok.")],
  [
    user(
      "One apple pie. Two banana bread. Three cherry cake. Four date roll. Five elder jam. Six fig tart. Seven grape juice.",
    ),
  ],
  [user("Merge files. Merge files. Split pages.")],
  [user(`${"merge ".repeat(100)}`.trim())],
  [user(`${"merge ".repeat(99)}merges.`)],
  [user(`${"merge ".repeat(101)}`.trim())],
];

test("M5 a message is read with the requests before it as it was", async () => {
  const text = CONVERSATIONS.map((messages) => {
    const message = messages.at(-1)?.content ?? "";
    const { asked, said, texts, meanings, asks } = readRequest(message, messages);
    const shown = (given: string) =>
      JSON.stringify(given.length > 90 ? `${given.slice(0, 60)}…(${given.length})` : given);
    return [
      `## ${messages.length > 5 ? `${messages.length} messages, ` : ""}${messages
        .slice(-4)
        .map(({ role, content }) => `${role} ${shown(content)}`)
        .join(", ")}`,
      `${asks ? "asks" : "asks nothing"}: ${shown(asked)}${said === asked ? "" : `, said ${shown(said)}`}`,
      ...texts.map(({ text: one, weight }) => `words ${weight}: ${shown(one)}`),
      ...meanings.map((one) => `meaning: ${shown(one)}`),
    ].join("\n");
  });
  await expect(`${text.join("\n\n")}\n`).toMatchFileSnapshot("read-messages.txt");
});

test.each([
  ["", false],
  ["pdf", false],
  ["größe", true],
  ["bitte", true],
  ["文", true],
  ["12 34", false],
  ["12 bitte", true],
  ["merge the files bitte", true],
  ["merge the pdf files now bitte", false],
  ["merge the 1 2 files bitte", true],
  ["one two three 文", false],
  ["one 文件", true],
  ["café on the corner", true],
  ["the café on the corner here", false],
  ["de la", true],
  [`${"a".repeat(1_999)} größe`, false],
  [`${"a".repeat(1_994)} größe`, true],
])("M5 %j is in another language than English: %s", (text, expected) => {
  expect(isForeign(text)).toBe(expected);
});

test.each([
  ["", true],
  ["alpha", true],
  ["unknown", false],
  ["alpha unknown", true],
  ["alpha unknown strange", false],
  ["the unknown", true],
  ["der alpha", true],
  ["der alpha unknown", false],
  ["12 34 unknown alpha", true],
  ["文", false],
  ["文 alpha", true],
  ["文件 alpha", true],
  ["文件们 alpha", false],
  ["ALPHA", true],
  [`${"alpha ".repeat(333)}${"unknown ".repeat(400)}`, true],
])("M4 a model that knows alpha knows %j: %s", (text, expected) => {
  expect(knowsText(text, { knows: (word) => word === "alpha" || word === "der" })).toBe(expected);
});

test("M4 a model that does not say what it knows is asked about everything", () => {
  expect(knowsText("unknown 文件", {})).toBe(true);
});

test.each([
  ["", true],
  ["!?", true],
  ["thanks", true],
  ["Thanks, that's great!", true],
  ["thanks for the pdf", false],
  [`${"ok ".repeat(14)}`, true],
  [`${"ok ".repeat(15)}`, false],
  ["谢谢你", true],
  ["好的谢谢你了", true],
  ["谢谢pdf", false],
  ["谢".repeat(3), false],
  ["好".repeat(24), true],
  ["好".repeat(25), false],
  ["don't", false],
])("M5 %j is small talk: %s", (text, expected) => {
  expect(isSmallTalk(text)).toBe(expected);
});

test.each([
  ["who invented it", true],
  ["  Who invented it?!", true],
  ["who is in my team", false],
  ["who\ninvented it", false],
  [`who ${"a".repeat(155)}`, true],
  [`who ${"a".repeat(156)}`, false],
  ["merge who", false],
  ["Do you think unit tests are worth it?", true],
  ["Meinst du, dass sich Tests lohnen?", true],
  ["Glaubst du, du kannst den Vertrag prüfen?", false],
  ["¿Crees que puedes revisar el contrato?", false],
  ["Tu penses que tu peux relire le contrat ?", false],
  ["你觉得开周会到底值不值？", true],
  ["你觉得这份合同怎么样", false],
])("M5 %j asks for a fact: %s", (text, expected) => {
  expect(asksForFact(text)).toBe(expected);
});
