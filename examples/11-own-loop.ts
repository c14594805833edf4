// A hand-written agent loop: what goes into each model call, what stays in the history, and how tool calls are
// answered.
import assert from "node:assert/strict";
import type { Message } from "@knowhow/runtime";
import { createRuntime } from "@knowhow/runtime/node";

const skill = (name: string, fields: string, body: string) => ({
  name,
  text: `---\nname: ${name}\n${fields}\n---\n${body}\n`,
});
const refunds = skill(
  "refunds",
  "description: Handles refunds. Use when a customer wants money back.\nallowed-tools: orders_find",
  "1. Find the order.\n2. Never refund more than the price that was paid.",
);
const tone = skill(
  "tone",
  "description: How we write to customers.",
  "Always write in short, friendly sentences. Complaints are for $complaints only.",
);
const complaints = skill("complaints", "description: Answers complaints.", "Say sorry first.");

const knowhow = await createRuntime({
  providers: false,
  config: false,
  cache: false,
  skills: [refunds, tone, complaints],
});
let session = await knowhow.session({ contextWindow: 200_000, toolScope: "restrict" });

// The application's own tools.
const hostTools: Readonly<Record<string, (input: unknown) => Promise<string>>> = {
  orders_find: async () => "order 17: paid 40 EUR",
  orders_delete: async () => "deleted",
};
const availableTools = Object.keys(hostTools);

// The application owns the history. It also contains the session's texts, which are marked.
interface Entry extends Message {
  readonly fromSession?: boolean;
}
let history: Entry[] = [];
const said = (content: string): Entry => ({ role: "user", content, fromSession: true });

interface Call {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}
interface Answer {
  readonly text: string;
  readonly calls?: readonly Call[];
}

// A fake model that returns these answers, one per call, and records its requests.
const call = (id: string, name: string, input: unknown): Answer => ({
  text: "",
  calls: [{ id, name, input }],
});
const answers: Answer[] = [
  call("1", "skill_load", { name: "refunds" }),
  call("2", "orders_find", { customer: "Ada" }),
  call("3", "orders_delete", { order: 17 }),
  { text: "You paid 40 EUR. I can refund that." },
  call("4", "orders_find", { customer: "Ada" }),
  { text: "Dear Ada, your money is on its way." },
  { text: "You are welcome." },
];
const requests: { system: string; messages: readonly Entry[]; tools: readonly string[] }[] = [];
async function callModel(
  system: string,
  messages: readonly Entry[],
  tools: readonly string[],
): Promise<Answer> {
  requests.push({ system, messages: [...messages], tools });
  return answers.shift() ?? { text: "" };
}

async function answerCall({ id, name, input }: Call): Promise<string> {
  const tool = Object.hasOwn(hostTools, name) ? hostTools[name] : undefined;
  // Not one of the application's tools: the session answers, even for a name that does not exist.
  if (tool === undefined) return (await session.call(name, input, { toolUseId: id })).text;
  const permission = await session.authorize({ name, input }, { availableTools });
  return permission.allowed ? tool(permission.input) : permission.reason;
}

async function reply(text: string): Promise<string> {
  history.push({ role: "user", content: text });
  for (;;) {
    // The session reads the messages of the user, the model and the tools, not its own texts.
    const messages = history.filter(({ fromSession }) => fromSession !== true);
    const turn = await session.turn({ messages, availableTools });
    // Texts of the session are appended once and kept.
    if (turn.delta !== undefined) history.push(said(turn.delta));
    history.push(...turn.inject.map((injection) => said(injection.text)));
    const tools = [...availableTools, ...turn.tools.map(({ name }) => name)];
    const { activeTools = tools } = turn;
    const answer = await callModel(
      `You help the customers of a shop.\n\n${turn.baseline}`,
      history,
      tools.filter((name) => activeTools.includes(name)),
    );
    history.push({ role: "assistant", content: answer.text });
    const { calls = [] } = answer;
    if (calls.length === 0) return answer.text;
    for (const asked of calls) history.push({ role: "tool", content: await answerCall(asked) });
  }
}

// The model loads a skill. From now on the skill's list of tools applies.
await reply("I want my money back");
const results = history.filter(({ role }) => role === "tool").map(({ content }) => content);
console.log(results);
assert.match(results[0] ?? "", /Find the order/);
assert.equal(results[1], "order 17: paid 40 EUR");
assert.match(results[2] ?? "", /orders_delete/);
assert.ok(requests[0]?.tools.includes("orders_delete"));
assert.ok(!requests[1]?.tools.includes("orders_delete"));

// The user names a skill, so its body is injected right after the message, and is still there in the next request.
await reply("$tone Please write to Ada");
const injected = history.findIndex(({ content }) => content.startsWith("$tone")) + 1;
assert.match(history[injected]?.content ?? "", /short, friendly sentences/);
// The tool's result also names a skill, but it does not come from the user.
assert.equal(history.slice(injected).filter(({ fromSession }) => fromSession === true).length, 1);

// Save the history and the session together; both continue in another process.
const saved = JSON.stringify({ history, session });
const restored = JSON.parse(saved);
history = restored.history;
session = await knowhow.session({ contextWindow: 200_000, restore: restored.session });
await reply("Thanks!");
assert.deepEqual(requests.at(-1)?.messages[injected], history[injected]);

// Every request started with the same bytes, so the provider's prompt cache was used.
assert.equal(new Set(requests.map(({ system }) => system)).size, 1);

// The history is too long: the application shortens it, and the session returns what must be added again.
history = [{ role: "user", content: "Summary: Ada gets 40 EUR back." }];
const kept = await session.compacted({ keepTokens: 1_000 });
history.push(...kept.map((injection) => said(injection.text)));
console.log(kept.map((injection) => `${injection.kind} ${injection.skill}`));
assert.deepEqual(kept.map((injection) => injection.skill).sort(), ["refunds", "tone"]);
