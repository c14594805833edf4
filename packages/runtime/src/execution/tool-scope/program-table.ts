import { once } from "../../basics/once.ts";
import { MORE_ROWS } from "./more-programs.ts";
import type { ProgramRow } from "./program-row.ts";

const list = (text: string) => text.split(" ");

/** Programs that run other programs, or that change what a later command means. */
const RUNNERS = list(
  "env sudo doas su nice ionice nohup timeout time command builtin exec eval source . trap alias hash enable " +
    "export xargs parallel watch strace ltrace setsid stdbuf unbuffer script flock chroot unshare nsenter " +
    "systemd-run busybox toybox at batch crontab expect socat nc ncat gdb lldb vi vim nvim ex ed emacs less more " +
    "man cmd start open xdg-open tmux screen entr watchexec nodemon rlwrap hyperfine perf valgrind taskset chrt prlimit " +
    "numactl setpriv runuser pkexec gosu fakeroot proot bwrap firejail run-parts start-stop-daemon dbus-run-session " +
    "nix nix-shell direnv mise caffeinate",
);

/** Options with which Node and V8 write files, load code or open a port for a debugger. */
const NODE_OPTIONS =
  /^--?(?:(?:cpu|heap)[-_]prof|diagnostic[-_]dir|report[-_](?:dir|file)|redirect[-_]warnings|trace[-_]event|tls[-_]keylog|log|prof$|perf[-_]|redirect[-_]code|test[-_](?:reporter|global)|openssl[-_]|icu[-_]data|(?:build[-_])?snapshot|heapsnapshot|inspect|experimental[-_]sea|embed)/;

const interpreter: ProgramRow = {
  short: "cCeEmMrRpB",
  singleDash: true,
  long: list(
    "eval print require import loader experimental-loader env-file command encodedcommand init-file rcfile " +
      "init-command run",
  ),
  words: ["-"],
  text: NODE_OPTIONS,
  runsOperand: true,
};

const moduleRunner: ProgramRow = {
  short: "epr",
  long: list("eval print preload require import env-file"),
  words: list("- eval x exec repl create init"),
  text: /^(?:https?|data|npm|jsr):/i,
};

const packageRunner: ProgramRow = {
  short: "cp",
  long: list("call package from with"),
  firstOperand: /^$/,
  runsOperand: true,
};

const packageManager: ProgramRow = {
  subcommands: list(
    "ci install i add remove rm uninstall update up test t run run-script start stop ls list outdated view info " +
      "audit why explain pack prune dedupe fund search root version",
  ),
  flags: list("--version -v --silent -s"),
  short: "C",
  long: list(
    "script-shell shell node-options node-gyp prefix local-prefix dir cwd userconfig globalconfig use-yarnrc git " +
      "editor viewer browser init-module onload-script pack-destination logs-dir cache modules-folder",
  ),
  singleDash: true,
};

const git: ProgramRow = {
  flags: list("--no-pager -P --no-optional-locks --literal-pathspecs --version -v --help -h"),
  // A list of safe subcommands, because any other word may be an alias that runs a shell.
  subcommands: list(
    "add am apply archive bisect blame branch cat-file check-ignore checkout cherry cherry-pick clean clone commit " +
      "describe diff fetch format-patch fsck gc grep init log ls-files ls-remote ls-tree merge merge-base mv " +
      "name-rev notes pull push range-diff rebase reflog remote reset restore rev-list rev-parse revert rm shortlog " +
      "show show-ref sparse-checkout stash status submodule switch symbolic-ref tag version whatchanged worktree",
  ),
  long: list(
    "exec exec-path upload-pack receive-pack config config-env output template open-files-in-pager unsafe-paths " +
      "strategy",
  ),
  text: /(?:^|=)(?:ext|fd)::|:\/\/-/i,
  under: {
    archive: { short: "o" },
    "cherry-pick": { short: "s" },
    bisect: { words: list("run visualize view") },
    clone: { short: "cu" },
    "format-patch": { short: "o" },
    grep: { short: "O" },
    "ls-remote": { short: "u" },
    merge: { short: "s" },
    pull: { short: "s" },
    rebase: { short: "xs" },
    revert: { short: "s" },
    submodule: { words: ["foreach"] },
  },
};

