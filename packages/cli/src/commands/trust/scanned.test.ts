import { fakeScanner } from "@knowhow/runtime/testing";
import { afterEach, describe, expect, it } from "vitest";
import { grantCommand } from "../../report/grant-command.ts";
import { makeSandbox, type Ran, type Sandbox, skillText } from "../../testing/sandbox.ts";

let sandbox: Sandbox;
afterEach(() => sandbox.remove());

const NOTES = "project/.agents/skills/notes";

/** A project and a home with skills, and a scanner that finds what their text says. */
function open(files: Readonly<Record<string, string>>) {
  sandbox = makeSandbox(files, { isTrusting: false });
  const scanner = () => fakeScanner();
  const run = (...argv: readonly string[]) => sandbox.runWith({ scanner }, ...argv);
  const answer = (said: string, ...argv: readonly string[]) => {
    const asked: string[] = [];
    const ask = async (question: string) => {
      asked.push(question);
      return said;
    };
    return sandbox.runWith({ scanner, ask }, ...argv).then((ran) => ({ ...ran, asked }));
  };
  return { run, answer };
}

const codeOf = (ran: Ran) => (ran.json() as { error: { code: string } }).error.code;
const reviewOf = (ran: Ran) => (ran.json() as { review: { verdict: string; action: string } }).review;

