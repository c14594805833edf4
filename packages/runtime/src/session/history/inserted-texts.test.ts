import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Injection, Message } from "../../conversation.ts";
import { nodeHash } from "../../node/node-hash.ts";
import { createRuntime } from "../../runtime.ts";
import { fakePorts } from "../../testing/fake-ports.ts";
import { skillMd } from "../../testing/workshop.ts";
import { SessionTexts } from "./inserted-texts.ts";

const user = (content: string): Message => ({ role: "user", content });
const reply = (content: string): Message => ({ role: "assistant", content });
const injection = (text: string): Injection => ({ kind: "skill", text, tokens: 1, reason: "" });
const turn = (...texts: readonly string[]) => ({ inject: texts.map(injection) });

/** Texts of a session that gives nothing again, and what it was asked. */
function openTexts() {
  const asked: string[] = [];
  const engine = {
    hash: nodeHash,
    compacted: async ({ messages }: { readonly messages: readonly Message[] }) => {
      asked.push(`compacted ${messages.map(({ content }) => content).join(" ")}`);
      return [];
    },
    recover: async (messages: readonly Message[]) => {
      asked.push(`recover ${messages.map(({ content }) => content).join(" ")}`);
      return [];
    },
  };
  const texts = new SessionTexts(engine);
  const restored = () => {
    const other = new SessionTexts(engine);
    other.restore(JSON.parse(JSON.stringify(texts)));
    return other;
  };
  return { texts, asked, restored, engine };
}

const woven = (texts: SessionTexts, messages: readonly Message[]) =>
  texts.weave(messages, user).map(({ content }) => content);

describe("the inserted texts of a session", () => {
  it("R6 S9 are between the same messages after a restore, even if all messages are equal", async () => {
    const { texts, restored, asked } = openTexts();
    const history = [user("ok"), user("ok"), user("ok")];
    await texts.update(history.slice(0, 2));
    texts.add(turn("one", "two"));
    const other = restored();
    await other.update(history);
    expect(woven(other, history)).toEqual(["ok", "ok", "one", "two", "ok"]);
    expect(["one", "three"].map((text) => other.has(text))).toEqual([true, false]);
    expect(asked).toEqual([]);
  });

  it("R6 S9 are told apart from a message with another role", async () => {
    const { texts, restored } = openTexts();
    await texts.update([user("ok")]);
    texts.add(turn("one"));
    const other = restored();
    await other.update([reply("ok"), user("ok")]);
    expect(woven(other, [reply("ok"), user("ok")])).toEqual(["ok", "ok", "one"]);
  });

  it("S9 stay where they are if another one is lost, except announcements", async () => {
    const { texts, asked } = openTexts();
    await texts.update([user("a")]);
    texts.add({ delta: "skills changed", ...turn("first") });
    await texts.update([user("a"), reply("b"), user("c")]);
    texts.add(turn("second"));
    const branch = [user("a"), reply("d")];
    await texts.update(branch);
    expect(woven(texts, branch)).toEqual(["a", "first", "d"]);
    expect(asked).toEqual(["compacted first a d"]);
  });

  it("S9 are not lost, nor looked for, while the history only grows", async () => {
    const { texts, asked } = openTexts();
    await texts.update([user("a")]);
    texts.add({ delta: "skills changed", ...turn("first") });
    await texts.update([user("a"), reply("b")]);
    expect(woven(texts, [user("a"), reply("b")])).toEqual(["a", "skills changed", "first", "b"]);
    expect(asked).toEqual([]);
    await texts.update([user("a"), reply("[cleared]")]);
    expect(asked).toEqual(["recover skills changed first a [cleared]"]);
  });

  it("R6 S9 are looked for in the whole history if the restored JSON does not contain them", async () => {
    const { texts, asked } = openTexts();
    texts.restore({});
    expect(texts.toJSON()).toEqual({});
    await texts.update([user("a")]);
    await texts.update([user("a"), reply("b")]);
    expect(asked).toEqual(["recover a"]);
  });

  it("R6 S9 that a framework stores are counted, and not kept a second time", async () => {
    const { texts, restored, asked } = openTexts();
    await texts.update([user("a")], { stored: [] });
    expect(texts.add(turn("body"))).toEqual(["body"]);
    expect(JSON.stringify(texts)).not.toContain("body");
    const other = restored();
    await other.update([user("a"), reply("b")], { stored: ["body"] });
    expect(asked).toEqual([]);
    await other.update([user("a"), reply("b")], { stored: [] });
    expect(asked).toEqual(["compacted a b"]);
  });

  it("R6 S9 move to a host that stores them itself, or no longer does", async () => {
    const { texts, restored, asked } = openTexts();
    await texts.update([user("a")]);
    texts.add(turn("body"));
    await restored().update([user("a")], { stored: [] });
    const stored = restored();
    await stored.update([user("a")], { stored: ["body"] });
    await stored.update([user("a")]);
    expect(asked).toEqual(["compacted a", "compacted body a", "compacted a"]);
  });

  it("R6 cost 20 bytes of JSON per message, besides the texts themselves", async () => {
    const { texts } = openTexts();
    const history = Array.from({ length: 1_000 }, (_, index) => user(`message ${index} `.repeat(100)));
    await texts.update(history);
    texts.add(turn("body"));
    expect(JSON.stringify(texts).length).toBeLessThan(20 * history.length);
  });

  it("R6 S9 are the same whenever the conversation moves to another process", async () => {
    const message = fc.record({
      role: fc.constantFrom("user", "assistant", "tool"),
      content: fc.constantFrom("", "a", "b", "c"),
    });
    // A step drops some messages at the beginning or the end, adds others, and may give texts.
    const step = fc.record({
      drop: fc.nat(2),
      cut: fc.nat(2),
      messages: fc.array(message, { maxLength: 3 }),
      delta: fc.option(fc.constantFrom("d1", "d2"), { nil: undefined }),
      texts: fc.array(fc.constantFrom("t1", "t2", "t3"), { maxLength: 2 }),
      moves: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
        const stays = openTexts();
        const moving = openTexts();
        let moved = moving.texts;
        let history: Message[] = [];
        for (const { drop, cut, messages, delta, texts, moves } of steps) {
          history = [...history.slice(drop, history.length - cut), ...messages];
          const given = { ...(delta === undefined ? {} : { delta }), ...turn(...texts) };
          for (const one of [stays.texts, moved]) {
            await one.update(history);
            one.add(given);
          }
          const sent = woven(stays.texts, history);
          expect(woven(moved, history)).toEqual(sent);
          expect(sent.filter((text) => /^[abc]?$/.test(text))).toEqual(history.map(({ content }) => content));
          if (!moves || history.length + sent.length === 0) continue;
          const next = new SessionTexts(moving.engine);
          next.restore(JSON.parse(JSON.stringify(moved)));
          moved = next;
        }
        expect(moving.asked).toEqual(stays.asked);
      }),
    );
  });
});

