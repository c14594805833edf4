import { expect, it } from "vitest";
import { questionFor } from "./run-question.ts";

const WAIT = {
  step: "x",
  kind: "approval",
  prompt: "Call\u202e it?",
  token: "t",
  digest: "d",
  key: "k",
  arguments: { command: "ls \u202egpj.exe\u200b \u{e0041}" },
} as const;

it("T7 shows a person no hidden characters in what an approval covers", () => {
  const question = questionFor(WAIT, { forms: true, sampling: false });
  const text = JSON.stringify(question);
  expect(text).not.toMatch(/[\p{Cf}]/u);
  expect(question?.params).toMatchObject({
    message: 'Call it?\n\n{\n  "command": "ls \\u202egpj.exe\\u200b \\udb40\\udc41"\n}',
  });
});
