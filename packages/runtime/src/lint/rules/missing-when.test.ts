import { expect, it } from "vitest";
import type { SkillFields } from "../../skill.ts";
import { lintInput } from "../../testing/lint-input.ts";
import { missingWhen } from "./missing-when.ts";

it.each([
  "Fills PDF forms.",
  "Automate browser interactions and test web pages.",
  "2D game development principles. Sprites, tilemaps, physics, camera.",
  "Teaches Git: what the terms mean and which commands are safe.",
  "飞书日历管理工具集。",
  "Füllt Formulare aus.",
  "Rellena formularios PDF.",
  "Remplit des formulaires PDF.",
])("F12 reports that “%s” has no when-clause", async (description) => {
  const found = await missingWhen.check(lintInput({ description }));
  expect(found).toMatchObject([{ code: "lint.missing-when", line: 3, column: 1 }]);
});

it.each([
  "Fills PDF forms. Use when the user asks to fill a form.",
  "Fills PDF forms. Use this skill for tax forms.",
  "Fills PDF forms, whenever a form is attached.",
  "Fills PDF forms. Trigger: “fill this form”.",
  "Fills PDF forms if you need a signed copy.",
  "Fills PDF forms for tasks such as tax returns.",
  "Fills PDF forms, for tax office tasks only.",
  "Fills PDF forms. Invoke before sending a contract.",
  "Fills PDF forms. The user wants a form filled.",
  "Apply this to every form.",
  "Useful for anyone who sends forms.",
  "填写表单。当用户需要填写 PDF 时使用。",
  "用于填写 PDF 表单",
  "フォームに記入する場合に使う。",
  "양식을 작성할 때 사용합니다.",
  "Rellena formularios. Úsalo cuando haya un PDF.",
  "Preenche formulários quando o usuário pedir.",
  "Füllt Formulare aus, wenn ein PDF vorliegt.",
  "Remplit des formulaires lorsqu’un PDF est joint.",
  "Remplit des formulaires. À utiliser avec un PDF.",
  "Заполняет формы, когда нужен PDF.",
  "ยื่นแบบฟอร์ม",
])("F12 understands “%s”", async (description) => {
  expect(await missingWhen.check(lintInput({ description }))).toEqual([]);
});

it.each<[string, SkillFields]>([
  ["when_to_use", { whenToUse: "a form is attached" }],
  ["triggers", { triggers: ["fill the form"] }],
  ["globs", { globs: ["**/*.pdf"] }],
  ["alwaysApply", { alwaysApply: true }],
  ["disable-model-invocation", { disableModelInvocation: true }],
])("F12 needs no when-clause beside the field %s", async (_, fields) => {
  expect(await missingWhen.check(lintInput({ description: "Fills PDF forms.", fields }))).toEqual([]);
});
