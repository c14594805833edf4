/** @typedef {{ ask(...argv: string[]): string }} Place */
/** @typedef {{ name: string, commands(place: Place): Iterable<string[]>, mayWrite?: readonly RegExp[] }} Program */
/** @typedef {readonly [program: string, before: readonly string[], after: readonly string[]]} Base */

/** What an option may be given: canaries under the names that programs look for, and places to write to. */
const PLACES = ["../outside/out", "../outside"];
const VALUES = ["./canary.sh", "evil", ...PLACES];

/** Programs, and the commands to try with each. `mayWrite` lists options that write where they are told, as documented. @type {readonly Program[]} */
export const PROGRAMS = [
  { name: "git", commands: gitCommands, mayWrite: [/^(?:clone|init|worktree|submodule)$/] },
  {
    name: "tar",
    commands: ({ ask }) =>
      cross(optionsOf(ask("tar", "--help")), [
        ["tar", [], ["-xf", "a.tar"]],
        ["tar", [], ["-tvf", "a.tar"]],
        ["tar", [], ["-cf", "b.tar", "a.txt"]],
      ]),
    mayWrite: [/^-f/, /^--file/, /^-C/, /^--directory/, /^--one-top-level/, /^--add-file/, /^-[cxtruA]/],
  },
  {
    name: "sed",
    commands: ({ ask }) => cross(optionsOf(ask("sed", "--help")), [["sed", [], ["s/a/b/", "a.txt"]]]),
  },
  {
    name: "awk",
    commands: ({ ask }) => [
      ...cross(
        [...optionsOf(ask("awk", "-W", "usage")), ...letters()],
        [["awk", [], ["{ print }", "a.txt"]]],
      ),
      ...["exec", "dump", "help", "version", "interactive"].map((word) => ["awk", "-W", word, "canary.awk"]),
    ],
  },
  {
    name: "make",
    commands: ({ ask }) => [
      ...cross(optionsOf(ask("make", "--help")), [
        ["make", [], []],
        ["make", [], ["all"]],
      ]),
      ...["SHELL", "MAKEFLAGS", "MAKEFILES", ".SHELLFLAGS"].flatMap((name) =>
        ["=", " =", "= ", " := ", "?=", "+=", "::=", "!="].flatMap((sign) => [
          ["make", `${name}${sign}./canary.sh`],
          ["make", ` ${name}${sign}./canary.sh`],
          ["make", "--", `${name}${sign}./canary.sh`],
        ]),
      ),
    ],
  },
  {
    name: "find",
    commands: ({ ask }) => {
      const tests = new Set(`${ask("find", "-help")} ${FIND}`.match(/(?<=^|[\s|[])-[a-zA-Z][\w]*/gm));
      return [...tests].flatMap((test) => [
        ["find", ".", test],
        ...VALUES.flatMap((value) => [
          ["find", ".", test, value],
          ["find", ".", test, value, ";"],
          ["find", ".", test, value, "{}", "+"],
          ["find", ".", test, value, "%p"],
        ]),
      ]);
    },
  },
  {
    name: "sort",
    commands: ({ ask }) =>
      cross(optionsOf(ask("sort", "--help")), [
        ["sort", [], ["a.txt"]],
        ["sort", ["-S1k"], ["a.txt"]],
      ]),
  },
  {
    name: "split",
    commands: ({ ask }) => cross(optionsOf(ask("split", "--help")), [["split", [], ["a.txt"]]]),
  },
  {
    name: "zip",
    commands: ({ ask }) =>
      cross([...optionsOf(`${ask("zip", "-h2")}`), "-TT", "-lf", "-la"], [["zip", [], ["b.zip", "a.txt"]]]),
    mayWrite: [/^-b/, /^-O/, /^--out/, /^--temp-path/, /^\.\.\//],
  },
  {
    name: "npm",
    commands: ({ ask }) => {
      const keys = Object.keys(parsed(ask("npm", "config", "ls", "-l", "--json")));
      const options = [...keys.map((key) => `--${key}`), ...["-C", "-w", "-g", "-d", "-f", "-l", "-p"]];
      return options.flatMap((option) =>
        ["evil", "./canary.sh", "../outside"].map((value) =>
          option.startsWith("--") ? ["npm", "test", `${option}=${value}`] : ["npm", "test", option, value],
        ),
      );
    },
  },
  {
    name: "node",
    commands: ({ ask }) => {
      const said = optionsOf(ask("node", "--help"));
      const allowed = [...process.allowedNodeEnvironmentFlags].filter((flag) => flag.startsWith("--"));
      const options = [...new Set([...said, ...allowed])];
      return options.flatMap((option) =>
        ["./canary.js", "../outside", "../outside/out"].flatMap((value) => [
          ["node", `${option}=${value}`, "a.js"],
          ["node", `${option.slice(0, 2)}${option.slice(2).replaceAll("-", "_")}=${value}`, "a.js"],
        ]),
      );
    },
  },
  {
    name: "cargo",
    commands: ({ ask }) => cross(optionsOf(ask("cargo", "--help")), [["cargo", [], ["metadata"]]]),
  },
  {
    name: "curl",
    commands: ({ ask }) =>
      cross(optionsOf(ask("curl", "--help", "all")), [["curl", ["-s"], ["file:///dev/null"]]]),
    // curl writes what it fetches, and what it says about it, where it is told.
    mayWrite: [/^-[oDc]/, /^--(?:output|dump-header|cookie-jar|trace|stderr|libcurl|etag-save|hsts|alt-svc)/],
  },
  {
    name: "wget",
    commands: ({ ask }) =>
      cross(optionsOf(ask("wget", "--help")), [["wget", ["-q", "-T1", "-t1"], ["http://127.0.0.1:9/"]]]),
    mayWrite: [
      /^-[oaOP]/,
      /^--(?:output|append|directory-prefix|save-cookies|hsts|warc|rejected-log|auth-no)/,
    ],
  },
  {
    name: "sqlite3",
    commands: ({ ask }) => [
      ...cross(longOptionsOf(ask("sqlite3", "-help")), [["sqlite3", [], ["a.db", "select 1"]]]),
      ...[
        ".shell",
        ".system",
        ".output",
        ".once",
        ".excel",
        ".open",
        ".backup",
        ".save",
        ".log",
        ".read",
        ".load",
      ].flatMap((word) =>
        [...VALUES, "|./canary.sh"].flatMap((value) => [
          ["sqlite3", "a.db", `${word} ${value}`],
          ["sqlite3", "a.db", `select 1;\n${word} ${value}`],
        ]),
      ),
      ["sqlite3", "a.db", "select writefile('../outside/out', 'x')"],
      ["sqlite3", "a.db", "select edit('x', './canary.sh')"],
      ["sqlite3", "a.db", "attach '../outside/out' as b; create table b.t(x)"],
      ["sqlite3", "a.db", "create table t(x); vacuum into '../outside/out'"],
    ],
    mayWrite: [/^\.\.\//],
  },
  {
    name: "openssl",
    commands: ({ ask }) =>
      ["dgst", "enc", "req", "genrsa", "x509", "rand"].flatMap((name) => [
        ...cross(longOptionsOf(ask("openssl", name, "-help")), [["openssl", [name], ["a.txt"]]]),
      ]),
    mayWrite: [/^-(?:out|keyout|CAserial|caserial|sigopt|CAcreateserial)/],
  },
  {
    name: "jq",
    commands: ({ ask }) =>
      cross([...optionsOf(ask("jq", "--help")), ...letters()], [["jq", [], [".", "a.json"]]]),
  },
  {
    name: "rg",
    commands: ({ ask }) => cross(optionsOf(ask("rg", "--help")), [["rg", [], ["a", "a.txt"]]]),
  },
  {
    name: "pytest",
    // Every call takes a second, so each option is tried with two values only.
    // A value stays attached to its option: after a flag it would be a folder of tests, and running those is what pytest is for.
    commands: ({ ask }) =>
      withValues(optionsOf(ask("pytest", "--help")), ["pytest", "-q"], ["a_test.py"], { attached: true }),
  },
  {
    name: "pip",
    commands: ({ ask }) => [
      ...withValues(optionsOf(ask("pip", "list", "--help")), ["pip", "list"], []),
      ...withValues(
        optionsOf(ask("pip", "download", "--help")),
        ["pip", "download", "--no-index", "--retries=0"],
        ["nothing"],
      ),
    ],
  },
  {
    name: "docker",
    commands: ({ ask }) => cross(optionsOf(ask("docker", "--help")), [["docker", [], ["version"]]]),
  },
  {
    name: "kubectl",
    commands: ({ ask }) => [
      ...cross(optionsOf(ask("kubectl", "options")), [["kubectl", ["get"], ["pods"]]]),
      ["kubectl", "canary"],
    ],
  },
  {
    name: "terraform",
    commands: ({ ask }) =>
      ["init", "plan", "validate", "fmt"].flatMap((name) => [
        ...cross(longOptionsOf(ask("terraform", name, "-help")), [["terraform", [name], []]]),
      ]),
  },
  {
    name: "java",
    commands: ({ ask }) => cross(longOptionsOf(ask("java", "--help")), [["java", [], ["-version"]]]),
  },
];

/** Commands that are known to run a canary or to write outside, so that the probe is known to notice. @type {readonly string[][]} */
export const CONTROLS = [
  ["git", "cherry-pick", "--strategy=x/canary", "topic"],
  ["git", "format-patch", "--output-directory=../outside", "-1"],
  ["tar", "--to-command=./canary.sh", "-xf", "a.tar"],
  ["tar", "--index-file=../outside/out", "-tvf", "a.tar"],
  ["make", "SHELL =./canary.sh"],
  ["awk", "-W", "exec", "canary.awk"],
  ["find", ".", "-maxdepth", "0", "-exec", "./canary.sh", ";"],
  ["sed", "w../outside/out", "a.txt"],
  ["npm", "test", "-C", "evil"],
  ["node", "--cpu-prof", "--cpu-prof-dir=../outside", "a.js"],
  ["sqlite3", "a.db", ".shell ./canary.sh"],
  ["pip", "--python", "./canary.sh", "list"],
  ["pytest", "-q", "--rootdir=evil", "evil"],
  ["pytest", "-q", "-W", "error::evil.Loud", "a_test.py"],
];

const FIND =
  "-exec -execdir -ok -okdir -delete -fprint -fprint0 -fprintf -fls -newer -files0-from -printf -D";

/** Subcommands of the table, with words that make them do something. @type {Readonly<Record<string, readonly string[]>>} */
const GIT = {
  "cherry-pick": ["topic"],
  rebase: ["topic"],
  merge: ["topic"],
  revert: ["HEAD"],
  pull: [".", "topic"],
  fetch: ["."],
  push: [".", "main:refs/heads/other"],
  clone: [".", "copy"],
  archive: ["HEAD"],
  "format-patch": ["-1"],
  grep: ["a"],
  commit: ["--allow-empty", "-m", "x"],
  "ls-remote": ["."],
  bisect: ["start"],
  blame: ["a.txt"],
  "cat-file": ["-p", "HEAD"],
  stash: [],
  tag: ["v1"],
  worktree: ["add", "tree"],
  "range-diff": ["main", "topic", "main"],
  notes: ["add", "-m", "x"],
  am: ["a.txt"],
  apply: ["a.txt"],
};

const GIT_NAMES = (
  "add am apply archive bisect blame branch cat-file check-ignore checkout cherry cherry-pick clean clone commit " +
  "describe diff fetch format-patch fsck gc grep init log ls-files ls-remote ls-tree merge merge-base mv name-rev notes " +
  "pull push range-diff rebase reflog remote reset restore rev-list rev-parse revert rm shortlog show show-ref " +
  "sparse-checkout stash status submodule switch symbolic-ref tag version whatchanged worktree"
).split(" ");

/** @param {Place} place @returns {Iterable<string[]>} */
function* gitCommands({ ask }) {
  for (const name of GIT_NAMES) {
    const known = ask("git", name, "--git-completion-helper-all").match(/--[a-z][\w-]*=?/g) ?? [];
    const said = ask("git", name, "-h").match(/(?<=[\s,[|])--?[a-zA-Z][\w-]*(?=[\s,=[])/g) ?? [];
    const rest = GIT[name] ?? [];
    for (const option of new Set([...known, ...said])) {
      const plain = option.replace(/=$/, "");
      const isLong = plain.startsWith("--");
      if (isLong && !option.endsWith("=")) yield ["git", name, plain, ...rest];
      for (const value of ["x/canary", "./canary.sh", ...PLACES])
        yield isLong ? ["git", name, `${plain}=${value}`, ...rest] : ["git", name, plain, value, ...rest];
    }
  }
}

/** Each option alone, with each value behind a `=`, as the next word, and stuck to a letter. @param {readonly string[]} options @param {readonly Base[]} bases @returns {Iterable<string[]>} */
function* cross(options, bases) {
  for (const [program, before, after] of bases)
    for (const option of new Set(options)) {
      yield [program, ...before, option, ...after];
      for (const value of VALUES) {
        yield [program, ...before, option, value, ...after];
        yield [
          program,
          ...before,
          option.startsWith("--") ? `${option}=${value}` : `${option}${value}`,
          ...after,
        ];
      }
    }
}

/** The options that a help text names. @param {string} help */
function optionsOf(help) {
  return longOptionsOf(help).filter((option) => option.startsWith("--") || option.length <= 3);
}

/** Each option with a canary, and with a place to write to. @param {readonly string[]} options @param {readonly string[]} before @param {readonly string[]} after @param {{ readonly attached?: boolean }} [form] @returns {Iterable<string[]>} */
function* withValues(options, before, after, { attached = false } = {}) {
  for (const option of new Set(options))
    for (const value of ["evil", "../outside/out"]) {
      const short = attached ? [`${option}${value}`] : [option, value];
      yield [...before, ...(option.startsWith("--") ? [`${option}=${value}`] : short), ...after];
    }
}

/** For programs whose long options may have one dash. @param {string} help */
function longOptionsOf(help) {
  return [...new Set(help.match(/(?<=^|[\s,[|(])--?[a-zA-Z][\w-]*/gm) ?? [])];
}

function letters() {
  return Array.from("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", (letter) => `-${letter}`);
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1));
  } catch {
    return {};
  }
}
