// Pass skills to a subagent as JSON: it needs none of the files, and detects changes.
import assert from "node:assert/strict";
import { SkillLibrary } from "@knowhow/runtime";
import { createRuntime, nodeHash } from "@knowhow/runtime/node";

const parent = await createRuntime({
  providers: false,
  cache: false,
  skills: [
    {
      name: "sum",
      text: "---\nname: sum\ndescription: Adds numbers. Use when asked for a total.\n---\nAdd them up.\n",
    },
  ],
});

const wire = JSON.stringify(await parent.snapshot());

const child = await createRuntime({ providers: false, cache: false });
const library = SkillLibrary.fromSnapshot(JSON.parse(wire), nodeHash);
const session = await child.session({ library });
const { text } = await session.call("skill_load", { name: "sum" });
console.log(`the child has ${library.size} skill, which says: ${/Add.*/.exec(text)?.[0]}`);

assert.ok(library.equals(parent.library));
assert.throws(() =>
  SkillLibrary.fromSnapshot(JSON.parse(wire.replace("Adds numbers", "Adds anything")), nodeHash),
);
