import { describe, expect, onTestFinished, test } from "vitest";
import { catalogFrame } from "../injection/catalog/catalog-frame.ts";
import type { NodeRuntimeOptions } from "../node/create-runtime.ts";
import { bubblewrap } from "../node/sandbox/bubblewrap.ts";
import type { AuditRecord } from "../ports.ts";
import type { SessionOptions } from "../session/session-options.ts";
import { openWorkshop, skillMd } from "../testing/workshop.ts";
import type { FileTree } from "../testing/write-tree.ts";

const USER = "home/.agents/skills";
const PDF = "Extracts text from PDF files. Use when a PDF is mentioned.";
const tree: FileTree = {
  [`${USER}/pdf/SKILL.md`]: skillMd({ name: "pdf", description: PDF }, "# PDF\n\nRun scripts/extract.py.\n"),
  [`${USER}/pdf/scripts/extract.py`]: "print('secret of the script')\n",
  [`${USER}/pdf/references/forms.md`]: "# Forms\n",
  [`${USER}/review/SKILL.md`]: skillMd({ name: "review", description: "Reviews a branch." }, "Look.\n"),
};
const user = (content: string) => ({ role: "user" as const, content });

async function open(files: FileTree = tree, options: NodeRuntimeOptions = {}) {
  const workshop = openWorkshop(files);
  onTestFinished(workshop.close);
  const runtime = await workshop.start(options);
  const turnWith = async (sessionOptions: SessionOptions) =>
    (await runtime.session(sessionOptions)).turn({ messages: [] });
  return { ...workshop, runtime, turnWith, session: await runtime.session() };
}

describe("client guide: disclosing the catalog", () => {
  test("P1 I1 name and description as lines, XML or JSON (G18)", async () => {
    const { turnWith } = await open();
    expect((await turnWith({})).baseline).toContain(`- pdf: ${PDF}\n- review: Reviews a branch.`);
    expect((await turnWith({ catalogFormat: "xml" })).baseline).toContain(
      `<available_skills>\n<skill><name>pdf</name><description>${PDF}</description></skill>\n`,
    );
    expect((await turnWith({ catalogFormat: "json" })).baseline).toContain(
      JSON.stringify({ name: "pdf", description: PDF }),
    );
  });

  test("P1 I1 the location is optional, because loading returns the directory (G18 G19)", async () => {
    const { turnWith, session, at } = await open();
    const { baseline } = await turnWith({ catalogFormat: "xml", location: true });
    expect(baseline).toContain(`<location>${at(`${USER}/pdf/SKILL.md`)}</location>`);
    expect((await turnWith({ catalogFormat: "xml" })).baseline).not.toContain("<location>");
    const { text } = await session.call("skill_load", { name: "pdf" });
    expect(text).toContain(`Skill directory: ${at(`${USER}/pdf`)}`);
  });

  test("P1 I1 S8 a model that reads files itself needs no tools for skills", async () => {
    const names = (tools: readonly { readonly name: string }[]) => tools.map(({ name }) => name);
    const { runtime, at } = await open();
    for (const toolList of ["scoped", "constant"] as const) {
      const session = await runtime.session({ location: "only", toolList });
      const { baseline, tools } = await session.turn();
      expect(baseline).toContain(at(`${USER}/pdf/SKILL.md`));
      expect(baseline).toContain("read the SKILL.md at its location");
      for (const reading of ["skill_search", "skill_load", "skill_read"]) {
        expect(names(tools)).not.toContain(reading);
        expect(names(session.allTools())).not.toContain(reading);
        expect(baseline).not.toContain(reading);
      }
    }
    expect(catalogFrame(runtime.profile, "only").more(2)).toBe("(2 more skills are not listed.)");
    const both = await (await runtime.session({ location: true })).turn();
    expect(names(both.tools)).toContain("skill_load");
    expect(catalogFrame(runtime.profile, true).more(2)).toContain("`skill_search`");
  });

  test("P1 I1 a short instruction says what to do with the list (G20)", async () => {
    const { baseline } = await (await open()).session.turn();
    expect(baseline).toContain("When a task fits a skill, call `skill_load` with its name");
  });

  test("P1 R5 T3 what is off, not trusted or not for the model is hidden entirely (G21)", async () => {
    const { session } = await open(
      {
        ...tree,
        [`${USER}/deploy/SKILL.md`]: skillMd({
          name: "deploy",
          description: "Deploys.",
          "disable-model-invocation": true,
        }),
        "work/.agents/skills/strange/SKILL.md": skillMd({ name: "strange", description: "Strange." }),
      },
      { overrides: { review: "off" }, trust: () => false },
    );
    const { baseline, report } = await session.turn();
    expect(baseline.split("\n").filter((line) => line.startsWith("- "))).toEqual([`- pdf: ${PDF}`]);
    expect(report.refused).toEqual(["strange"]);
    for (const name of ["deploy", "review", "strange"])
      expect((await session.call("skill_load", { name })).isError).toBe(true);
    const found = await session.call("skill_search", { query: "" });
    expect(found.metadata.result_names).toEqual(["pdf"]);
  });

  test("P1 I1 S8 without skills there is neither a catalog nor a tool (G22)", async () => {
    const { session } = await open({});
    expect(await session.turn()).toMatchObject({ baseline: "", tools: [] });
  });
});

