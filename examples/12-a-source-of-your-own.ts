// Skills from a source of your own; here a Map stands in for a database.
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

// Every reload lists the skills again.
table.set("invoices", skillMd("invoices", "Writes invoices. Use when a customer needs a bill."));
await knowhow.reload();
assert.deepEqual(names(), ["invoices", "refunds"]);

// A session keeps its library until it adopts the new one. Then the change is announced to the model once, and the
// prompt stays the same.
session.adopt();
const second = await session.turn();
console.log(second.delta);
assert.match(second.delta ?? "", /invoices/);
assert.equal(second.baseline, first.baseline);

// With `watch`, the source itself triggers a reload.
const changed = new Promise((resolve) => knowhow.watch(resolve));
table.delete("refunds");
for (const notify of listeners) notify();
await changed;
assert.deepEqual(names(), ["invoices"]);
knowhow.close();
assert.equal(listeners.size, 0);
