import { readFileSync } from "node:fs";
import { join } from "node:path";
import { bubblewrap } from "@knowhow/runtime/node";
import { afterEach, describe, expect, it } from "vitest";
import { makeSandbox, type Sandbox } from "../testing/sandbox.ts";

const status = await bubblewrap().status();
const why = status.works ? "" : ` (skipped: ${status.reason})`;

const SKILL =
  "---\nname: words\ndescription: Counts words. Use when somebody asks for a count.\n---\nRun scripts/count.sh.\n";
const FILES = {
  "home/.agents/skills/words/SKILL.md": SKILL,
  "home/.agents/skills/words/scripts/count.sh":
    '#!/bin/bash\necho "args: $*"\nwc -w < "$1"\necho done > /output/log.txt\n',
  "home/.agents/skills/words/scripts/fail.sh":
    "#!/bin/bash\nprintf '\\033[31mred\\033[0m\\n'\necho problem >&2\nexit 3\n",
  "home/.agents/skills/words/scripts/slow.sh": "#!/bin/bash\nsleep 60\n",
  "project/text.txt": "one two three\n",
};

const SAY = '#!/bin/bash\necho $(expr length "$SERVICE_KEY") $SERVICE_KEY\n';

let sandbox: Sandbox;
afterEach(() => sandbox.remove());

