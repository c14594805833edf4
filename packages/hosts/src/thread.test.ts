import type { Message, Turn } from "@knowhow/runtime";
import { describe, expect, it } from "vitest";
import { openSession } from "../testing/open-session.ts";
import type { SkillSession } from "./skill-session.ts";
import { createThread } from "./thread.ts";

const user = (content: string): Message => ({ role: "user", content });
const reply = (content: string): Message => ({ role: "assistant", content });
const read = (message: Message) => message;

/** A session that says one text in some turns; the turn's number is its index. */
async function sessionSaying(
  texts: Readonly<Record<number, string>>,
): Promise<SkillSession & { turns: Message[][] }> {
  const real = await openSession();
  const fake = {
    turns: [] as Message[][],
    texts: real.texts,
    allTools: () => real.allTools(),
    tools: () => real.tools(),
    activeTools: (names: readonly string[]) => real.activeTools(names),
    authorize: (...args: Parameters<SkillSession["authorize"]>) => real.authorize(...args),
    call: (...args: Parameters<SkillSession["call"]>) => real.call(...args),
    turn: async (input: Parameters<SkillSession["turn"]>[0] = {}): Promise<Turn> => {
      const turn = await real.turn();
      fake.turns.push([...(input.messages ?? [])]);
      const delta = texts[fake.turns.length - 1];
      return delta === undefined ? turn : { ...turn, delta };
    },
    recover: (...args: Parameters<SkillSession["recover"]>) => real.recover(...args),
    compacted: (...args: Parameters<SkillSession["compacted"]>) => real.compacted(...args),
  };
  return fake;
}

/** What the model gets when the host passes these messages. */
async function sent(
  thread: ReturnType<typeof createThread>,
  messages: readonly Message[],
): Promise<string[]> {
  const { weave } = await thread.next({ messages, read, tools: [] });
  return weave(user).map(({ content }) => content);
}

describe("S9 a thread", () => {
  it("S9 keeps a text after the message that it followed", async () => {
    const thread = createThread(await sessionSaying({ 1: "skills changed" }));
    const history = [user("a")];
    expect(await sent(thread, history)).toEqual(["a"]);
    history.push(reply("b"), user("c"));
    expect(await sent(thread, history)).toEqual(["a", "b", "c", "skills changed"]);
    history.push(reply("d"), user("e"));
    expect(await sent(thread, history)).toEqual(["a", "b", "c", "skills changed", "d", "e"]);
  });

  it("S9 says nothing twice when the framework hands its texts back", async () => {
    const thread = createThread(await sessionSaying({ 0: "skills changed" }));
    expect(await sent(thread, [user("a")])).toEqual(["a", "skills changed"]);
    const carried = [user("a"), user("skills changed"), reply("b")];
    expect(await sent(thread, carried)).toEqual(["a", "skills changed", "b"]);
  });

  it("S9 never passes its own texts to the session as the user's", async () => {
    const session = await sessionSaying({ 0: "/skill:notes was added" });
    const thread = createThread(session);
    await sent(thread, [user("a")]);
    await sent(thread, [user("a"), user("/skill:notes was added"), reply("b")]);
    expect(session.turns[1]).toEqual([user("a"), reply("b")]);
  });

  it("S9 takes a shorter history for a compacted one and gives active skills again", async () => {
    const thread = createThread(await openSession());
    await sent(thread, [user("a"), reply("b"), user("/skill:notes")]);
    const body = expect.stringContaining("Group the changes.");
    expect(await sent(thread, [user("summary")])).toEqual(["summary", body]);
    expect(await sent(thread, [user("summary"), reply("d")])).toEqual(["summary", body, "d"]);
  });

  it("S9 takes a rewritten history for a compacted one too", async () => {
    const thread = createThread(await openSession());
    await sent(thread, [user("/skill:notes")]);
    const body = expect.stringContaining("Group the changes.");
    expect(await sent(thread, [user("summary"), reply("b")])).toEqual(["summary", "b", body]);
  });
});
