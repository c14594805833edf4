import { describe, expect, it } from "vitest";
import { HISTORIES, type HistoryMessage } from "../testing/histories.ts";
import { openSession } from "../testing/open-session.ts";

const BODY = "Fill every field.";
const say = (role: HistoryMessage["role"], text = ""): HistoryMessage => ({ role, text });

/** A conversation in which the model loaded a skill and went on without it, and how often it gets the instructions. */
async function open(adapter: keyof typeof HISTORIES) {
  const session = await openSession({ matching: "explicit" });
  const send = HISTORIES[adapter]?.(session);
  if (send === undefined) throw new Error(`no adapter ${adapter}`);
  const told = async (history: readonly HistoryMessage[]) =>
    (await send(history)).filter((text) => text.includes(BODY)).length;
  const load = async () => (await session.call("skill_load", { name: "forms" })).text;
  const asked = say("user", "Fill in the form.");
  expect(await told([asked])).toBe(0);
  const pair = [say("call"), say("tool", await load())];
  expect(await told([asked, ...pair])).toBe(1);
  const later = [say("assistant", "It is filled in."), say("user", "Now sign it.")];
  const history = [asked, ...pair, ...later];
  expect(await told(history)).toBe(1);
  return { session, told, load, asked, pair, later, history };
}

describe.each(Object.keys(HISTORIES))("a host with the adapter %s that rewrites its history", (adapter) => {
  it("S9 gets nothing again while the instructions are in it", async () => {
    const { told, load, history, later } = await open(adapter);
    const [signed, more] = [say("assistant", "It is signed."), say("user", "Thanks.")];
    expect(await told([...history, signed, more])).toBe(1);
    expect(await told([say("user", "A summary."), ...history.slice(1), signed, more])).toBe(1);
    expect(await told([...history.slice(1, -1), say("user", `${later[1]?.text} Please.`)])).toBe(1);
    expect(await load()).toContain("was loaded earlier");
  });

  it("S9 gets a skill again if the tool result is cleared in place", async () => {
    const { told, load, asked, later } = await open(adapter);
    const cleared = [asked, say("call"), say("tool", "[cleared]"), ...later];
    expect(await told(cleared)).toBe(1);
    expect(await told([...cleared, say("assistant", "Signed."), say("user", "Thanks.")])).toBe(1);
    expect(await load()).toContain("was loaded earlier");
  });

  it("S9 gets a skill again if a summary and newer messages take its place in a history as long as before", async () => {
    const { told, later } = await open(adapter);
    const newer = [say("assistant", "Signed."), say("user", "Thanks.")];
    expect(await told([say("user", "A summary."), ...later, ...newer])).toBe(1);
  });

  it("S9 gets a skill again if the call and its result are replaced by a summary", async () => {
    const { told, asked, later } = await open(adapter);
    expect(await told([asked, say("assistant", "I read a skill."), ...later])).toBe(1);
  });

  it("S9 can load a skill again if it does not fit after the history was cut", async () => {
    const { session, told, load } = await open(adapter);
    await session.recover([], { keepTokens: 0 });
    expect(await told([say("user", "A summary.")])).toBe(0);
    expect(await load()).toContain(BODY);
  });
});

describe.each(Object.keys(HISTORIES))("a host with the adapter %s whose user edits a message", (adapter) => {
  it("S9 gets the skill that the message named again", async () => {
    const session = await openSession({ matching: "explicit" });
    const send = HISTORIES[adapter]?.(session);
    const told = async (history: readonly HistoryMessage[]) =>
      (await send?.(history))?.filter((text) => text.includes("Group the changes.")).length;
    const named = say("user", "/skill:notes");
    expect(await told([named])).toBe(1);
    expect(await told([named, say("assistant", "Done."), say("user", "More.")])).toBe(1);
    expect(await told([say("user", "Write the notes."), say("assistant", "Done.")])).toBe(1);
    expect(await told([say("user", "Something else.")])).toBe(1);
  });
});
