// Skills from your own source: here a Map plays the database.
import assert from "node:assert/strict";
import { skillSource } from "@knowhow/runtime";
import { createRuntime } from "@knowhow/runtime/node";

const skillMd = (name: string, description: string) =>
  `---\nname: ${name}\ndescription: ${description}\n---\nDo it step by step.\n`;

// name → text of SKILL.md
const table = new Map([
  ["refunds", skillMd("refunds", "Handles refunds. Use when a customer wants money back.")],
]);
const listeners = new Set<() => void>();

const database = skillSource({
  path: "db:/skills",
  list: async () => [...table].map(([name, text]) => ({ name, text })),
  watch: (onChange) => {
    listeners.add(onChange);
    return { close: () => void listeners.delete(onChange) };
  },
});

const knowhow = await createRuntime({ providers: false, config: false, cache: false, sources: [database] });
const names = () => knowhow.library.list().map(({ name }) => name);
console.log(names());
assert.deepEqual(names(), ["refunds"]);
assert.equal(knowhow.library.get("refunds")?.path, "db:/skills/refunds/SKILL.md");

const session = await knowhow.session();
const first = await session.turn();

// Every reload calls `list` again.
table.set("invoices", skillMd("invoices", "Writes invoices. Use when a customer needs a bill."));
await knowhow.reload();
assert.deepEqual(names(), ["invoices", "refunds"]);

// A session keeps its library until it adopts the new one. Then the model is told once, and the prompt does not change.
session.adopt();
const second = await session.turn();
console.log(second.delta);
assert.match(second.delta ?? "", /invoices/);
assert.equal(second.baseline, first.baseline);

// With `watch`, the source itself says when to reload.
const changed = new Promise((resolve) => knowhow.watch(resolve));
table.delete("refunds");
for (const notify of listeners) notify();
await changed;
assert.deepEqual(names(), ["invoices"]);
knowhow.close();
assert.equal(listeners.size, 0);
