import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Session } from "@knowhow/runtime";
import { call, type Reply, say } from "./story.ts";
import { openWorkshop, type Workshop } from "./workshop.ts";

/** One request to a model, in the framework's own words: what is compared byte by byte. */
export interface RawRequest {
  readonly system: unknown;
  readonly messages: readonly unknown[];
  readonly tools: unknown;
}

/** The scripted model of a conversation. */
export type RawModel = (request: RawRequest) => Reply;

/** An agent that takes one message after another. */
export interface Chat {
  ask(text: string): Promise<unknown>;
  /** The host's own history, as JSON. */
  history(): unknown;
  /** The JSON of the session, if the framework stores it. Default that of the session itself. */
  session?(): Promise<unknown>;
}

/** Creates the agent of a framework with the history that an earlier process saved. */
export type OpenChat = (parts: {
  readonly session: Session;
  readonly bash: Workshop["bash"];
  readonly model: RawModel;
  readonly history: unknown;
}) => Promise<Chat> | Chat;

const TONE = `---
name: tone
description: How we write. Use when asked.
---

# Tone

Write short sentences. The text is for $ARGUMENTS.
`;

/** What the user says. Some messages are equal, so that a text cannot be found by the words before it alone. */
export const MESSAGES = [
  "Hello.",
  "/tone Ada",
  "Go on.",
  "Fill in this form, please.",
  "Go on.",
  "Go on.",
  "/tone everybody",
  "Go on.",
  "Go on.",
  "Bye.",
];

/** What the model answers. The shell adds a skill on disk. */
const REPLIES = [
  say("Hello."),
  say("Dear Ada,"),
  say("Yes."),
  call("skill_load", { name: "pdf-forms" }),
  say("Filled."),
  call("Bash", { command: "git status" }),
  say("Yes."),
  say("Yes."),
  say("Dear all,"),
  call("skill_load", { name: "tone" }),
  say("Yes."),
  say("Yes."),
  say("Bye."),
];

const REQUESTS = "requests.jsonl";
const STATE = "state.json";

/** The requests of all processes that ran in a directory. */
export function readRequests(folder: string): readonly RawRequest[] {
  const path = join(folder, REQUESTS);
  if (!existsSync(path)) return [];
  return readFileSync(path, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/**
 * The program of a process: `node <file> <directory> <message> …`. It continues the conversation in the directory,
 * and saves the session and the history together when the messages are answered.
 */
export async function converse(openChat: OpenChat): Promise<void> {
  const [folder = "", ...messages] = process.argv.slice(2);
  const state = join(folder, STATE);
  const saved = existsSync(state) ? JSON.parse(readFileSync(state, "utf8")) : {};
  mkdirSync(join(folder, "skills/tone"), { recursive: true });
  writeFileSync(join(folder, "skills/tone/SKILL.md"), TONE);
  const { session, bash, knowhow } = await openWorkshop({ folder, restore: saved.session });
  const model: RawModel = (request) => {
    const count = readRequests(folder).length;
    appendFileSync(join(folder, REQUESTS), `${JSON.stringify(request)}\n`);
    return { ...(REPLIES[count] ?? say("nothing more to say")), id: `call_${count + 1}` };
  };
  const chat = await openChat({ session, bash, model, history: saved.history });
  for (const text of messages) await chat.ask(text);
  const kept = { session: (await chat.session?.()) ?? session, history: chat.history() };
  writeFileSync(state, JSON.stringify(kept));
  knowhow.close();
}
