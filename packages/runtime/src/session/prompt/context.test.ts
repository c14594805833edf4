import { chmodSync } from "node:fs";
import { describe, expect, onTestFinished, test } from "vitest";
import { openWorkshop, skillMd } from "../../testing/workshop.ts";
import type { FileTree } from "../../testing/write-tree.ts";
import type { SessionOptions } from "../session-options.ts";

const tree: FileTree = {
  "home/.agents/AGENTS.md": "Answer in German.\n",
  "work/AGENTS.md": "Use tabs.\n",
  "work/a/b/AGENTS.md": "Use spaces here.\n",
  "home/.pisces/skills/pdf/SKILL.md": skillMd({ name: "pdf", description: "Reads PDF files." }),
};

async function open(options: SessionOptions = {}, files: FileTree = tree, profile = "pisces") {
  const workshop = openWorkshop(files);
  onTestFinished(workshop.close);
  workshop.write({ "work/a/b/x": "" });
  const runtime = await workshop.start({ profile, cwd: workshop.at("work/a/b") });
  return { ...workshop, runtime, session: await runtime.session(options) };
}

/** The texts of the context in order. */
const textsIn = (context: string) =>
  [...context.matchAll(/<context_file path="([^"]*)">\n([\s\S]*?)\n<\/context_file>/g)].map(
    ([, , text]) => text,
  );

describe("AGENTS.md in a session", () => {
  test("P1 D9 a turn has the texts, the user's first, then from the outermost directory to the nearest", async () => {
    const { session, at } = await open();
    const { context, baseline } = await session.turn();
    expect(textsIn(context)).toEqual(["Answer in German.", "Use tabs.", "Use spaces here."]);
    expect(context).toContain(`<context_file path="${at("work/a/b/AGENTS.md")}">`);
    expect(baseline).not.toContain("context_file");
  });

  test.each([
    "agentskills",
    "metis",
    "autopoiesis",
    "aios",
  ])("P1 D9 %s has them only if the host asks for them", async (profile) => {
    const { runtime, session } = await open({}, tree, profile);
    expect((await session.turn()).context).toBe("");
    const asked = await runtime.session({ contextFiles: true });
    expect(textsIn((await asked.turn()).context)).toHaveLength(3);
  });

  test("P1 D9 the host can turn them off", async () => {
    const { session } = await open({ contextFiles: false });
    expect((await session.turn()).context).toBe("");
  });

  test("D9 stays within its budget, gives the nearest file first, and says what is missing", async () => {
    const long = Array.from({ length: 500 }, (_, at) => `Rule ${at}.`).join("\n");
    const { session, at } = await open({ contextBudget: 200 }, { ...tree, "work/AGENTS.md": long });
    const { context, report } = await session.turn();
    expect(context.length / 4).toBeLessThanOrEqual(201);
    expect(context).toContain("Use spaces here.");
    expect(context).toContain("Rule 0.");
    expect(context).not.toContain("Rule 499.");
    expect(report.notes).toEqual([
      `${at("work/AGENTS.md")} was shortened: context files may have 200 tokens`,
      `${at("home/.agents/AGENTS.md")} was left out: context files may have 200 tokens`,
    ]);
    expect((await session.turn()).report.notes).toEqual([]);
  });

  test("D9 I2 keeps its bytes while files are edited, also after a restore and in a fork", async () => {
    const { session, runtime, write } = await open();
    const { context, fingerprint } = await session.turn();
    write({ "work/AGENTS.md": "Edited.\n" });
    expect(await session.turn()).toMatchObject({ context, fingerprint });
    expect((await session.fork().turn()).context).toBe(context);
    const state: unknown = JSON.parse(JSON.stringify(session));
    expect((await (await runtime.session({ restore: state })).turn()).context).toBe(context);
    expect((await session.fork({ contextFiles: false }).turn()).context).toBe("");
  });

  test("D9 I8 is read again after a compaction, and the fingerprint changes with it", async () => {
    const { session, write } = await open();
    const { fingerprint } = await session.turn();
    write({ "work/AGENTS.md": "Edited.\n" });
    await session.compacted();
    const after = await session.turn();
    expect(textsIn(after.context)).toEqual(["Answer in German.", "Edited.", "Use spaces here."]);
    expect(after.fingerprint).not.toBe(fingerprint);
  });

  test("D9 T5 a link out of its directory, a huge file and a binary one are not read, with a note", async () => {
    const { session, at } = await open(
      {},
      {
        "home/secret.txt": "secret",
        "home/.agents/AGENTS.md": "x".repeat(1024 * 1024 + 1),
        "work/AGENTS.md": { link: "../home/secret.txt" },
        "work/a/AGENTS.md": "a\u0000b",
        "work/a/b/rules.md": "Linked inside.",
        "work/a/b/AGENTS.md": { link: "rules.md" },
      },
    );
    const { context, report } = await session.turn();
    expect(textsIn(context)).toEqual(["Linked inside."]);
    expect(report.notes).toEqual([
      expect.stringContaining(`${at("work/AGENTS.md")} links to`),
      `${at("home/.agents/AGENTS.md")} is not used: it is not a text file of at most 1 MiB`,
      `${at("work/a/AGENTS.md")} is not used: it is not a text file of at most 1 MiB`,
    ]);
  });

  test.skipIf(process.platform === "win32")(
    "D9 a file in a world-writable directory is not read",
    async () => {
      const { runtime, at } = await open();
      chmodSync(at("work/a/b"), 0o777);
      const { context } = await (await runtime.session()).turn();
      expect(textsIn(context)).toEqual(["Answer in German.", "Use tabs."]);
    },
  );
});
