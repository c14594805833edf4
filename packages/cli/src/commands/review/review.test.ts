import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createRuntime } from "@knowhow/runtime/node";
import { afterEach, describe, expect, it } from "vitest";
import { makeSandbox, type Ran, type Sandbox, skillText } from "../../testing/sandbox.ts";

let sandbox: Sandbox;
afterEach(() => sandbox.remove());

const NOTES = skillText("release-notes", "Writes release notes. Use when a version is released.");

/** A project in which an agent has proposed something. */
async function open(
  edit: object = { action: "create", name: "release-notes", content: NOTES },
  files: Readonly<Record<string, string>> = {},
) {
  sandbox = makeSandbox({
    "home/.agents/skills/pdf/SKILL.md": skillText("pdf", "Fills in PDF forms."),
    ...files,
  });
  const { project: cwd, home } = sandbox;
  const runtime = await createRuntime({ cwd, home, env: {}, cache: false });
  const session = await runtime.session({ authoring: "propose", id: "s-1" });
  const { text, metadata } = await session.call("skill_manage", edit);
  runtime.close();
  const id = String(metadata.proposal);
  expect(text).toContain(id);
  return { ...sandbox, id, hash: async () => shown(await sandbox.run("review", id, "--json")).proposal.hash };
}

interface Shown {
  readonly action: string;
  readonly proposal: { readonly hash: string; readonly state: string };
  readonly files: readonly {
    readonly path: string;
    readonly change: string;
    readonly diff: readonly string[];
  }[];
}
const shown = (ran: Ran) => ran.json() as Shown;
const skillAt = ({ home }: Sandbox) => join(home, ".local/state/knowhow/agent-skills/release-notes/SKILL.md");

