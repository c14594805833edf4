import type { ProgramRow } from "./program-row.ts";

const list = (text: string) => text.split(" ");

/** A tool of JavaScript projects: its configuration, plugins, reporters and setup files are code. */
const javascriptTool: ProgramRow = {
  short: "cfor",
  long: list(
    "config plugin require import loader rulesdir resolve-plugins-relative-to parser format reporter output-file " +
      "global-setup globalsetup setup root dir env-file environment node-option cache-location",
  ),
};

/** A filter of warnings names a class, which is imported. `@file` has more options. */
const pytest: ProgramRow = {
  short: "pcoW",
  long: list(
    "basetemp rootdir confcutdir pdbcls pyargs override-ini config-file inifile log-file junitxml junit-xml debug " +
      "pastebin pythonwarnings tx px rsyncdir html json-report-file report-log alluredir " +
      "benchmark-json benchmark-storage benchmark-histogram benchmark-cprofile-dump",
  ),
  text: /^@|^--cov-config|^(?:--cov-report=)?(?:html|xml|json|lcov|annotate|markdown|markdown-append):/,
};

const pip: ProgramRow = {
  subcommands: list("install uninstall list show freeze check index inspect hash help download"),
  flags: list("--version -V --help -h -q --quiet"),
  short: "itfdC",
  long: list(
    "python index-url extra-index-url find-links target prefix root log cache-dir src trusted-host proxy report " +
      "config-settings global-option build-option editor dest cert client-cert keyring-provider",
  ),
  // A package from an address, in any form.
  text: /:\/\//,
};

const docker: ProgramRow = {
  short: "vHc",
  long: list(
    "volume mount privileged device cap-add security-opt pid ipc uts userns cgroupns cgroup-parent host config " +
      "context file project-directory output cidfile iidfile metadata-file",
  ),
  words: list("plugin cp context"),
};

const kubectl: ProgramRow = {
  // Any other word may be a plugin, which is a program.
  subcommands: list(
    "annotate api-resources api-versions apply auth autoscale certificate cluster-info cordon create delete describe " +
      "diff drain events explain expose get kustomize label logs patch rollout scale taint top uncordon version wait",
  ),
  flags: list("--help -h"),
  long: list("kubeconfig cache-dir profile log-file log-dir enable-helm helm-command enable-exec token"),
  text: /^-s|^--(?:server|output-directory)(?:=|$)/,
};

const helm: ProgramRow = {
  subcommands: list(
    "completion create dependency env get history install lint list package pull repo rollback search show status " +
      "template test uninstall upgrade verify version",
  ),
  flags: list("--help -h"),
  long: list("post-renderer kubeconfig repository repo registry-config destination keyring"),
  text: /^--output-dir/,
};

const gh: ProgramRow = {
  // Any other word may be an alias or an extension, and `config` sets programs that are run later.
  subcommands: list(
    "api attestation auth browse cache codespace gist gpg-key help issue label org pr project release repo ruleset run " +
      "search secret ssh-key status variable version workflow",
  ),
  flags: list("--version --help"),
  under: {
    auth: { words: list("token git-credential setup-git login refresh"), short: "t", long: ["show-token"] },
    codespace: { words: list("ssh cp code jupyter") },
    // What follows is for git.
    pr: { words: ["--"] },
    repo: { words: ["--"] },
  },
};

/** What only the user decides is not covered: trust, proposals, approvals, scripts, clients. */
const knowhow: ProgramRow = {
  subcommands: list(
    "list show read why search match overlaps catalog graph validate lint scan doctor eval simulate help completion",
  ),
  flags: list("--version -v --help -h --json --quiet -q --no-color --no-cache"),
  // Both trust what they name.
  long: list("root profile"),
};