describe.skipIf(!status.works)(`knowhow exec${why}`, () => {
  it("X10 runs a script with the files of a directory and keeps what it leaves behind", async () => {
    sandbox = makeSandbox(FILES);
    const ran = await sandbox.run("exec", "words", "count", "--read", ".", "--yes", "--", "text.txt", "--x");
    expect(ran).toMatchObject({ exit: 0, out: "args: text.txt --x\n3\n" });
    const [, folder = ""] = /^1 file in (.*)$/m.exec(ran.err) ?? [];
    expect(readFileSync(join(folder, "log.txt"), "utf8")).toBe("done\n");
  });

  it("X10 passes an empty argument on", async () => {
    sandbox = makeSandbox({
      ...FILES,
      "home/.agents/skills/words/scripts/args.sh": '#!/bin/bash\nprintf "<%s>" "$@"\n',
    });
    const ran = await sandbox.run("exec", "words", "args", "--yes", "--", "a", "", "b");
    expect(ran).toMatchObject({ exit: 0, out: "<a><><b>" });
  });

  it("X10 prints one document as JSON", async () => {
    sandbox = makeSandbox(FILES);
    const ran = await sandbox.run("exec", "words", "fail", "--yes", "--json");
    expect(ran.exit).toBe(1);
    expect(ran.json()).toMatchObject({
      skill: "words",
      script: "scripts/fail.sh",
      status: "failed",
      exitCode: 3,
      stdout: "\u001b[31mred\u001b[0m\n",
      stderr: "problem\n",
    });
  });

  it("X10 shows what a script would use, without running it", async () => {
    sandbox = makeSandbox(FILES);
    const ran = await sandbox.run("exec", "words", "count", "--write", ".", "--dry-run", "--", "text.txt");
    expect(ran.exit).toBe(0);
    expect(ran.out).toMatch(/^words\/scripts\/count\.sh: nothing was executed\n/);
    expect(ran.out).toContain("bash /skill/scripts/count.sh text.txt");
    expect(ran.out).toContain(`${sandbox.project} at /work, writable`);
    expect(ran.out).toMatch(/network +none/);
  });

  it("X10 says that a directory to grant does not exist", async () => {
    sandbox = makeSandbox(FILES);
    const ran = await sandbox.run("exec", "words", "count", "--read", "missing", "--yes");
    expect(ran).toMatchObject({ exit: 2, out: "" });
    expect(ran.err).toContain(`--read: there is no directory ${join(sandbox.project, "missing")}`);
  });

  it("X8 X10 asks in a terminal, and refuses where nobody can be asked", async () => {
    sandbox = makeSandbox(FILES);
    const silent = await sandbox.run("exec", "words", "count");
    expect(silent).toMatchObject({ exit: 4, out: "" });
    expect(silent.err).toBe(
      "knowhow: nothing was executed: stdin is not a terminal, so nobody can be asked\n  hint: add --yes; --dry-run shows what would be executed\n",
    );
    expect((await sandbox.run("audit", "list", "--json")).out).toMatch(/approval\.refused","actor":"engine"/);
    const asked: string[] = [];
    const answer = (line: string) => ({
      tty: true,
      ask: async (question: string) => {
        asked.push(question);
        return line;
      },
    });
    expect((await sandbox.runWith(answer("n"), "exec", "words", "fail")).exit).toBe(4);
    const ran = await sandbox.runWith(answer("y"), "exec", "words", "fail", "--no-color");
    expect(ran.exit).toBe(1);
    // To a terminal, escape sequences of a script are not passed on.
    expect(ran.out).toBe("red\n");
    expect(ran.err).toContain("✗ words/scripts/fail.sh: exit code 3");
    expect(asked).toEqual(["Run it? [y/N] ", "Run it? [y/N] "]);
  });

  it("X10 stops a script after a time", async () => {
    sandbox = makeSandbox(FILES);
    const ran = await sandbox.run("exec", "words", "slow", "--yes", "--timeout", "200ms");
    expect(ran.exit).toBe(1);
    expect(ran.err).toContain("stopped, because it took too long");
  });

  it("X10 wrong calls are told apart", async () => {
    sandbox = makeSandbox(FILES);
    expect(await sandbox.run("exec", "words", "cuont", "--yes")).toMatchObject({
      exit: 1,
      err: expect.stringContaining("did you mean count?"),
    });
    expect((await sandbox.run("exec", "words", "count", "--read", ".", "--write", ".")).exit).toBe(2);
    expect((await sandbox.run("exec", "words", "count", "--timeout", "soon")).exit).toBe(2);
    expect((await sandbox.run("exec", "wrods", "count")).exit).toBe(1);
  });

  it("X10 runs without a sandbox only if a person types the name of the skill, and records it", async () => {
    sandbox = makeSandbox({
      ...FILES,
      "home/.agents/skills/words/scripts/where.sh":
        '#!/bin/bash\necho "$KNOWHOW_SKILL"; cat "$1"; echo x > "$KNOWHOW_OUTPUT/x"\n',
    });
    const args = [
      "exec",
      "words",
      "where",
      "--no-sandbox",
      "--no-color",
      "--",
      join(sandbox.project, "text.txt"),
    ];
    const silent = await sandbox.run("exec", "words", "where", "--no-sandbox", "--yes");
    expect(silent).toMatchObject({ exit: 4, out: "", err: expect.stringContaining("needs a person") });
    const typing = (line: string) => ({ tty: true, ask: async () => line });
    for (const line of ["y", "yes", ""])
      expect(await sandbox.runWith(typing(line), ...args)).toMatchObject({ exit: 4, out: "" });
    const ran = await sandbox.runWith(typing("words"), ...args);
    expect(ran.err).toContain("can read, change and send everything that you can");
    expect(ran.exit).toBe(0);
    expect(ran.out).toMatch(/knowhow-script-\w+\/skill\none two three\n/);
    expect(ran.err).toContain("1 file in");
    const log = await sandbox.run("audit", "list", "--json");
    expect(log.out).toContain('"sandbox":"none"');
  });

  it("X10 Ctrl-C kills a script and records its end before the process ends", async () => {
    sandbox = makeSandbox({
      ...FILES,
      "home/.agents/skills/words/scripts/slow.sh": "#!/bin/bash\necho began\nsleep 60\n",
    });
    let interrupt: () => Promise<void> | undefined = () => undefined;
    let ending: Promise<void> | undefined;
    const onInterrupt = (action: typeof interrupt) => {
      interrupt = action;
    };
    const stdout = {
      write: () => {
        ending = interrupt();
      },
      isTTY: false,
      columns: undefined,
    };
    const ran = await sandbox.runWith({ stdout, onInterrupt }, "exec", "words", "slow", "--yes");
    expect(ending).toBeInstanceOf(Promise);
    await ending;
    expect([ran.exit, ran.err]).toEqual([1, expect.stringContaining("stopped, because it was interrupted")]);
    const log = await sandbox.run("audit", "list", "--json");
    expect(log.out).toMatch(/"action":"script\.finished".*"status":"stopped"/);
  });

  it("X10 Ctrl-C at a question ends at once", async () => {
    sandbox = makeSandbox(FILES);
    let interrupt: () => unknown = () => "not called";
    const onInterrupt = (action: () => unknown) => {
      interrupt = action;
    };
    const waited: unknown[] = [];
    const ask = async () => {
      waited.push(interrupt());
      return undefined;
    };
    expect((await sandbox.runWith({ ask, onInterrupt }, "exec", "words", "slow")).exit).not.toBe(0);
    expect(waited).toEqual([undefined]);
  });

  it("X10 gives a script the secrets that are stored for it, and prints none", async () => {
    const skill = (name: string) =>
      `---\nname: ${name}\ndescription: Asks a service. Use when somebody asks.\nmetadata:\n  requires: { env: [SERVICE_KEY] }\n---\nRun it.\n`;
    sandbox = makeSandbox({
      "home/.agents/skills/one/SKILL.md": skill("one"),
      "home/.agents/skills/one/scripts/say.sh": SAY,
      "home/.agents/skills/two/SKILL.md": skill("two"),
      "home/.agents/skills/two/scripts/say.sh": SAY,
    });
    expect((await sandbox.run("exec", "one", "say", "--yes")).exit).not.toBe(0);
    const typed: unknown[] = [];
    const ask = async (question: string, options?: unknown) => {
      typed.push([question, options]);
      return "a-secret-value";
    };
    const set = await sandbox.runWith({ tty: true, ask }, "secret", "set", "SERVICE_KEY", "--skill", "one");
    expect(set.exit).toBe(0);
    expect(typed).toEqual([["SERVICE_KEY: ", { hidden: true }]]);
    const ran = await sandbox.run("exec", "one", "say", "--yes");
    expect(ran).toMatchObject({ exit: 0, out: "14 [secret SERVICE_KEY]\n" });
    const other = await sandbox.run("exec", "two", "say", "--yes");
    expect(other.exit).not.toBe(0);
    expect(other.err).toContain("knowhow secret set SERVICE_KEY");
    const list = await sandbox.run("secret", "list", "--json");
    expect(list.json()).toEqual([{ name: "SERVICE_KEY", skill: "one", in: "file" }]);
    expect(
      set.out + set.err + ran.err + list.out + (await sandbox.run("audit", "list", "--json")).out,
    ).not.toContain("a-secret-value");
    expect((await sandbox.run("secret", "remove", "SERVICE_KEY", "--skill", "one")).exit).toBe(0);
    expect((await sandbox.run("secret", "remove", "SERVICE_KEY", "--skill", "one")).exit).toBe(1);
  });
});
