import type { Session } from "@knowhow/runtime";
import { describe, expect, it } from "vitest";
import { openSession } from "../testing/open-session.ts";
import { callModelInputFilter, guardTools, skillTools } from "./openai.ts";

const hostTool = (name: string) => ({
  name,
  isEnabled: async () => true,
  invoke: async (_context: unknown, input: string) => `ran ${input}`,
});

describe("S9 the adapter for OpenAI Agents", () => {
  it("S9 makes function tools without strict mode", async () => {
    const [search] = skillTools(await openSession());
    expect(search).toMatchObject({
      type: "function",
      name: "skill_search",
      strict: false,
      parameters: { type: "object", required: ["query"], additionalProperties: false },
    });
    expect(await search?.needsApproval()).toBe(false);
  });

  it("S9 enables a skill tool if it can succeed, before and after the first load alike", async () => {
    const session = await openSession();
    const enabled = async (of: Session) => Promise.all(skillTools(of).map((tool) => tool.isEnabled()));
    expect(await enabled(session)).toEqual([true, true, true, false]);
    await session.call("skill_load", { name: "forms" });
    expect(await enabled(session)).toEqual([true, true, true, false]);
    expect(await enabled(await openSession({ skills: [] }))).toEqual([false, false, false, false]);
  });

  it("S9 answers invalid JSON arguments with the reason", async () => {
    const load = skillTools(await openSession()).find(({ name }) => name === "skill_load");
    expect(await load?.invoke({}, "{broken")).toContain("must be an object");
    expect(await load?.invoke({}, "")).toContain('"name" of skill_load is missing');
    expect(await load?.invoke({}, '{"name":"forms"}', { toolCall: { callId: "1" } })).toContain(
      "Fill every field.",
    );
  });

  it("S9 disables and refuses the host's tools under the active skill", async () => {
    const session = await openSession();
    const [bash, web] = guardTools(session, [hostTool("Bash"), hostTool("web_search")]);
    expect(await web?.isEnabled()).toBe(true);
    await session.call("skill_load", { name: "forms" });
    expect(await web?.isEnabled()).toBe(false);
    expect(await web?.invoke({}, '{"query":"x"}')).toContain("cannot be used now");
    expect(await bash?.isEnabled()).toBe(true);
    expect(await bash?.invoke({}, '{"command":"rm x"}')).toContain("cannot be used now");
    expect(await bash?.invoke({}, '{"command":"git log"}')).toBe('ran {"command":"git log"}');
  });

  it("S9 leaves hosted tools, which have no code, as they are", async () => {
    const hosted = { type: "hosted_tool", name: "file_search" };
    expect(guardTools(await openSession(), [hosted])[0]).toEqual(hosted);
  });

  it("S9 adds the list of skills to the instructions and the named skill to the input", async () => {
    const filter = callModelInputFilter(await openSession());
    const question = { role: "user", content: [{ type: "input_text", text: "$notes, please" }] };
    const { input, instructions } = await filter({
      modelData: { input: [question], instructions: "Be careful." },
    });
    expect(instructions).toMatch(/^Be careful\.\n\n## Available skills/);
    expect(input).toEqual([
      question,
      { type: "message", role: "user", content: expect.stringContaining("Group the changes.") },
    ]);
  });
});
