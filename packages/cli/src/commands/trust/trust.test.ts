import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { makeSandbox, type Ran, type Sandbox, skillText } from "../../testing/sandbox.ts";

let sandbox: Sandbox;
afterEach(() => sandbox.remove());

const SKILLS = "project/.agents/skills";

/** A project with skills that have no decision. */
function open(more: Readonly<Record<string, string>> = {}): Sandbox {
  sandbox = makeSandbox(
    {
      [`${SKILLS}/notes/SKILL.md`]: skillText("notes", "Takes notes.", {
        fields: "allowed-tools: Bash(git:*) Read\n",
      }),
      [`${SKILLS}/notes/scripts/run.sh`]: "echo hello\n",
      [`${SKILLS}/pdf/SKILL.md`]: skillText("pdf", "Fills in forms."),
      "home/.agents/skills/mine/SKILL.md": skillText("mine", "Mine."),
      ...more,
    },
    { isTrusting: false },
  );
  return sandbox;
}

function answering(...answers: readonly string[]) {
  const asked: string[] = [];
  const ask = async (question: string) => {
    asked.push(question);
    return answers[asked.length - 1];
  };
  return { ask, asked };
}

async function statesOf({ run }: Sandbox): Promise<Readonly<Record<string, string>>> {
  const { skills } = (await run("list", "--json")).json() as { skills: { name: string; state: string }[] };
  return Object.fromEntries(skills.map(({ name, state }) => [name, state]));
}

const actionOf = (ran: Ran) => (ran.json() as { action: string }).action;

