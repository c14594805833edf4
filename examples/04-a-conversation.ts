// One conversation without a framework: what the model sees, which tools it may call, and what they return.
import assert from "node:assert/strict";
import { createRuntime } from "@knowhow/runtime/node";

const text = `---
name: refunds
description: Handles refunds by our rules. Use when a customer wants money back.
allowed-tools: orders_find
---

1. Find the order.
2. Refund at most the price that was paid.
`;

const knowhow = await createRuntime({ providers: false, cache: false, skills: [{ name: "refunds", text }] });
const session = await knowhow.session({ contextWindow: 200_000, toolScope: "restrict" });
const hostTools = ["orders_find", "orders_delete"];

// Before every model call: a prefix that does not change, and what this message adds.
const first = await session.turn({
  messages: [{ role: "user", content: "I want my money back" }],
  availableTools: hostTools,
});
console.log(first.baseline);
console.log("tools:", first.tools.map(({ name }) => name).join(", "));

// The model calls a skill tool; return the answer as the tool's result.
const loaded = await session.call("skill_load", { name: "refunds" }, { toolUseId: "call-1" });
console.log(loaded.text);

// While the skill is active, only the host tools that it declares are available.
const second = await session.turn({
  messages: [{ role: "user", content: "I want my money back" }],
  availableTools: hostTools,
});
console.log("active:", second.activeTools?.join(", "));

assert.equal(second.baseline, first.baseline);
assert.ok(second.activeTools?.includes("orders_find"));
assert.ok(!second.activeTools?.includes("orders_delete"));
assert.equal(session.guard({ name: "orders_delete", input: {} }, hostTools).verdict, "deny");
