import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";

/** How long a command may take; most take a few milliseconds. */
const TIMEOUT_MS = 4_000;

/** Places of canary programs, as programs look for them. */
const CANARIES = ["canary.sh", "git-merge-x/canary", "bin/canary"];

/** A folder to work in, a folder outside of it, a home directory, and canaries that leave a mark when they run. */
export function openWorkplace() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "knowhow-probe-")));
  const [work, fresh, mark] = [join(root, "work"), join(root, "fresh"), join(root, "mark")];
  const env = {
    PATH: process.env.PATH ?? "",
    HOME: join(root, "home"),
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_EDITOR: "true",
    GIT_PAGER: "cat",
    GIT_TERMINAL_PROMPT: "0",
    LC_ALL: "C",
    // Rust's programs look for their tools in the home directory.
    RUSTUP_HOME: process.env.RUSTUP_HOME ?? join(homedir(), ".rustup"),
  };
  /** @param {readonly string[]} argv */
  const start = ([program = "", ...words], cwd = work) =>
    spawnSync(program, words, {
      cwd,
      env,
      input: "",
      timeout: TIMEOUT_MS,
      killSignal: "SIGKILL",
      maxBuffer: 1 << 24,
    });
  fill(fresh, mark, start);
  const reset = () => {
    for (const name of ["work", "outside", "home", "mark"])
      rmSync(join(root, name), { recursive: true, force: true });
    cpSync(fresh, work, { recursive: true, verbatimSymlinks: true });
    for (const name of ["outside", "home"]) mkdirSync(join(root, name));
  };
  reset();
  let left = 200;
  return {
    work,
    /** The output of a program, such as its help. @param {readonly string[]} argv */
    ask: (...argv) => {
      const { stdout, stderr } = start(argv);
      return `${stdout ?? ""}\n${stderr ?? ""}`;
    },
    /** @param {string} program */
    has: (program) => (env.PATH.split(delimiter) ?? []).some((folder) => existsSync(join(folder, program))),
    /** Runs a command and says what it did beyond its folder. @param {readonly string[]} argv */
    run: (argv) => {
      start(argv);
      const effects = [];
      if (existsSync(mark)) effects.push(`ran ${readFileSync(mark, "utf8").trim().split("\n")[0]}`);
      const strangers = readdirSync(root).filter((name) => !KNOWN.has(name));
      const outside = join(root, "outside");
      if (!existsSync(outside)) effects.push("removed a folder outside");
      else if (readdirSync(outside).length + strangers.length > 0) effects.push("wrote outside");
      left -= 1;
      if (effects.length > 0 || left === 0) {
        for (const name of strangers) rmSync(join(root, name), { recursive: true, force: true });
        reset();
        left = 200;
      }
      return effects;
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

const KNOWN = new Set(["work", "fresh", "outside", "home", "mark"]);

/** @param {string} work @param {string} mark @param {(argv: readonly string[], cwd: string) => unknown} start */
function fill(work, mark, start) {
  mkdirSync(work);
  /** @param {string} path @param {string} text */
  const write = (path, text) => {
    mkdirSync(dirname(join(work, path)), { recursive: true });
    writeFileSync(join(work, path), text);
  };
  for (const path of CANARIES) {
    write(path, `#!/bin/sh\necho ${path} >> ${mark}\n`);
    chmodSync(join(work, path), 0o755);
  }
  write("canary.js", `require("node:fs").appendFileSync(${JSON.stringify(mark)}, "canary.js\\n");\n`);
  write("canary.awk", `BEGIN { system("./canary.sh") }\n`);
  write("canary.mk", "all:\n\t./canary.sh\n");
  write("evil/package.json", JSON.stringify({ scripts: { test: "../canary.sh" } }));
  write("evil/Makefile", "all:\n\t../canary.sh\n");
  write("package.json", JSON.stringify({ name: "a", version: "1.0.0", scripts: { test: "true" } }));
  write("Makefile", "all:\n\t@true\n");
  write("evil/conftest.py", `open(${JSON.stringify(mark)}, "a").write("conftest.py\\n")\n`);
  write("evil/__init__.py", `open(${JSON.stringify(mark)}, "a").write("evil/__init__.py\\n")\n`);
  write("bin/kubectl-canary", `#!/bin/sh\necho kubectl-canary >> ${mark}\n`);
  chmodSync(join(work, "bin/kubectl-canary"), 0o755);
  write(
    "evil/cli-plugins/docker-canary",
    `#!/bin/sh\necho docker-canary >> ${mark}\necho '{"SchemaVersion":"0.1.0","Vendor":"a"}'\n`,
  );
  chmodSync(join(work, "evil/cli-plugins/docker-canary"), 0o755);
  write("package/setup.py", "from setuptools import setup\nsetup(name='a')\n");
  write("a_test.py", "def test_a(): pass\n");
  write("a.json", "{}\n");
  write("main.tf", "");
  write("a.js", "0;\n");
  write("a.txt", "b\na\n");
  for (const argv of [
    ["git", "init", "-q", "-b", "main"],
    ["git", "config", "user.name", "a"],
    ["git", "config", "user.email", "a@example.com"],
    ["git", "add", "-A"],
    ["git", "commit", "-qm", "one"],
    ["git", "checkout", "-qb", "topic"],
    ["git", "commit", "-q", "--allow-empty", "-m", "two"],
    ["git", "checkout", "-q", "main"],
    ["git", "commit", "-q", "--allow-empty", "-m", "three"],
    ["tar", "-cf", "a.tar", "a.txt"],
    ["zip", "-q", "a.zip", "a.txt"],
  ])
    start(argv, work);
}