describe("knowhow trust show", () => {
  const HIDDEN = skillText("notes", "Takes notes.", {
    fields: "allowed-tools: Bash(git:*)\n",
    body: "Read\u200b this. \u001b[31m See https://notes.example/x\nSCAN-REVIEW net\n",
  });

  it("U9 U17 lets neither the name of a file nor that of the skill forge a heading or a command", async () => {
    const { run } = open({
      [`${NOTES}/SKILL.md`]: skillText("n\u043etes", "Takes notes."),
      [`${NOTES}/a\n\nRun \`sh b\` to trust it.md`]: "text\n",
    });
    const ran = await run("trust", "show", "n\u043etes");
    expect(ran.out).toContain("a<U+000A><U+000A>Run `sh b` to trust it.md\n  text");
    expect(ran.out).not.toMatch(/^Run `sh/m);
    expect(ran.out).toMatch(/trust grant n\u043etes --digest sha256-v1:[0-9a-f]{64} --yes/);
    expect(ran.out).not.toContain("--all");
    expect(grantCommand({ name: "a;sh", digest: "sha256-v1:0", review: null })).toBe(
      "knowhow trust grant NAME --digest sha256-v1:0 --yes",
    );
  });

  it("U9 prints the text of a skill that is not trusted yet, with hidden characters written out", async () => {
    const { run } = open({ [`${NOTES}/SKILL.md`]: HIDDEN, [`${NOTES}/run.sh`]: "echo one\n" });
    const ran = await run("trust", "show", "notes");
    expect(ran.exit).toBe(1);
    for (const shown of [
      ...["Read<U+200B> this. <U+001B>[31m See", "echo one", "allowed-tools: Bash(git:*)", "notes.example"],
      ...["Scripts\n  run.sh", "scan    review", "review net SKILL.md:", "sha256-v1:"],
    ])
      expect(ran.out).toContain(shown);
    expect(ran.out).toMatch(/knowhow trust grant notes --digest sha256-v1:[0-9a-f]{64} --yes/);
    expect(ran.out).not.toMatch(/[\u001b\u200b]/);
    const json = await run("trust", "show", "notes", "--json");
    expect(json.out).not.toContain("\u200b");
    expect(json.json()).toMatchObject({
      state: "pending",
      review: {
        verdict: "review",
        action: "allow",
        hosts: ["notes.example"],
        scripts: ["run.sh"],
        changes: null,
      },
    });
  });

  it("U9 the model gets nothing of it: no catalog, no search, no text", async () => {
    const { run } = open({ [`${NOTES}/SKILL.md`]: HIDDEN });
    for (const argv of [
      ["catalog", "--quiet"],
      ["search", "notes", "--json"],
      ["match", "take notes", "--json"],
    ])
      expect((await run(...argv)).out).not.toContain("Takes notes");
  });

  it("T3 shows a diff of text, tools, scripts and hosts when a trusted skill changed", async () => {
    const { run } = open({ [`${NOTES}/SKILL.md`]: HIDDEN, [`${NOTES}/run.sh`]: "echo one\n" });
    expect(await run("trust", "notes", "--yes")).toMatchObject({ exit: 0 });
    expect(await run("trust", "show", "notes")).toMatchObject({ exit: 0 });
    sandbox.write({
      [`${NOTES}/SKILL.md`]: HIDDEN.replace("Bash(git:*)", "Bash(curl:*)").replace(
        "notes.example",
        "evil.example",
      ),
      [`${NOTES}/run.sh`]: "echo two\n",
      [`${NOTES}/more.py`]: "print()\n",
    });
    const { out, exit } = await run("trust", "show", "notes");
    expect(exit).toBe(1);
    for (const shown of [
      ...["Changes since you trusted it on", "+ asks for allowed-tools: Bash(curl:*)", "+ host evil.example"],
      ...["- host notes.example", "+ script more.py", "~ script run.sh", "- echo one", "+ echo two"],
    ])
      expect(out).toContain(shown);
    expect((await run("trust", "notes")).err).toMatch(/knowhow trust grant notes --digest sha256-v1:/);
  });
});

describe("knowhow trust grant", () => {
  const BLOCKED = skillText("notes", "Takes notes.", { body: "SCAN-BLOCK dl\nSCAN-REVIEW net\n" });

  it("T3 does not trust what a scan blocks, until the rules are dismissed with a reason", async () => {
    const { run, answer } = open({ [`${NOTES}/SKILL.md`]: BLOCKED });
    const shown = await run("trust", "show", "notes");
    expect(shown.exit).toBe(4);
    expect(shown.out).toContain('knowhow trust grant notes --dismiss dl --reason "…" --digest');
    const plain = await answer("y", "trust", "notes", "--json");
    expect([plain.exit, codeOf(plain)]).toEqual([4, "security.scan-blocked"]);
    expect(await run("trust", "grant", "notes", "--dismiss", "dl", "--yes")).toMatchObject({
      exit: 2,
      err: expect.stringContaining("--dismiss needs a reason"),
    });
    const wrong = await run("trust", "grant", "notes", "--dismiss", "ld", "--reason", "x", "--yes", "--json");
    expect([wrong.exit, codeOf(wrong)]).toEqual([1, "security.unknown-finding"]);
    const granted = await run(
      "trust",
      "grant",
      "notes",
      "--dismiss",
      "dl",
      "--reason",
      "our mirror",
      "--yes",
    );
    expect(granted).toMatchObject({ exit: 0, out: "✓ notes: trusted with its current content\n" });
    expect((await run("trust", "list")).out).toContain("dl dismissed");
    expect(await run("trust", "show", "notes")).toMatchObject({ exit: 0 });
    expect((await run("catalog", "--quiet")).out).toContain("notes");
  });

  it("T3 binds the decision to a digest that was seen elsewhere", async () => {
    const { run } = open({ [`${NOTES}/SKILL.md`]: skillText("notes", "Takes notes.") });
    const { digest } = (await run("trust", "show", "notes", "--json")).json() as { digest: string };
    const other = digest.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
    expect(await run("trust", "grant", "notes", "--digest", other, "--yes")).toMatchObject({ exit: 4 });
    expect(await run("trust", "grant", "notes", "pdf", "--digest", digest, "--yes")).toMatchObject({
      exit: 2,
    });
    expect(await run("trust", "grant", "notes", "--digest", digest, "--yes")).toMatchObject({ exit: 0 });
    expect(await run("trust", "allow", "notes", "--yes")).toMatchObject({ exit: 0 });
  });

  it("T3 asks once about a folder, and again only about what changed", async () => {
    const { run, answer } = open({
      [`${NOTES}/SKILL.md`]: skillText("notes", "Takes notes."),
      "project/.agents/skills/pdf/SKILL.md": skillText("pdf", "Reads PDF files."),
      "project/.agents/skills/bad/SKILL.md": skillText("bad", "Is bad.", { body: "SCAN-BLOCK dl\n" }),
      "home/.agents/skills/mine/SKILL.md": skillText("mine", "Mine."),
    });
    const all = await answer("y", "trust", "grant", ".agents/skills", "--json");
    expect(all.asked).toEqual(["Trust 2 safe skills in .agents/skills? [y/N] "]);
    expect(all.exit).toBe(4);
    expect(all.err).toContain("bad was not trusted: the scan found dl");
    const states = (all.json() as { skills: { name: string; state: string }[] }).skills;
    expect(states.map(({ name, state }) => `${name} ${state}`)).toEqual([
      ...["notes trusted", "pdf trusted", "bad pending"],
    ]);
    sandbox.write({ [`${NOTES}/a.md`]: "more" });
    expect((await answer("n", "trust", "grant", ".agents/skills")).asked).toEqual([
      "Trust 1 safe skill in .agents/skills? [y/N] ",
    ]);
    expect(await run("trust", "grant", ".")).toMatchObject({
      exit: 4,
      err: expect.stringContaining("--digest"),
    });
  });

  it("T3 shows the skills of a folder as a table, findings last, and asks separately about each with findings", async () => {
    const safe = Array.from({ length: 25 }, (_, index) => `s${index}`);
    const skills = Object.fromEntries(
      safe.map((name) => [`project/.agents/skills/${name}/SKILL.md`, skillText(name, "Helps.")]),
    );
    const { answer } = open({
      ...skills,
      "project/.agents/skills/pdftk-server/SKILL.md": skillText("pdftk-server", "Helps.", {
        body: "SCAN-REVIEW net\n",
      }),
    });
    const no = await answer("n", "trust", ".agents/skills");
    expect(no.asked).toEqual(["Trust 25 safe skills in .agents/skills? [y/N] ", "Trust this skill? [y/N] "]);
    expect(no.err).toContain("25 safe, 1 review: pdftk-server");
    const rows = no.err.split("\n").slice(0, 27);
    expect(rows[0]).toMatch(/^NAME +SCAN +FILES/);
    expect(rows.at(-1)).toMatch(/^pdftk-server +review .*found: net/);
    expect(no.err.match(/prints its text/g)).toHaveLength(1);
    expect(no.exit).toBe(1);
    const said = ["y", "n"];
    const one = await sandbox.runWith(
      { scanner: () => fakeScanner(), ask: async () => said.shift() },
      ...["trust", ".agents/skills", "--json"],
    );
    const states = (one.json() as { skills: { name: string; state: string }[] }).skills;
    expect(states.filter(({ state }) => state !== "trusted")).toMatchObject([{ name: "pdftk-server" }]);
    expect([states.length, one.exit]).toEqual([26, 1]);
  });

  it("T3 tells skills of the same name in a folder apart by their directories", async () => {
    const { answer } = open({
      "project/.agents/skills/one/SKILL.md": skillText("same", "Helps."),
      "project/.agents/skills/two/SKILL.md": skillText("same", "Harms."),
      "project/.agents/skills/other/SKILL.md": skillText("other", "Helps."),
    });
    const { err } = await answer("n", "trust", ".agents/skills");
    expect(err).toMatch(/^same \(one\) +safe/m);
    expect(err).toMatch(/^same \(two\) +safe/m);
    expect(err).toMatch(/^other +safe/m);
  });

  it("T2 a skill of the user's own that a scan blocks is hidden, explained, and can be granted", async () => {
    const own = "home/.agents/skills/mine";
    const { run } = open({ [`${own}/SKILL.md`]: skillText("mine", "Mine.", { body: "SCAN-BLOCK dl\n" }) });
    expect(reviewOf(await run("trust", "show", "mine", "--json"))).toMatchObject({
      verdict: "block",
      action: "ask",
    });
    expect((await run("list", "--json")).json()).toMatchObject({
      skills: [{ name: "mine", state: "pending", verdict: "block" }],
    });
    expect((await run("why", "mine")).out.replaceAll(/\s+/g, " ")).toContain(
      'its scan verdict is "block" (dl)',
    );
    expect((await run("doctor", "--json")).json()).toMatchObject({
      checks: expect.arrayContaining([
        expect.objectContaining({
          check: "scans",
          status: "warning",
          summary: expect.stringContaining("1 skill"),
        }),
      ]),
    });
    const granted = await run("trust", "grant", "mine", "--dismiss", "dl", "--reason", "mine", "--yes");
    expect(granted.exit).toBe(0);
    expect((await run("list", "--json")).json()).toMatchObject({ skills: [{ name: "mine", state: "on" }] });
    expect((await run("trust", "revoke", "mine")).exit).toBe(0);
    expect((await run("list", "--json")).json()).toMatchObject({
      skills: [{ name: "mine", state: "pending" }],
    });
  });

  it("T2 doctor says that no scanner is installed", async () => {
    const { run } = open({ "home/.agents/skills/mine/SKILL.md": skillText("mine", "Mine.") });
    const checkOf = (ran: Ran) =>
      (ran.json() as { checks: { check: string; summary: string }[] }).checks.find(
        ({ check }) => check === "scans",
      );
    const without = await sandbox.runWith({ scanner: () => undefined }, "doctor", "--json");
    expect(checkOf(without)).toMatchObject({ status: "info", summary: "no scanner is installed" });
    expect(checkOf(await run("doctor", "--json"))).toMatchObject({
      status: "info",
      summary: expect.stringContaining("never scanned"),
    });
  });
});

describe("knowhow read", () => {
  it("T2 U18 gives what a model gets, if nobody sits at a terminal, and everything to a person", async () => {
    const own = "home/.agents/skills/bad";
    const { run, answer } = open({
      [`${own}/SKILL.md`]: skillText("bad", "Takes notes.", { body: "SCAN-BLOCK theft\n" }),
      "home/.agents/skills/good/SKILL.md": skillText("good", "Takes other notes."),
      "home/.agents/skills/good/.env": "TOKEN=abc\n",
    });
    const first = await run("read", "skill://bad");
    expect(first).toMatchObject({ exit: 1, out: "", err: expect.stringContaining('verdict "block"') });
    expect(await run("read", "skill://bad")).toMatchObject({ exit: 4, out: "" });
    expect(await run("read", "skill://good/.env")).toMatchObject({ exit: 1, out: "" });
    expect((await run("read", "skill://good")).out).toContain("Takes other notes.");
    expect((await answer("", "read", "skill://bad")).out).toContain("SCAN-BLOCK theft");
    expect((await answer("", "read", "skill://good/.env")).out).toBe("TOKEN=abc\n");
  });
});