describe("client guide: activating a skill", () => {
  test("P1 S1 S8 a dedicated tool strips the frontmatter (G23 G26)", async () => {
    const { session } = await open();
    expect((await session.turn()).tools.map(({ name }) => name)).toEqual([
      "skill_search",
      "skill_load",
      "skill_read",
    ]);
    const { text } = await session.call("skill_load", { name: "pdf" });
    expect(text).not.toContain("description:");
    expect(text).toContain("Run scripts/extract.py.");
  });

  test("P1 M5 a clear request loads its skill, small talk does not", async () => {
    const { runtime } = await open();
    const loaded = async (message: string) => {
      const { inject } = await (await runtime.session()).turn({ messages: [user(message)] });
      return inject.map(({ kind, skill }) => `${kind} ${skill}`);
    };
    expect(await loaded("extract the text from these PDF files")).toEqual(["skill pdf"]);
    expect(await loaded("thanks, that was nice of you")).toEqual([]);
  });

  test("P1 S1 a lenient client can load a name of 70 characters that it lists", async () => {
    const name = "n".repeat(70);
    const { session } = await open({
      [`${USER}/${name}/SKILL.md`]: skillMd({ name, description: PDF }, "Long.\n"),
    });
    expect((await session.turn()).baseline).toContain(`- ${name}: `);
    expect((await session.call("skill_load", { name })).text).toContain("Long.");
  });

  test("P1 F7 I7 a body of 10,000 tokens comes whole, a longer one as an outline", async () => {
    const text = (size: number) => {
      const head = "# Steps\n\n";
      return skillMd(
        { name: "pdf", description: PDF },
        `${head}${"word ".repeat(size / 5).slice(head.length)}`,
      );
    };
    const load = async (size: number) => {
      const { session } = await open({ [`${USER}/pdf/SKILL.md`]: text(size) });
      return (await session.call("skill_load", { name: "pdf" })).text.length;
    };
    expect(await load(40_000)).toBeGreaterThanOrEqual(40_000);
    expect(await load(40_040)).toBeLessThan(2_000);
  });

  test("P1 F7 O1 a section of a long body that is read is told, with its size", async () => {
    const body = `# Steps\n\n${"word ".repeat(9_000)}\n\n# Limits\n\nNever more than two.\n`;
    const { session, events } = await open({
      [`${USER}/pdf/SKILL.md`]: skillMd({ name: "pdf", description: PDF }, body),
    });
    await session.call("skill_load", { name: "pdf" });
    expect(events.filter(({ type }) => type === "resource.read")).toEqual([]);
    const { text, isError } = await session.call("skill_read", { name: "pdf", section: "limits" });
    expect([isError, text.includes("Never more than two.")]).toEqual([false, true]);
    expect(events.filter(({ type }) => type === "resource.read")).toEqual([
      { type: "resource.read", skill: "pdf", bytes: Buffer.byteLength("# Limits\n\nNever more than two.") },
    ]);
  });

  test("P1 S3 F7 the sections of a long body count towards the session's limit", async () => {
    const body = `# Steps\n\n${"word ".repeat(9_000)}\n\n# Limits\n\nNever more than two.\n`;
    const files = { [`${USER}/pdf/SKILL.md`]: skillMd({ name: "pdf", description: PDF }, body) };
    const session = await (await open(files)).runtime.session({ maxTokens: 1_000 });
    await session.call("skill_load", { name: "pdf" });
    expect(await session.call("skill_read", { name: "pdf", section: "steps" })).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^this part of the skill "pdf" was not read: .* exceed the 1000 tokens/),
    });
    expect((await session.call("skill_read", { name: "pdf", section: "limits" })).isError).toBe(false);
  });

  test("P1 S1 only valid names are taken, and the nearest is named (G24)", async () => {
    const { session } = await open();
    expect(await session.call("skill_load", { name: "reveiw" })).toMatchObject({
      isError: true,
      text: "no skill registered with name 'reveiw'; did you mean 'review'?",
    });
  });

  test.each([
    "/pdf a.pdf",
    "/skill:pdf a.pdf",
    "please use $pdf",
  ])("P1 M1 a user invokes a skill with %j (G25)", async (message) => {
    const { session } = await open();
    const { inject } = await session.turn({ messages: [user(message)] });
    expect(inject).toMatchObject([{ kind: "skill", skill: "pdf" }]);
  });

  test("P1 I7 the body is wrapped with its directory and its files, unread (G27 G28)", async () => {
    const { session, at } = await open();
    const { text } = await session.call("skill_load", { name: "pdf" });
    expect(text).toBe(
      [
        '<skill_content name="pdf">',
        "# PDF\n\nRun scripts/extract.py.",
        "",
        `Skill directory: ${at(`${USER}/pdf`)}`,
        "Relative paths in this skill are relative to the skill directory.",
        "<skill_resources>",
        "<file>references/forms.md</file>",
        "<file>scripts/extract.py</file>",
        "</skill_resources>",
        "</skill_content>",
      ].join("\n"),
    );
    expect(text).not.toContain("secret of the script");
  });

  test("P1 I7 a long listing is cut and says so (G28)", async () => {
    const files = Array.from({ length: 60 }, (_, index) => [`${USER}/pdf/assets/${index}.txt`, "x"] as const);
    const { session } = await open({ ...tree, ...Object.fromEntries(files) });
    const { text } = await session.call("skill_load", { name: "pdf" });
    expect(text.match(/<file>/g)).toHaveLength(50);
    expect(text).toContain("(12 more files are not listed)");
  });

  test("P1 S4 X7 bundled files are read without a question, even where tools are restricted (G29)", async () => {
    const { runtime, events } = await open();
    const session = await runtime.session({ toolScope: "restrict" });
    await session.call("skill_load", { name: "pdf" });
    const args = { name: "pdf", path: "references/forms.md" };
    expect(session.guard({ name: "skill_read", input: args }, ["Bash"]).verdict).toBe("allow");
    expect((await session.call("skill_read", args)).text).toContain("# Forms");
    expect(events.filter(({ type }) => type === "resource.read")).toEqual([
      { type: "resource.read", skill: "pdf", bytes: 8 },
    ]);
  });
});