describe("knowhow trust", () => {
  it("T3 shows what waits for a decision, and what was decided", async () => {
    const { run, runWith } = open();
    const first = await run("trust");
    expect(first).toMatchObject({ exit: 0, err: "" });
    expect(first.out).toContain("Pending\n  notes  .agents/skills/notes/SKILL.md");
    expect(first.out).toContain("2 pending · 0 decisions");
    expect((await run("trust", "list")).out).toBe(first.out);
    await runWith({ ask: answering("y").ask }, "trust", "notes", "--reason", "read it");
    const { out } = await run("trust", "list");
    expect(out).toMatch(
      /Decisions\n {2}trusted {2}notes {2}\.agents\/skills\/notes {2}\d{4}-\d\d-\d\d {2}read it/,
    );
    expect(out).toContain("1 pending · 1 decision");
  });

  it("T3 shows what a skill is, asks, and lets agents see exactly that content", async () => {
    const { run, runWith } = open();
    expect((await run("catalog", "--quiet")).out).not.toContain("notes");
    const no = answering("n");
    const declined = await runWith({ ask: no.ask }, "trust", "notes");
    expect(declined).toMatchObject({ exit: 1, out: "· notes: not trusted\n" });
    for (const shown of ["Takes notes.", "scripts/run.sh", "allowed-tools: Bash(git:*) Read", "sha256-v1:"])
      expect(declined.err).toContain(shown);
    expect(no.asked).toEqual(["Trust this skill? [y/N] "]);
    expect(await statesOf(sandbox)).toEqual({ mine: "on", notes: "pending", pdf: "pending" });
    const yes = await runWith({ ask: answering("y").ask }, "trust", "notes");
    expect(yes).toMatchObject({ exit: 0, out: "✓ notes: trusted with its current content\n" });
    expect(await statesOf(sandbox)).toEqual({ mine: "on", notes: "on", pdf: "pending" });
    expect((await run("catalog", "--quiet")).out).toContain("- notes: Takes notes.");
    expect((await run("trust", "notes")).out).toContain("unchanged");
  });

  it("T3 hides a skill again when one of its files changes, and says so", async () => {
    const { run, write } = open();
    await run("trust", "notes", "--yes");
    write({ [`${SKILLS}/notes/scripts/run.sh`]: "curl evil\n" });
    expect(await statesOf(sandbox)).toMatchObject({ notes: "pending" });
    expect((await run("trust")).out).toContain("it changed since you trusted it");
    expect((await run("why", "notes")).out.replaceAll(/\s+/g, " ")).toContain(
      "it changed since you trusted it",
    );
    write({ [`${SKILLS}/notes/scripts/run.sh`]: "echo hello\n" });
    expect(await statesOf(sandbox)).toMatchObject({ notes: "on" });
  });

  it("T3 does not trust content that changed while the user looked at it", async () => {
    const { runWith, write } = open();
    const ask = async () => {
      write({ [`${SKILLS}/notes/scripts/run.sh`]: "curl evil\n" });
      return "y";
    };
    const ran = await runWith({ ask }, "trust", "notes", "--json");
    expect(ran.exit).toBe(4);
    expect(ran.json()).toMatchObject({ error: { code: "security.content-changed" } });
    expect(await statesOf(sandbox)).toMatchObject({ notes: "pending" });
  });

  it.each([["allow"], ["refuse"]])("T3 %s refuses a skill that a decision cannot cover", async (action) => {
    const { run, home, project } = open({ "home/secrets/key.pem": "private\n" });
    symlinkSync(join(home, "secrets"), join(project, ".agents/skills/notes/assets"));
    const ran = await run("trust", action, "notes", ...(action === "allow" ? ["--yes"] : []), "--json");
    expect(ran.exit).toBe(4);
    expect(ran.json()).toMatchObject({
      error: { code: "runtime.no-digest", message: expect.stringContaining("notes") },
    });
    expect(await statesOf(sandbox)).toMatchObject({ notes: "pending" });
  });

  it("T3 decides nothing without a terminal or --yes", async () => {
    const { run } = open();
    const ran = await run("trust", "notes", "--json");
    expect(ran).toMatchObject({ exit: 4, err: expect.stringContaining("add --yes") });
    expect(ran.json()).toMatchObject({ action: "preview", skills: [{ name: "notes", state: "pending" }] });
    expect(await run("trust", "--all")).toMatchObject({ exit: 4 });
    expect(await statesOf(sandbox)).toMatchObject({ notes: "pending", pdf: "pending" });
  });

  it("T3 takes several names, and --all for everything that waits", async () => {
    const { run, runWith } = open();
    const { ask, asked } = answering("y", "n");
    const ran = await runWith({ ask }, "trust", "--all", "--json");
    expect(asked).toHaveLength(2);
    expect(ran).toMatchObject({ exit: 1 });
    expect(ran.json()).toMatchObject({
      action: "trusted",
      skills: [
        { name: "notes", state: "trusted" },
        { name: "pdf", state: "pending" },
      ],
    });
    expect(actionOf(await run("trust", "notes", "pdf", "--yes", "--json"))).toBe("trusted");
    expect(await statesOf(sandbox)).toEqual({ mine: "on", notes: "on", pdf: "on" });
    expect((await run("trust", "--all", "--yes")).out).toBe("No pending skills.\n");
  });

  it("T3 refuses for good, and takes decisions back", async () => {
    const { run } = open();
    const refused = await run("trust", "refuse", "notes", "--reason", "pushes to main");
    expect(refused).toMatchObject({ exit: 0, out: "✗ notes: refused with its current content\n" });
    expect(await statesOf(sandbox)).toMatchObject({ notes: "refused" });
    expect((await run("why", "notes")).out.replaceAll(/\s+/g, " ")).toContain(
      "you refused exactly this content",
    );
    expect((await run("trust")).out).toContain("pushes to main");
    expect((await run("trust", "revoke", "notes")).out).toBe("· notes: pending again\n");
    expect(actionOf(await run("trust", "revoke", "notes", "--json"))).toBe("unchanged");
    expect(await statesOf(sandbox)).toMatchObject({ notes: "pending" });
  });

  it("T3 says what cannot be decided about, with the nearest name", async () => {
    const { run } = open();
    expect(await run("trust", "mine")).toMatchObject({
      exit: 1,
      err: expect.stringContaining("is trusted without a decision"),
    });
    expect(await run("trust", "note", "--yes")).toMatchObject({
      exit: 1,
      err: expect.stringContaining('"notes"'),
    });
    expect(await run("trust", "refuse")).toMatchObject({ exit: 2 });
    expect(await run("trust", "revoke", "--all")).toMatchObject({ exit: 2 });
  });

  it("T3 decides about a project's skill that is shadowed by the user's own", async () => {
    const { run, project } = open({ "home/.agents/skills/pdf/SKILL.md": skillText("pdf", "My own.") });
    expect((await run("trust")).out).toContain(".agents/skills/pdf/SKILL.md");
    expect((await run("doctor")).out).toContain("knowhow trust pdf");
    const before = (await run("show", "pdf", "--json")).json();
    expect(before).toMatchObject({ description: "My own.", state: "on" });
    await run("trust", "pdf", "--yes");
    expect((await run("show", "pdf", "--json")).json()).toMatchObject({
      path: join(project, ".agents/skills/pdf/SKILL.md").replaceAll("\\", "/"),
    });
  });

  it("T3 the user can read a skill before the decision, and every command says that it waits", async () => {
    const { run, runWith } = open();
    const atTerminal = (url: string) => runWith({ tty: true }, "read", url);
    expect((await atTerminal("skill://notes")).out).toContain("# Work");
    expect((await atTerminal("skill://notes/scripts/run.sh")).out).toBe("echo hello\n");
    expect((await run("show", "notes", "--json")).json()).toMatchObject({ state: "pending" });
    const list = (await run("list")).out;
    expect(list).toContain("2 pending");
    expect(list).toContain("knowhow does not serve pending skills; run `knowhow trust` to decide.");
    const why = (await run("why", "notes")).out.replaceAll(/\s+/g, " ");
    expect(why).toContain("no decision yet; run `knowhow trust notes` to review it and decide");
    const doctor = (await run("doctor", "--json")).json();
    expect(doctor).toMatchObject({
      checks: expect.arrayContaining([
        expect.objectContaining({
          check: "trust",
          status: "warning",
          summary: expect.stringContaining("2 skills"),
        }),
      ]),
      next: expect.arrayContaining([expect.stringContaining("knowhow trust")]),
    });
    expect((await run("catalog")).out).toContain("notes");
  });

  it("T3 U9 read shows a pending skill to a person only, with invisible characters written out", async () => {
    const { run, runWith } = open({ [`${SKILLS}/notes/a.md`]: "one\u200b\u001b[2Jtwo\n" });
    const url = "skill://notes/a.md";
    for (const more of [[], ["--json"]]) {
      const ran = await run("read", url, ...more);
      expect(ran.exit).toBe(4);
      expect(`${ran.out}${ran.err}`).toContain("is not trusted, so its text is shown only in a terminal");
      expect(`${ran.out}${ran.err}`).not.toContain("two");
    }
    // With the output in a pager, stdin is still the terminal.
    const paged = await runWith({ ask: answering().ask }, "read", url);
    expect(paged).toMatchObject({ exit: 0, out: "one<U+200B><U+001B>[2Jtwo\n" });
    expect((await runWith({ tty: true }, "read", url)).out).toBe("one<U+200B><U+001B>[2Jtwo\n");
    await run("trust", "notes", "--yes");
    expect((await run("read", url)).out).toBe("one\u200b\u001b[2Jtwo\n");
  });

  it("T3 T6 the audit log tells decisions at a terminal from those of a program", async () => {
    const { run, runWith } = open();
    await runWith({ ask: answering("y").ask }, "trust", "notes");
    await run("trust", "pdf", "--yes");
    await run("trust", "revoke", "pdf");
    const { records } = (await run("audit", "list", "--action", "trust", "--json")).json() as {
      records: { action: string; skill: string; detail?: Record<string, unknown> }[];
    };
    expect(records.map(({ action, skill, detail }) => [action, skill, detail?.terminal])).toEqual([
      ["trust.decided", "notes", undefined],
      ["trust.decided", "pdf", false],
      ["trust.revoked", "pdf", false],
    ]);
  });

  it("T3 what the user names with --root is their own, and needs no decision", async () => {
    const { run } = open();
    const { skills } = (await run("list", "--root", ".agents/skills", "--json")).json() as {
      skills: { name: string; state: string }[];
    };
    expect(skills.map(({ name, state }) => `${name} ${state}`)).toEqual(["notes on", "pdf on"]);
    expect((await run("trust", "--root", ".agents/skills")).out).toContain("0 pending");
  });

  it("T3 what a skill says of itself cannot steer the terminal", async () => {
    const { runWith } = open({
      [`${SKILLS}/evil/SKILL.md`]: skillText("evil", '"Red \\e[31m\\r text"', {
        fields: 'allowed-tools: "Bash(\\e[2J)"\n',
      }),
    });
    const { ask } = answering("n");
    const { err, out } = await runWith({ ask, tty: true, env: { NO_COLOR: "1" } }, "trust", "evil");
    expect(err + out).not.toMatch(/[\u001b\r]/);
  });

  it("T3 keeps decisions in the user's state folder, and nothing in the project", async () => {
    const { run, home, project } = open();
    await run("trust", "--all", "--yes");
    expect(existsSync(join(home, ".local/state/knowhow/decisions"))).toBe(true);
    expect(existsSync(join(project, ".knowhow"))).toBe(false);
  });

  it.skipIf(process.platform === "win32")(
    "T3 believes no decision that others could have written",
    async () => {
      const { run, home } = open();
      await run("trust", "notes", "--yes");
      const folder = join(home, ".local/state/knowhow/decisions");
      for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o777);
      expect(await statesOf(sandbox)).toMatchObject({ notes: "pending" });
      const ran = await run("trust", "notes", "--yes");
      expect(ran).toMatchObject({ exit: 3, err: expect.stringContaining("can be written by other users") });
    },
  );

  it("T3 a repository cannot bring decisions along", async () => {
    const { run, home, project } = open();
    await run("trust", "notes", "--yes");
    for (const folder of [".knowhow/decisions", ".local/state/knowhow/decisions", "decisions"]) {
      mkdirSync(join(project, folder), { recursive: true });
      cpSync(join(home, ".local/state/knowhow/decisions"), join(project, folder), { recursive: true });
    }
    rmSync(join(home, ".local"), { recursive: true });
    writeFileSync(join(project, "knowhow.json"), "{}");
    expect(await statesOf(sandbox)).toMatchObject({ notes: "pending" });
  });
});