/** Programs for data and documents. */
const DATA: readonly (readonly [string, ProgramRow])[] = [
  // A line that begins with a dot can run a shell.
  [
    "sqlite3",
    {
      long: list("cmd init"),
      singleDash: true,
      short: "A",
      text: /(?:^|\n)[^\S\n]*\.|writefile|fts3_tokenizer|edit\s{0,9}\(|load_extension|\b(?:attach|vacuum)\b/i,
    },
  ],
  ["psql", { short: "foLv", long: list("file output log-file set variable"), text: /\\|`|program/i }],
  [
    "mysql mariadb",
    {
      long: list("pager tee init-command plugin-dir defaults"),
      text: /\\|\b(?:system|source|outfile|dumpfile)\b/i,
    },
  ],
  ["yq", { long: list("inplace in-place split-exp"), text: /^-[a-zA-Z]*[is](?:$|=)|\bsystem\b/ }],
  ["shuf iconv tree", { short: "o", long: ["output"] }],
  ["file", { short: "Cm", long: list("compile magic-file") }],
  ["xmllint xsltproc", { short: "o", long: list("output shell write"), singleDash: true }],
  [
    "pandoc",
    {
      short: "FLd",
      long: list(
        "filter lua-filter pdf-engine data-dir defaults extract-media template syntax-definition log",
      ),
      text: /\.lua/i,
    },
  ],
  [
    "tex latex pdftex pdflatex xetex xelatex luatex lualatex",
    { long: list("shell-escape enable-write18 output-dir aux-directory"), singleDash: true, text: /\\/ },
  ],
  ["latexmk", { text: /^-(?:r|e|use|(?:pdf|xe|lua)?latex|outdir|auxdir|shell)|\\/ }],
  // A file name that begins with a bar is a command, and some prefixes are scripts.
  [
    "convert magick mogrify identify composite montage compare",
    {
      long: list("process script write"),
      singleDash: true,
      text: /^(?:\w{1,20}:)?\||^(?:msl|mvg|ephemeral|url|https?|ftp|show|win|x):/i,
    },
  ],
  ["gs", { text: /%pipe%|\||nosafer|permit|^-c$/i, words: ["-"] }],
  // `${tag;…}` and the value of -if are Perl.
  ["exiftool", { text: /^-(?:if\d*|config|use|execute\d*|stay_open|tagsfromfile|[pow@])$|\$\{/i }],
  [
    "yt-dlp youtube-dl",
    {
      short: "a",
      long: list(
        "exec config downloader external-downloader plugin-dirs ffmpeg-location netrc-cmd cookies-from-browser " +
          "batch-file load-info postprocessor use-postprocessor cache-dir alias remote-components js-runtimes",
      ),
      text: /^--print-to-file/,
    },
  ],
];

/** Programs that build and test. */
const BUILDS: readonly (readonly [string, ProgramRow])[] = [
  ["pytest py.test", pytest],
  [
    "eslint prettier jest vitest mocha ava webpack vite rollup stylelint playwright cypress tsup",
    javascriptTool,
  ],
  ["pip", pip],
  [
    "mvn mvnw",
    {
      long: list("file settings global-settings toolchains log-file"),
      text: /^-(?:f|s|gs|t|gt|l)(?:$|[./])|^-Dexec\.|^-Dmaven\.ext|^(?:[\w.-]{1,80}:)?(?:exec|antrun|groovy)[\w.-]*:/i,
    },
  ],
  [
    "gradle gradlew",
    {
      short: "Ibcpg",
      long: list(
        "init-script build-file settings-file project-dir project-cache-dir include-build gradle-user-home",
      ),
      text: /^-Dorg\.gradle/,
    },
  ],
  ["cmake", { short: "PECDGT", long: list("toolchain preset") }],
  ["ninja just task rake", { short: "CfdrRIe", long: list("file justfile dir shell working require") }],
  [
    "java",
    {
      short: "cpjDX",
      long: list("jar class-path classpath module javaagent agentlib agentpath source"),
      singleDash: true,
      text: /^@/,
      runsOperand: true,
    },
  ],
  [
    "composer",
    { words: list("exec run-script run global config create-project"), short: "d", long: ["working-dir"] },
  ],
];

/** Programs for systems, containers and clouds. */
const SYSTEMS: readonly (readonly [string, ProgramRow])[] = [
  ["openssl", { long: list("engine provider config writerand"), singleDash: true }],
  ["docker podman", docker],
  ["docker-compose", { ...docker, short: "vHcf" }],
  ["kubectl oc", kubectl],
  ["helm", helm],
  [
    "terraform tofu",
    {
      long: list("chdir plugin-dir backend-config state out backup from-module generate-config"),
      singleDash: true,
      words: list("login console"),
    },
  ],
  ["aws", { words: ["configure"], long: list("endpoint-url ca-bundle") }],
  [
    "gcloud",
    { words: list("config components ssh"), long: list("flags-file configuration access-token-file") },
  ],
  ["az", { words: list("extension config alias rest") }],
  ["gh", gh],
  ["knowhow", knowhow],
  ["hg", { short: "R", long: list("config repository cwd tool") }],
  ["svn", { long: list("config diff-cmd diff3-cmd editor-cmd") }],
  ["apt apt-get aptitude", { short: "oc", long: list("option config-file") }],
  [
    "dpkg rpm",
    { long: list("pre-invoke post-invoke eval define pipe root dbpath admindir rcfile load macros") },
  ],
  ["tcpdump", { short: "wzZ" }],
  [
    "rclone restic",
    { long: list("config password-command option rc metadata-mapper"), words: list("rcd serve") },
  ],
];

/** Programs that skills often ask for, besides shells, package managers and the tools of Unix. */
export const MORE_ROWS: readonly (readonly [string, ProgramRow])[] = [...DATA, ...BUILDS, ...SYSTEMS];
