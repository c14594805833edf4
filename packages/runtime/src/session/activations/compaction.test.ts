import { describe, expect, test } from "vitest";
import { createRuntime } from "../../runtime.ts";
import { fakePorts } from "../../testing/fake-ports.ts";
import { skillMd } from "../../testing/workshop.ts";
import { digestBody } from "./compaction.ts";

const user = (content: string) => ({ role: "user" as const, content });

describe("the digest of a body", () => {
  const body = "# Title\n\nProse.\n\n1. First\n2) Second\n\nNever push.\n\n```\n# not a heading\n```\n";

  test("I8 has headings, steps and what must be done, and neither prose nor code", () => {
    expect(digestBody(body, 1_000)).toBe("# Title\n1. First\n2) Second\nNever push.");
  });

  test("I8 takes a line that just fits, and ends before one that does not", () => {
    expect(digestBody(body, "# Title\n1. First\n".length)).toBe("# Title\n1. First");
    expect(digestBody(body, "# Title\n1. First\n".length - 1)).toBe("# Title");
    expect(digestBody(body, 0)).toBe("");
  });

  test("I8 keeps a line of 300 characters whole and cuts a longer one", () => {
    const line = (length: number) => `# ${"x".repeat(length - 2)}`;
    expect(digestBody(line(300), 1_000)).toBe(line(300));
    expect(digestBody(line(301), 1_000)).toBe(`${line(299)}…`);
  });
});

describe("what is given again after a compaction", () => {
  test("I8 is a skill whose text needs exactly the tokens that are left, and less where one is missing", async () => {
    const file = "/project/.agents/skills/plain/SKILL.md";
    const text = skillMd({ name: "plain", description: "Plain." }, `Speak plainly. ${"word ".repeat(200)}\n`);
    const runtime = await createRuntime(fakePorts({ [file]: text }), { trust: () => true });
    const given = async (keepTokens: number) => {
      const session = await runtime.session();
      await session.call("skill_load", { name: "plain" });
      return (await session.compacted({ keepTokens })).map(({ kind, tokens }) => ({ kind, tokens }));
    };
    const [whole] = await given(10_000);
    expect(whole?.kind).toBe("skill");
    const tokens = whole?.tokens ?? 0;
    expect(await given(tokens)).toEqual([whole]);
    expect(await given(tokens - 1)).toMatchObject([{ kind: "digest" }]);
    expect(await given(0)).toEqual([]);
  });
});

describe("what counts as dropped from the history", () => {
  const open = (profile: string, body: string, tokenizer?: (text: string) => number) =>
    createRuntime(
      {
        ...fakePorts({
          [`/project/${profile === "aios" ? "skills" : ".agents/skills"}/plain/SKILL.md`]: skillMd(
            { name: "plain", description: "Plain.", triggers: ["plain talk"] },
            body,
          ),
        }),
        ...(tokenizer === undefined ? {} : { tokenizer }),
      },
      { profile, trust: () => true },
    );

  test("I8 I5 a skill that was only guessed: its full text is given", async () => {
    const session = await (await open("aios", "Speak plainly.\n")).session();
    const { inject } = await session.turn({ messages: [user("plain talk please")] });
    expect(inject[0]?.text).toContain("<skill_guidance");
    const history = inject.map(({ text }) => user(text));
    expect((await session.recover(history)).map(({ kind, skill }) => [kind, skill])).toEqual([
      ["skill", "plain"],
    ]);
  });

  test("I8 F9 not an outline that is still there, also by the host's own tokenizer", async () => {
    const runtime = await open("agentskills", `# One\n${"word ".repeat(2_500)}\n`, (text) => text.length);
    const session = await runtime.session({ maxTokens: 1_000_000 });
    const { text } = await session.call("skill_load", { name: "plain" });
    expect(text).toContain("This skill is long");
    expect(await session.recover([user(text)])).toEqual([]);
    expect(await session.recover([user("something else")])).toHaveLength(1);
  });
});
