// Ask the user before a tool runs, and run exactly what they approved.
import assert from "node:assert/strict";
import { plainLoop } from "@knowhow/hosts/plain";
import type { ApprovalRequest, Approver } from "@knowhow/runtime";
import { createRuntime } from "@knowhow/runtime/node";

const knowhow = await createRuntime({ providers: false, cache: false });

// The user granted git for this conversation. Every other call needs approval.
const session = await knowhow.session({ grants: ["Bash(git:*)"] });

// Your application asks in its own way: in a terminal, a chat, a browser. Here the answers are fixed.
const asked: ApprovalRequest[] = [];
const ask: Approver = async (request) => {
  asked.push(request);
  const command = JSON.stringify(request.arguments);
  console.log(`${request.subject} ${command}: ${request.reason}`);
  if (command.includes("npm test")) return { answer: "yes" };
  if (command.includes("npm publish")) return { answer: "no", reason: "not before Monday" };
  return { answer: "later" };
};

const ran: string[] = [];
const loop = plainLoop(session, {
  ask,
  tools: {
    Bash: {
      description: "Runs a command.",
      inputSchema: { type: "object", properties: { command: { type: "string" } }, required: ["command"] },
      run: async (input) => {
        ran.push(JSON.stringify(input));
        return "done";
      },
    },
  },
});
const bash = (command: string) => loop.answer({ name: "Bash", input: { command } });

// Granted in advance: the user is not asked.
assert.equal((await bash("git status")).text, "done");
assert.equal(asked.length, 0);

// Asked and approved. The digest identifies exactly this call, wherever it is answered.
assert.equal((await bash("npm test")).text, "done");
assert.match(asked[0]?.digest ?? "", /^[0-9a-f]{64}$/);

// Refused: the tool does not run, and the model reads the reason.
const refused = await bash("npm publish");
assert.equal(refused.isError, true);
assert.equal(
  refused.text,
  'The tool "Bash" needs the user\'s approval, and the user said no: not before Monday. ' +
    "Approval is needed because the user has not granted this for the session.",
);

// Not answered: the tool does not run now, and the user may be asked again.
assert.match((await bash("npm version major")).text, /the user has not answered yet/);

// The input that was shown is the input that runs, even if it is changed while the user is deciding.
const input = { command: "npm test" };
const answer = loop.answer({ name: "Bash", input });
input.command = "npm publish";
await answer;
assert.deepEqual(ran, ['{"command":"git status"}', '{"command":"npm test"}', '{"command":"npm test"}']);

// Without an approver, the answer is no.
const silent = await session.authorize({ name: "Bash", input: { command: "npm test" } });
assert.ok(!silent.allowed && silent.reason.includes("this application has no way to ask"));
console.log(ran);
