// Pass the library to a subagent as JSON: it does not read the files again, and detects changes.
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

const wire = JSON.stringify(parent.library.toSnapshot());
const child = SkillLibrary.fromSnapshot(JSON.parse(wire), nodeHash);
console.log(`the child has ${child.size} skill: ${child.list()[0]?.name}`);

assert.ok(child.equals(parent.library));
assert.throws(() =>
  SkillLibrary.fromSnapshot(JSON.parse(wire.replace("Adds numbers", "Adds anything")), nodeHash),
);