describe("a host with its own loop that stores only its own messages", () => {
  const tree = {
    "/project/.agents/skills/tone/SKILL.md": skillMd({ name: "tone", description: "How we write." }),
    "/project/.agents/skills/legal/SKILL.md": skillMd({ name: "legal", description: "What we promise." }),
  };
  const open = async (restore?: unknown) =>
    (await createRuntime(fakePorts(tree), { trust: () => true })).session({
      matching: "explicit",
      restore: restore === undefined ? undefined : JSON.parse(JSON.stringify(restore)),
    });
  type Opened = Awaited<ReturnType<typeof open>>;
  const request = async (session: Opened, history: readonly Message[]) => {
    await session.texts.update(history);
    session.texts.add(await session.turn({ messages: history }));
    return session.texts.weave(history, user).map(({ content }) => content);
  };

  it("R6 sends the skill that the user named in every later process", async () => {
    const history = [user("/tone write")];
    let session = await open();
    const first = await request(session, history);
    expect(first).toHaveLength(2);
    for (let turns = 0; turns < 3; turns += 1) {
      history.push(reply("Done."), user("Go on."));
      session = await open(session);
      const sent = await request(session, history);
      expect(sent.slice(0, 2)).toEqual(first);
      expect(sent).toHaveLength(history.length + 1);
    }
  });

  it("S9 does not act on the newest message twice if an earlier text was lost", async () => {
    const session = await open();
    const history = [user("/legal check"), reply("b"), user("/tone write")];
    await request(session, history.slice(0, 1));
    const [, , , message, tone] = await request(session, history);
    const again = await request(session, history.slice(2));
    expect(again.slice(0, 2)).toEqual([message, tone]);
    expect(again.slice(2)).toEqual([expect.stringContaining('name="legal"')]);
  });

  it.each([2, 0.5, -1])("R6 cannot restore a text after message %s of one", async (after) => {
    const state = (await open()).toJSON();
    const inserted = { messages: ["key"], texts: [{ text: "body", after }] };
    await expect(open({ ...state, inserted })).rejects.toMatchObject({ code: "session.state-invalid" });
    const fitting = { ...inserted, texts: [{ text: "body", after: 1 }] };
    await expect(open({ ...state, inserted: fitting })).resolves.toBeDefined();
  });

  it("R6 starts a subagent without the texts of its parent", async () => {
    const session = await open();
    await request(session, [user("/tone write")]);
    expect(await request(session.fork(), [user("a")])).toEqual(["a"]);
  });

  it("R6 is told when it passes something else than messages", async () => {
    const session = await open();
    const wrong: never[] = JSON.parse('["a"]');
    await expect(session.texts.update(wrong)).rejects.toMatchObject({ code: "runtime.bad-option" });
  });
});