describe("knowhow review", () => {
  it("T4 lists what waits, shows every file, and applies what was shown after a yes", async () => {
    const { id, run, runWith } = await open();
    const listed = await run("review");
    expect(listed).toMatchObject({ exit: 0, err: "" });
    expect(listed.out).toContain(`${id}  pending  create release-notes`);
    const { out } = await run("review", "show", id);
    for (const part of [
      "model, conversation s-1",
      "added SKILL.md (mode 100644",
      "+name: release-notes",
      "@@ -0,0 +1,",
    ])
      expect(out).toContain(part);
    const no = await runWith({ ask: async () => "" }, "review", "apply", id);
    expect([no.exit, no.err, existsSync(skillAt(sandbox))]).toEqual([
      1,
      expect.stringContaining("+# Work"),
      false,
    ]);
    const asked: string[] = [];
    const ask = async (question: string) => {
      asked.push(question);
      return "y";
    };
    const yes = await runWith({ ask }, "review", "apply", id);
    expect([yes.exit, asked]).toEqual([0, ["Apply this proposal? [y/N] "]]);
    expect(yes.out).toBe(
      `✓ ${id} (release-notes): applied: ~/.local/state/knowhow/agent-skills/release-notes\n`,
    );
    expect(readFileSync(skillAt(sandbox), "utf8")).toBe(NOTES);
    expect((await run("list", "--quiet")).out).toContain("release-notes");
    expect((await run("review")).out).toBe("No proposals.\n");
    expect((await run("review", "list", "--all")).out).toContain("applied");
  });

  it("T4 goes through what waits in a terminal: edits, rejects with a reason, applies what was shown", async () => {
    const { id, runWith, project } = await open();
    const script = join(project, "editor.mjs");
    writeFileSync(
      script,
      'import { readFileSync, writeFileSync } from "node:fs";\nconst at = process.argv[2];\nwriteFileSync(at, readFileSync(at, "utf8").replace("Do it.", "Do it well."));\n',
    );
    const env = { EDITOR: `${process.execPath} ${script}` };
    const answers = ["x", "e", "a"];
    const ask = async () => answers.shift();
    const { exit, out, err } = await runWith({ ask, env }, "review");
    expect([exit, answers]).toEqual([0, []]);
    expect(out).toContain(`${id}  applied  create release-notes`);
    expect(err).toContain("+Do it.");
    expect(err).toContain("+Do it well.");
    expect(readFileSync(skillAt(sandbox), "utf8")).toContain("Do it well.");
  });

  it("T4 stops going through what waits at q or the end of input, and rejects with a reason", async () => {
    const { id, runWith, run } = await open();
    for (const word of ["q", undefined]) {
      const { exit } = await runWith({ ask: async () => word }, "review");
      expect([exit, existsSync(skillAt(sandbox))]).toEqual([0, false]);
    }
    const skipped = await runWith({ ask: async () => "" }, "review");
    expect(skipped.out).toContain(`${id}  pending`);
    const answers = ["r", "too broad"];
    const rejected = await runWith({ ask: async () => answers.shift() }, "review");
    expect(rejected.out).toContain(`${id}  rejected`);
    expect((await run("review", "show", id)).out).toContain("rejected (too broad)");
  });

  it("T4 says what is still pending when the user stops, and which answers there are", async () => {
    const { runWith } = await open();
    const answers = ["x", "q"];
    const { out, err } = await runWith({ ask: async () => answers.shift() }, "review");
    expect(err).toContain("Answer a, r, e, s or q.\n");
    expect(out).toBe("1 proposal is still pending.\n");
  });

  it("T4 rejects nothing if input ends at the question for a reason", async () => {
    const { id, run, runWith } = await open();
    const answers = ["r", undefined, "q"];
    await runWith({ ask: async () => answers.shift() }, "review");
    expect((await run("review", "show", id)).out).toContain("pending");
  });

  it("T4 says why an editor could not be used, and that nothing changed", async () => {
    const { id, runWith, project } = await open();
    const editing = async (editor: string) => {
      const answers = ["e", "q"];
      return runWith({ ask: async () => answers.shift(), env: { EDITOR: editor } }, "review");
    };
    const missing = await editing("no-such-editor --wait");
    expect(missing.err).toContain("knowhow: the editor no-such-editor could not be started\n");
    expect(missing.err).toContain(
      "hint: set the variable EDITOR, or use `knowhow review edit ID --from FILE`\n",
    );
    expect((await editing(`${process.execPath} -e process.exit(3)`)).err).toContain(
      `knowhow: the editor ${process.execPath} failed (exit code 3), so nothing was changed\n`,
    );
    expect((await editing(`${process.execPath} -e 0`)).err).toContain("Nothing was changed.\n");
    const alone = await runWith(
      { ask: async () => "", env: { EDITOR: "no-such-editor" } },
      "review",
      "edit",
      id,
    );
    expect([alone.exit, alone.err]).toEqual([3, expect.stringContaining("could not be started")]);
    expect(existsSync(join(project, "SKILL.md"))).toBe(false);
  });

  it("T4 keeps the text of the user if it is refused, to edit it again", async () => {
    const { id, runWith, run, project } = await open();
    const script = join(project, "editor.mjs");
    // The first time it removes the description, then it puts another one back.
    writeFileSync(
      script,
      `import { readFileSync, writeFileSync } from "node:fs";
const at = process.argv[2];
const text = readFileSync(at, "utf8");
const lines = text.includes("description:")
  ? text.split("\\n").filter((line) => !line.startsWith("description:"))
  : text.replace("name:", "description: Writes notes. Use when a version is released.\\nname:").split("\\n");
writeFileSync(at, lines.join("\\n").replace("Do it.", "Do it with care."));
`,
    );
    const env = { EDITOR: `${process.execPath} ${script}` };
    const asked: string[] = [];
    const ask = async (question: string) => {
      asked.push(question);
      return "";
    };
    const edited = await runWith({ ask, env }, "review", "edit", id);
    expect(edited.err).toContain("`description` is missing");
    expect([edited.exit, asked]).toEqual([0, ["Edit it again? [Y/n] "]]);
    expect((await run("review", "show", id)).out).toContain("Do it with care.");
    const stopped = await runWith({ ask: async () => "n", env }, "review", "edit", id);
    expect([stopped.exit, stopped.err]).toEqual([1, expect.stringContaining("`description` is missing")]);
  });

  it("T4 applies without a question only what the hash names", async () => {
    const { id, run, hash } = await open();
    const bare = await run("review", "apply", id);
    expect([bare.exit, bare.err]).toEqual([2, expect.stringContaining("add --hash")]);
    const wrong = await run("review", "apply", id, "--hash", "0".repeat(64), "--json");
    expect([wrong.exit, wrong.json()]).toEqual([
      4,
      { error: expect.objectContaining({ code: "authoring.hash-mismatch" }) },
    ]);
    expect(existsSync(skillAt(sandbox))).toBe(false);
    const right = await run("review", "apply", id, "--hash", await hash(), "--json");
    expect([right.exit, shown(right).action, shown(right).proposal.state]).toEqual([0, "applied", "applied"]);
    const again = await run("review", "apply", id, "--hash", await hash());
    expect([again.exit, again.err]).toEqual([
      1,
      expect.stringContaining("is applied, so it cannot be applied"),
    ]);
  });

  it("T4 rejects, edits and rolls back", async () => {
    const { id, run, hash, project } = await open();
    const before = await hash();
    writeFileSync(join(project, "draft.md"), NOTES.replace("Do it.", "Do it well."));
    const edited = await run("review", "edit", id, "--from", "draft.md", "--json");
    expect([edited.exit, shown(edited).action, shown(edited).proposal.hash === before]).toEqual([
      0,
      "edited",
      false,
    ]);
    expect((await run("review", "apply", id, "--hash", before)).exit).toBe(4);
    expect((await run("review", "apply", id, "--hash", await hash())).exit).toBe(0);
    expect(readFileSync(skillAt(sandbox), "utf8")).toContain("Do it well.");
    expect((await run("review", "rollback", id)).exit).toBe(0);
    expect(existsSync(skillAt(sandbox))).toBe(false);
    expect((await run("review", "reject", id)).exit).toBe(1);
    expect((await run("review", "reject", "p-0")).exit).toBe(1);
  });

  it("T4 keeps the reason of a rejection", async () => {
    const { id, run } = await open();
    const rejected = await run("review", "reject", id, "--reason", "too broad", "--json");
    expect([rejected.exit, rejected.json()]).toEqual([
      0,
      expect.objectContaining({
        action: "rejected",
        proposal: expect.objectContaining({ decided: expect.objectContaining({ reason: "too broad" }) }),
      }),
    ]);
  });

  it("T4 is stale after the skill changed, and says so with exit code 1", async () => {
    const { id, run, hash, home } = await open({
      action: "patch",
      name: "pdf",
      old_text: "Do it.",
      new_text: "Do it twice.",
    });
    const { files } = shown(await run("review", id, "--json"));
    expect(files[0]?.diff.filter((line) => /^[+-]/.test(line))).toEqual(["-Do it.", "+Do it twice."]);
    const given = await hash();
    writeFileSync(join(home, ".agents/skills/pdf/SKILL.md"), skillText("pdf", "Reads PDF forms."));
    const stale = await run("review", "apply", id, "--hash", given);
    expect([stale.exit, stale.err]).toEqual([1, expect.stringContaining("the skill changed after")]);
  });

  it("T4 shows what a terminal would hide or obey", async () => {
    const body = "# Work\n\nDo it.\u200b\u202e\u{e0041} \u001b[2J\u001b]0;title\u0007 end\n";
    const content = skillText("release-notes", "Writes notes. Use when a version is released.", { body });
    const { id, run } = await open({ action: "create", name: "release-notes", content });
    const { out } = await run("review", id);
    expect(out).toContain("+Do it.<U+200B><U+202E><U+E0041> <U+001B>[2J<U+001B>]0;title<U+0007> end");
    expect(out).not.toContain("\u001b");
  });

  it("T4 merges a near-duplicate into the skill that exists, as a proposal of its own", async () => {
    const pdf = skillText("pdf", "Fills in PDF forms.", {
      body: "# Work\n\nOpen the form.\n\n## Check\n\nLook at it.\n",
    });
    const content = skillText("pdf-forms", "Fills in PDF forms. Use for PDF forms.", {
      body: "# Work\n\nOpen the form.\n\n## Check\n\nCount the fields.\n\n## Send\n\nSend it.\n",
    });
    const { id, run, runWith, hash, home } = await open(
      { action: "create", name: "pdf-forms", content },
      { "home/.agents/skills/pdf/SKILL.md": pdf },
    );
    expect((await run("review", id)).out).toContain(`\`knowhow review merge ${id} pdf\``);
    const given = await hash();
    const answers = ["m", "a"];
    const asked: string[] = [];
    const ask = async (question: string) => {
      asked.push(question);
      return answers.shift();
    };
    const merged = await runWith({ ask }, "review");
    expect(asked[0]).toContain("merge");
    expect(merged.out).toMatch(/applied {2}edit pdf/);
    expect(readFileSync(join(home, ".agents/skills/pdf/SKILL.md"), "utf8")).toBe(
      pdf.replace("Look at it.\n", "Look at it.\n\nCount the fields.\n\n## Send\n\nSend it.\n"),
    );
    expect((await run("review", id)).out).toMatch(/rejected \(merged into p-/);
    expect((await run("review", "apply", id, "--hash", given)).exit).toBe(1);
    expect((await run("review", "merge", id)).exit).toBe(1);
  });

  it("T4 promotes a reviewed skill to the user's own", async () => {
    const { id, run, hash, home } = await open();
    await run("review", "apply", id, "--hash", await hash());
    const promoted = await run("review", "promote", "release-notes");
    expect(promoted).toMatchObject({
      exit: 0,
      out: "✓ release-notes is now at ~/.knowhow/skills/release-notes\n",
    });
    expect(existsSync(join(home, ".knowhow/skills/release-notes/SKILL.md"))).toBe(true);
    expect((await run("review", "promote", "pdf")).exit).toBe(1);
  });
});
