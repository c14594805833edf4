import fc from "fast-check";
import { expect, it } from "vitest";
import { examplesIn } from "./examples.ts";

const isExample = (text: string) => examplesIn(text)(text.indexOf("HERE"));
const fence = "```";

it.each([
  ["a block below a heading that says so", `## Example\n\nRun:\n\n${fence}sh\nHERE\n${fence}\n`],
  ["a block after a line that says so", `For example:\n${fence}\nHERE\n${fence}\n`],
  ["a block whose line says so", `Do it.\n\n${fence}sh example\nHERE\n${fence}\n`],
  ["a line with a label", 'CLIENT_SECRET="HERE" (example)'],
  ["a block that is never closed", `Sample output\n${fence}\nHERE\n`],
])("F12 an example is %s", (_, text) => {
  expect(isExample(text)).toBe(true);
});

it.each([
  ["a block of commands", `## Setup\n\nRun:\n\n${fence}sh\nHERE\n${fence}\n`],
  ["prose below such a heading", "## Example\n\nHERE\n"],
  ["a block after the example", `Example:\n${fence}\na\n${fence}\n\nNow run\n\n${fence}\nHERE\n${fence}\n`],
])("F12 no example is %s", (_, text) => {
  expect(isExample(text)).toBe(false);
});

it("F12 examples are found in any text", () => {
  fc.assert(fc.property(fc.string(), fc.nat(200), (text, at) => typeof examplesIn(text)(at) === "boolean"));
});
