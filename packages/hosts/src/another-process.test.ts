import type { Session } from "@knowhow/runtime";
import { describe, expect, it } from "vitest";
import { HISTORIES, type HistoryMessage } from "../testing/histories.ts";
import { openRuntime, openSession } from "../testing/open-session.ts";

const OPTIONS = { skills: ["forms", "notes"], matching: "explicit" } as const;
const say = (role: HistoryMessage["role"], text = ""): HistoryMessage => ({ role, text });

/** The session as another process opens it: another runtime, and nothing but the JSON. */
async function inAnotherProcess(session: Session, drop: readonly string[] = []): Promise<Session> {
  const state = JSON.parse(JSON.stringify(session));
  for (const field of drop) delete state[field];
  return (await openRuntime()).session({ ...OPTIONS, restore: state });
}

function sendingTo(adapter: string, session: Session) {
  const send = HISTORIES[adapter]?.(session);
  if (send === undefined) throw new Error(`no adapter ${adapter}`);
  return send;
}

// LangChain stores the texts in its own state, which its test in hosts-test takes to another process.
const ADAPTERS = Object.keys(HISTORIES).filter((name) => name !== "langchain");

describe.each(ADAPTERS)("a conversation with the adapter %s that goes on in another process", (adapter) => {
  /** What the model gets in each of ten turns, and the last session. */
  async function converse(isMoving: boolean) {
    let session = await openSession(OPTIONS);
    let send = sendingTo(adapter, session);
    const history: HistoryMessage[] = [];
    const requests: (readonly string[])[] = [];
    for (let turn = 0; turn < 10; turn += 1) {
      // Equal messages, before and after the one that names a skill.
      history.push(say("user", turn === 2 || turn === 6 ? `/skill:notes ${turn}` : "Go on."));
      requests.push(await send(history));
      if (turn === 4) {
        const { text } = await session.call("skill_load", { name: "forms" });
        history.push(say("call"), say("tool", text));
        requests.push(await send(history));
      }
      history.push(say("assistant", "Done."));
      if (!isMoving) continue;
      session = await inAnotherProcess(session);
      send = sendingTo(adapter, session);
    }
    return { requests, session, history, send };
  }

  it("R6 S9 gets every text at the same place", async () => {
    const { requests, session } = await converse(true);
    expect(requests).toEqual((await converse(false)).requests);
    for (const [index, request] of requests.entries())
      expect(request.slice(0, requests[index - 1]?.length ?? 0)).toEqual(requests[index - 1] ?? []);
    expect(requests.at(-1)?.filter((text) => text.includes("Group the changes."))).toHaveLength(2);
    expect((await session.call("skill_load", { name: "notes" })).text).toContain("was loaded earlier");
  });

  it("R6 S9 gets a skill again at the end if the host has cut its history meanwhile", async () => {
    const { session } = await converse(false);
    const send = sendingTo(adapter, await inAnotherProcess(session));
    const request = await send([say("user", "A summary."), say("user", "Thanks.")]);
    expect(request.filter((text) => text.includes("Group the changes."))).toHaveLength(1);
    expect(request.slice(0, 2)).toEqual(["A summary.", "Thanks."]);
  });

  it("R6 S9 keeps the texts before the message from which the user branches off", async () => {
    const { session, requests, history } = await converse(false);
    const branch = [...history.slice(0, 6), say("user", "Something else.")];
    const request = await sendingTo(adapter, await inAnotherProcess(session))(branch);
    const before = requests[2] ?? [];
    expect(before.at(-1)).toContain("Group the changes.");
    expect(request.slice(0, before.length)).toEqual(before);
    expect(request).toContain("Something else.");
  });

  it("R6 S9 gets the skill again at the end if the JSON is of a version that did not keep texts", async () => {
    const session = await openSession(OPTIONS);
    const history = [say("user", "/skill:notes"), say("assistant", "Done."), say("user", "Go on.")];
    await sendingTo(adapter, session)(history.slice(0, 1));
    const send = sendingTo(adapter, await inAnotherProcess(session, ["inserted"]));
    for (let call = 0; call < 2; call += 1) {
      const request = await send(history);
      expect(request.map((text) => text.includes("Group the changes."))).toEqual([false, false, false, true]);
    }
  });
});

// The host of a Mastra agent never sees the messages with the texts.
describe.each(ADAPTERS.filter((name) => name !== "mastra"))("a host with the adapter %s", (adapter) => {
  it("R6 S9 gets nothing twice if it stores the messages with the texts in them", async () => {
    const session = await openSession(OPTIONS);
    const first = await sendingTo(adapter, session)([say("user", "/skill:notes")]);
    expect(first).toHaveLength(2);
    const stored = [
      ...first.map((text) => say("user", text)),
      say("assistant", "Done."),
      say("user", "Go on."),
    ];
    const request = await sendingTo(adapter, await inAnotherProcess(session))(stored);
    expect(request).toEqual([...first, "Done.", "Go on."]);
  });
});
