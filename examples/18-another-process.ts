// A conversation that goes on in another process: what to save, when, and what the model gets there. This program starts
// itself once for each message of the user, as a web server with several instances would be called.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { plainLoop } from "@knowhow/hosts/plain";
import type { Message } from "@knowhow/runtime";
import { createRuntime } from "@knowhow/runtime/node";

const tone = {
  name: "tone",
  text: "---\nname: tone\ndescription: How we write to customers.\n---\nWrite short, friendly sentences.\n",
};

/** Answers one message: reads what an earlier process saved, calls the model, saves it for the next one. */
async function answer(file: string, text: string): Promise<readonly Message[]> {
  const saved = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  const history: Message[] = saved.history ?? [];
  const knowhow = await createRuntime({ providers: false, config: false, cache: false, skills: [tone] });
  const session = await knowhow.session({ contextWindow: 200_000, restore: saved.session });
  const loop = plainLoop(session, { system: "You help the customers of a shop." });

  history.push({ role: "user", content: text });
  const request = await loop.request(history);
  history.push({ role: "assistant", content: `answer to ${request.messages.length} messages` });

  // Save both in one write, when the answer is complete. The history has only the messages of the user and the model.
  writeFileSync(file, JSON.stringify({ history, session }));
  return request.messages;
}

const [, program = "", file, text] = process.argv;
if (file !== undefined && text !== undefined) {
  console.log(JSON.stringify(await answer(file, text)));
} else {
  const folder = mkdtempSync(join(tmpdir(), "knowhow-example-"));
  /** What the model gets when another process answers. */
  const inAnotherProcess = (message: string): readonly Message[] => {
    const args = [...process.execArgv, program, join(folder, "conversation.json"), message];
    return JSON.parse(spawnSync(process.execPath, args, { encoding: "utf8" }).stdout);
  };
  const first = inAnotherProcess("/tone Please write to Ada");
  const second = inAnotherProcess("And to Bob");
  const third = inAnotherProcess("Thanks!");
  console.log(third.map(({ role, content }) => `${role}: ${content.split("\n")[0]}`));

  // The skill that the user named is right after that message, in every process.
  assert.match(first[1]?.content ?? "", /short, friendly sentences/);
  // Each request begins with the bytes of the one before, so the provider's prompt cache is used.
  assert.deepEqual(second.slice(0, first.length), first);
  assert.deepEqual(third.slice(0, second.length), second);
  assert.equal(third.filter(({ content }) => content.includes("friendly")).length, 1);
  rmSync(folder, { recursive: true });
}