/** An address with one letter, or one substitution whose flags neither run nor write. */
const PLAIN_SED =
  /^(?:(?:\d+|\$)(?:,(?:\d+|\$))?)?[pdq=]$|^s([/|,#@:])(?:(?!\1)[^\\]|\\.)*\1(?:(?!\1)[^\\]|\\.)*\1[gpiI\d]*$/;

const awk: ProgramRow = {
  short: "fEiledopDW",
  long: list("file exec include load source dump-variables pretty-print profile debug"),
  text: /system|getline|[|>@]/,
};

const tar: ProgramRow = {
  short: "IFPg",
  bareCluster: true,
  long: list(
    "checkpoint-action to-command use-compress-program rsh-command rmt-command info-script new-volume-script " +
      "index-file listed-incremental volno-file absolute-names remove-files",
  ),
};

/** Rows, and the programs that share them. */
const ROWS: readonly (readonly [string, ProgramRow])[] = [
  [
    "sh bash dash zsh ksh fish pwsh powershell python pypy node nodejs ruby perl php lua tclsh rscript julia tsx ts-node " +
      "groovy elixir runghc",
    interpreter,
  ],
  ["osascript", interpreter],
  ["deno bun", moduleRunner],
  ["npx pnpx bunx uvx pipx", packageRunner],
  ["npm pnpm yarn", packageManager],
  ["git", git],
  ["awk gawk mawk nawk", awk],
  ["sed gsed", { short: "efil", long: list("expression file in-place"), firstOperand: PLAIN_SED }],
  ["tar gtar bsdtar", tar],
  ["find gfind", { words: list("-exec -execdir -ok -okdir -delete -fprint -fprint0 -fprintf -fls") }],
  ["fd", { short: "xX", long: list("exec exec-batch") }],
  ["rg", { long: list("pre hostname-bin") }],
  ["sort", { short: "o", long: list("output compress-program") }],
  ["split", { long: ["filter"] }],
  ["zip", { short: "T", long: list("unzip-command log-file-path"), text: /^-lf/ }],
  ["ssh scp sftp", { short: "oFISDE" }],
  ["rsync", { short: "eM", long: list("rsh rsync-path remote-option") }],
  ["curl", { short: "K", long: list("config engine") }],
  ["wget", { short: "e", long: list("execute use-askpass config") }],
  [
    "make gmake",
    // A word with `=` sets a variable, also with blanks around its name.
    { short: "fCIE", long: list("eval file makefile directory include-dir"), text: /^[^-=][^=]*=/ },
  ],
  [
    "go",
    {
      words: list("run generate tool"),
      long: list("exec toolexec vettool modfile overlay C"),
      singleDash: true,
    },
  ],
  ["cargo", { short: "CZ", long: list("config manifest-path") }],
  [
    "uv",
    {
      words: list("run tool x"),
      short: "pi",
      long: list(
        "python directory project config-file index-url default-index extra-index-url target prefix cache-dir",
      ),
    },
  ],
  ["poetry conda", { words: list("run shell config self"), short: "CP", long: list("directory project") }],
  ["pipenv", { words: list("run shell") }],
  ["bundle", { words: ["exec"] }],
];

/** The rows by program. A program without a row is considered safe. */
export const programs: () => ReadonlyMap<string, ProgramRow | "runs-others"> = once(
  () =>
    new Map<string, ProgramRow | "runs-others">([
      ...[...ROWS, ...MORE_ROWS].flatMap(([names, row]) => list(names).map((name) => [name, row] as const)),
      ...RUNNERS.map((name) => [name, "runs-others"] as const),
    ]),
);
