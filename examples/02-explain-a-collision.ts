// Two skills want the same name. Who wins, and why?
import assert from "node:assert/strict";
import { createRuntime } from "@knowhow/runtime/node";

const skillMd = (description: string) =>
  `---\nname: review\ndescription: ${description}\n---\n\nLook at the diff first.\n`;

const knowhow = await createRuntime({
  providers: false,
  cache: false,
  skills: [{ name: "review", text: skillMd("Reviews any change. Use when asked for a review.") }],
  onEvent: (event) => console.log(event.type),
});

for (const { stage, outcome, detail } of knowhow.library.why("review"))
  console.log(`${stage.padEnd(12)} ${outcome.padEnd(10)} ${detail}`);

assert.equal(knowhow.library.why("review").at(-1)?.outcome, "listed");
assert.equal(knowhow.library.why("reveiw")[0]?.outcome, "not found");