describe("client guide: keeping skills over time", () => {
  test("P1 I8 what was active survives a compaction (G30)", async () => {
    const { session } = await open();
    await session.turn();
    await session.call("skill_load", { name: "pdf" });
    expect(await session.compacted()).toMatchObject([
      { kind: "skill", skill: "pdf", text: expect.stringContaining("Run scripts/extract.py.") },
    ]);
    expect((await session.turn()).baseline).toContain("- pdf: ");
  });

  test("P1 S2 a skill that is in the conversation is not added again (G31)", async () => {
    const { session } = await open();
    await session.turn({ messages: [user("$pdf")] });
    const again = await session.turn({ messages: [user("$pdf"), user("again $pdf")] });
    expect(again.inject).toEqual([]);
    expect((await session.call("skill_load", { name: "pdf" })).metadata.already_loaded).toBe(true);
  });

  test("P1 S2 D8 an edited body is given again, because it is another one (G17 G31)", async () => {
    const { session, write } = await open();
    await session.call("skill_load", { name: "pdf" });
    write({ [`${USER}/pdf/SKILL.md`]: skillMd({ name: "pdf", description: PDF }, "Second edition.\n") });
    const { inject } = await session.turn({ messages: [user("$pdf")] });
    expect(inject).toMatchObject([{ skill: "pdf", text: expect.stringContaining("Second edition.") }]);
  });
});

describe("client guide: delegating to a subagent", () => {
  test("P1 R6 a skill can be run in a session of its own, and the conversation keeps only what the host adds (G32)", async () => {
    const { session } = await open();
    const child = session.fork({ skills: ["pdf"] });
    expect((await child.turn()).baseline).not.toContain("review");
    expect((await child.call("skill_load", { name: "pdf" })).text).toContain("Run scripts/extract.py.");
    expect((await child.call("skill_load", { name: "review" })).isError).toBe(true);
    expect((await session.turn()).report.active).toEqual([]);
  });
});

const sandbox = await bubblewrap().status();

describe("security and safety", () => {
  const audited = async () => {
    const records: AuditRecord[] = [];
    const audit = { append: (record: AuditRecord) => void records.push(record) };
    const opened = await open(tree, { audit, approver: () => ({ answer: "yes" }) });
    return { ...opened, actions: () => records.map(({ action, actor }) => `${action} ${actor}`) };
  };

  test("P1 T6 every activation is logged once, with who asked for it", async () => {
    const { runtime, actions } = await audited();
    const session = await runtime.session({ preload: ["review"] });
    await session.turn({ messages: [user("/pdf a.pdf")] });
    const model = await runtime.session();
    await model.call("skill_load", { name: "pdf" });
    expect(actions().filter((action) => action.startsWith("skill.activated"))).toEqual([
      "skill.activated host",
      "skill.activated user",
      "skill.activated model",
    ]);
  });

  test.skipIf(!sandbox.works)(
    "P1 X10 T6 scripts run in a sandbox where the host allows it, after a question, and are logged",
    async () => {
      const { runtime, actions } = await audited();
      const refused = await (await runtime.session()).call("skill_run", { name: "pdf", script: "extract" });
      expect(refused.isError).toBe(true);
      expect(actions()).toEqual([]);
      const session = await runtime.session({ scripts: {} });
      const { text } = await session.call("skill_run", { name: "pdf", script: "extract" });
      expect(text).toContain("secret of the script");
      const told = actions();
      const order = ["approval.given user", "script.started engine", "script.finished engine"];
      expect(told.filter((action) => order.includes(action))).toEqual(order);
    },
  );

  test("P1 X7 the host's own tools are its own to confirm, unless it lets skills restrict them", async () => {
    const files: FileTree = {
      [`${USER}/git/SKILL.md`]: skillMd({ name: "git", description: "Git.", "allowed-tools": "Bash(git:*)" }),
    };
    const { runtime } = await open(files);
    const decide = async (command: string, options: SessionOptions) => {
      const session = await runtime.session(options);
      await session.call("skill_load", { name: "git" });
      const call = { name: "Bash", input: { command } };
      return `${session.guard(call).verdict} ${(await session.authorize(call)).allowed}`;
    };
    expect(await decide("rm -rf /", {})).toBe("defer true");
    expect(await decide("rm -rf /", { toolScope: "restrict" })).toBe("deny false");
    expect(await decide("git status", { toolScope: "restrict" })).toBe("defer true");
    expect(await decide("git status", { toolScope: "pre-approve" })).toBe("allow true");
    expect(await decide("rm -rf /", { toolScope: "pre-approve" })).toBe("defer true");
  });
});
