import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { fileProblems } from "../scripts/release/check-tarball.mjs";
import { cutChangelog } from "../scripts/release/cut-changelog.mjs";
import { makeRelease } from "../scripts/release/make-release.mjs";
import { isPrerelease, nextVersion } from "../scripts/release/next-version.mjs";
import { inPublishOrder, planRelease } from "../scripts/release/plan-release.mjs";
import { runCommand } from "../scripts/release/run-command.mjs";
import { setLockVersion, setManifestVersion, setSourceVersion } from "../scripts/release/set-version.mjs";
import { sampleOf } from "../scripts/release/try-packages.mjs";
import { isTest, repository, sourceFiles } from "./support/sources.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

describe("the next version", () => {
  it.each([
    ["1.2.3", "patch", "1.2.4"],
    ["1.2.3", "minor", "1.3.0"],
    ["1.2.3", "major", "2.0.0"],
    ["1.3.0-beta.2", "patch", "1.3.0"],
    ["1.3.0-beta.2", "minor", "1.3.0"],
    ["1.3.1-beta.2", "minor", "1.4.0"],
    ["2.0.0-rc.1", "major", "2.0.0"],
    ["1.3.0-rc.1", "major", "2.0.0"],
    ["0.1.0", "0.1.0", "0.1.0"],
    ["0.9.0", "0.10.0", "0.10.0"],
    ["1.0.0-beta.2", "1.0.0-beta.10", "1.0.0-beta.10"],
    ["1.0.0-beta.2", "1.0.0", "1.0.0"],
    ["1.0.0-1", "1.0.0-beta", "1.0.0-beta"],
    ["1.0.0-beta", "1.0.0-beta.1", "1.0.0-beta.1"],
  ])("after %s by %s is %s", (current, wanted, expected) => {
    expect(nextVersion(current, wanted)).toBe(expected);
  });

  it.each([
    ["1.2.3", "1.2.2"],
    ["0.10.0", "0.9.0"],
    ["1.0.0", "1.0.0-beta"],
    ["1.0.0-beta.10", "1.0.0-beta.2"],
    ["1.0.0-beta", "1.0.0-1"],
    ["1.0.0-beta.1", "1.0.0-beta"],
  ])("after %s is never %s", (current, wanted) => {
    expect(() => nextVersion(current, wanted)).toThrow(`${wanted} is older than ${current}`);
  });

  it.each(["1.2", "v1.2.3", "01.2.3.4", "1.2.3-", "latest", ""])("is never %j", (wanted) => {
    expect(() => nextVersion("0.1.0", wanted)).toThrow("is not a version");
  });

  it("with a label is a pre-release", () => {
    expect(["1.0.0", "1.0.0-beta.1"].map(isPrerelease)).toEqual([false, true]);
  });
});

describe("the changelog", () => {
  const cut = { version: "0.2.0", date: "2026-11-16" };
  const before = "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A.\n\n## [0.1.0] - 2026-01-01\n\n- B.\n";

  it("gets a section for the version, with everything that was unreleased", () => {
    expect(cutChangelog(before, cut)).toBe(
      "# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-11-16\n\n### Added\n\n- A.\n\n## [0.1.0] - 2026-01-01\n\n- B.\n",
    );
  });

  it.each([
    ["nothing is unreleased", "## [Unreleased]\n\n### Added\n\n## [0.1.0]\n\n- B.\n", "has no entries"],
    ["it has no such section", "# Changelog\n", "has no line"],
    ["it has the version already", `${before}\n## [0.2.0]\n`, "already has a section for 0.2.0"],
  ])("is refused when %s", (_, text, problem) => {
    expect(() => cutChangelog(text, cut)).toThrow(problem);
  });

  it("of this repository can be cut", () => {
    const text = readFileSync(join(repository, "CHANGELOG.md"), "utf8");
    expect(cutChangelog(text, { version: "99.0.0", date: "2099-01-01" })).toContain(
      "\n## [99.0.0] - 2099-01-01\n",
    );
  });
});

describe("a new version", () => {
  const release = { version: "0.2.0", names: ["@knowhow/runtime", "knowhow"] };

  it("replaces that of a manifest and of its dependencies on our packages, and nothing else", () => {
    const manifest = {
      name: "knowhow",
      version: "0.1.0",
      dependencies: { "@knowhow/runtime": "0.1.0", "js-yaml": "0.1.0" },
      devDependencies: { "@knowhow/runtime": "^0.1.0" },
      peerDependencies: { "@knowhow/runtime": "~0.1.0" },
      files: ["dist"],
    };
    expect(JSON.parse(setManifestVersion(JSON.stringify(manifest), release))).toEqual({
      name: "knowhow",
      version: "0.2.0",
      dependencies: { "@knowhow/runtime": "0.2.0", "js-yaml": "0.1.0" },
      devDependencies: { "@knowhow/runtime": "^0.2.0" },
      peerDependencies: { "@knowhow/runtime": "~0.2.0" },
      files: ["dist"],
    });
  });

  it("is refused where a range would not move with it", () => {
    const manifest = JSON.stringify({ peerDependencies: { "@knowhow/runtime": ">=0.1 <1" } });
    expect(() => setManifestVersion(manifest, release)).toThrow('the range ">=0.1 <1" of @knowhow/runtime');
  });

  it("reaches the root and the workspaces in the lock file, but no installed package", () => {
    const lock = {
      version: "0.1.0",
      packages: {
        "": { version: "0.1.0", devDependencies: { "@knowhow/runtime": "0.1.0" } },
        "node_modules/@knowhow/runtime": { resolved: "packages/runtime", link: true },
        "node_modules/other": { version: "0.1.0" },
        "packages/runtime": { version: "0.1.0" },
        "packages/runtime/node_modules/other": { version: "0.1.0" },
      },
    };
    expect(JSON.parse(setLockVersion(JSON.stringify(lock), release))).toEqual({
      version: "0.2.0",
      packages: {
        ...lock.packages,
        "": { version: "0.2.0", devDependencies: { "@knowhow/runtime": "0.2.0" } },
        "packages/runtime": { version: "0.2.0" },
      },
    });
  });

  it("is written into version.ts, which must have the constant", () => {
    const source = '/** The version. */\nexport const VERSION = "0.1.0";\n';
    expect(setSourceVersion(source, release)).toBe('/** The version. */\nexport const VERSION = "0.2.0";\n');
    expect(() => setSourceVersion("export const OTHER = 1;\n", release)).toThrow("version.ts has no line");
  });
});

describe("the plan for this repository", () => {
  const { version } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8"));
  const plan = planRelease(repository, { wanted: "99.0.0", date: "2099-01-01" });
  const names = plan.packages.map(({ name }) => name);

  it("publishes every package after those that it depends on", () => {
    expect(names).toHaveLength(readdirSync(join(repository, "packages")).length);
    for (const [index, { folder }] of plan.packages.entries()) {
      const { dependencies = {} } = JSON.parse(
        readFileSync(join(repository, folder, "package.json"), "utf8"),
      );
      const later = names.slice(index);
      expect(later.filter((name) => name in dependencies)).toEqual([]);
    }
  });

  it("leaves the old version in no manifest, lock file or version.ts", () => {
    for (const { path, after } of plan.changes.filter(({ path }) => path.endsWith(".json"))) {
      const ours = [version, `^${version}`, `~${version}`].flatMap((range) =>
        names.map((name) => `"${name}": "${range}"`),
      );
      expect(
        ours.filter((line) => after.includes(line)),
        path,
      ).toEqual([]);
    }
    const sources = plan.changes.filter(({ path }) => path.endsWith("version.ts"));
    expect(sources.map(({ before }) => /"(.*)"/.exec(before)?.[1])).toEqual(sources.map(() => version));
    expect(sources.length).toBeGreaterThan(0);
  });

  it("keeps the form of every file: only lines with a version differ", () => {
    for (const { path, before, after } of plan.changes.filter(({ path }) => path !== "CHANGELOG.md")) {
      const other = after.split("\n");
      const changed = before.split("\n").filter((line, index) => line !== other[index]);
      expect(changed.length, path).toBeGreaterThan(0);
      expect(
        changed.filter((line) => !line.includes(version)),
        path,
      ).toEqual([]);
      expect(other).toHaveLength(before.split("\n").length);
    }
  });

  it("finds no version written out in other sources", () => {
    const written = new RegExp(`version.*["'\`]${version.replaceAll(".", "\\.")}["'\`]`, "i");
    const wrong = sourceFiles("packages")
      .filter((path) => /^[^/]+\/src\//.test(path) && !isTest(path) && !path.endsWith("/version.ts"))
      .filter((path) => written.test(readFileSync(join(repository, "packages", path), "utf8")));
    expect(wrong).toEqual([]);
  });

  it("has a sample in the README that can be tried", () => {
    expect(sampleOf(readFileSync(join(repository, "README.md"), "utf8"))).toContain("createRuntime");
    expect(() => sampleOf("no code")).toThrow("README.md has no sample");
  });
});

describe("the order of publishing", () => {
  it("is refused for packages that need each other", () => {
    const ring = [
      { name: "a", folder: "packages/a", dependencies: { b: "1.0.0" } },
      { name: "b", folder: "packages/b", peerDependencies: { a: "1.0.0" } },
    ];
    expect(() => inPublishOrder(ring)).toThrow("circular dependency between packages: a, b");
  });
});

describe("the files of a tarball", () => {
  const files = ["LICENSE", "README.md", "package.json", "dist/index.js", "bin/run.js"];
  const manifest = {
    name: "a",
    version: "1.0.0",
    exports: { ".": { default: "./dist/index.js" } },
    bin: { run: "bin/run.js" },
  };

  it("are fine when everything that is named is there", () => {
    expect(fileProblems({ manifest, files })).toEqual([]);
  });

  it("are refused with a test, without a licence or README, and without what package.json names", () => {
    expect(fileProblems({ manifest, files: ["package.json", "src/a.test.ts"] })).toEqual([
      "LICENSE is missing",
      "README.md is missing",
      "src/a.test.ts is a test",
      "package.json names dist/index.js, which is missing",
      "package.json names bin/run.js, which is missing",
    ]);
  });
});

describe("a release", () => {
  it("commits and tags the new version, and keeps the tarballs", async () => {
    const repo = newRepository();
    const said = await release(repo, { dryRun: false });
    expect(repo.git("log", "--format=%s")).toBe("Release 0.2.0\nFirst\n");
    expect(repo.git("tag", "--list")).toBe("v0.2.0\n");
    expect(repo.git("status", "--porcelain")).toBe("");
    expect(repo.read("packages/b/package.json")).toContain('"@x/a": "0.2.0"');
    expect(repo.read("CHANGELOG.md")).toContain("## [0.2.0] - 2026-11-16");
    expect(readdirSync(join(repo.root, ".reports/release"))).toEqual(["a.tgz", "b.tgz"]);
    expect(said).toContain("v0.2.0 is committed and tagged");
  });

  it("tried dry leaves every byte, the index and the branch alone, and says what would be published", async () => {
    const repo = newRepository();
    const before = repo.state();
    const said = await release(repo, { dryRun: true });
    expect(repo.state()).toEqual(before);
    expect(said).toContain("npm publish a.tgz --access public --provenance\n");
    expect(said.indexOf("a.tgz")).toBeLessThan(said.indexOf("b.tgz"));
    expect(said).toContain("nothing was changed");
  });

  it("proves the new texts in a folder of its own, which is gone afterwards", async () => {
    const repo = newRepository();
    const seen: string[] = [];
    await release(repo, {
      dryRun: true,
      prove: async ({ work, plan }) => {
        seen.push(work, repo.read("package.json"));
        writeFileSync(join(work, "x"), "");
        return plan.packages.map(() => packedIn(work, "a"));
      },
    });
    expect(seen[1]).toContain('"version": "0.1.0"');
    expect(existsSync(seen[0] ?? "")).toBe(false);
  });

  it("under a label is published beside the latest version", async () => {
    const said = await release(newRepository(), { dryRun: true, wanted: "0.2.0-beta.1" });
    expect(said).toContain("npm publish a.tgz --access public --provenance --tag next");
  });

  it.each([
    ["the proof fails", { prove: () => Promise.reject(new Error("no")) }, "no"],
    ["the commit fails", { failing: "commit" }, "git commit"],
    ["the tag fails", { failing: "tag --annotate" }, "git tag --annotate"],
    ["the first package cannot be published", { publish: true, failing: "publish a.tgz" }, "npm publish"],
  ])("leaves everything as it was when %s", async (_, change, problem) => {
    const repo = newRepository({ repository: "github:x/y" });
    const before = repo.state();
    await expect(release(repo, { dryRun: false, ...change })).rejects.toThrow(problem);
    expect(repo.state()).toEqual(before);
  });

  it.each([
    "rev-parse",
    "add",
    "commit",
    "tag --annotate",
  ])("leaves everything as it was when it is stopped after git %s", async (last) => {
    const repo = newRepository();
    const before = repo.state();
    await expect(release(repo, { dryRun: false, stopAfter: last })).rejects.toThrow("stopped by SIGINT");
    expect(repo.state()).toEqual(before);
  });

  it("keeps its commit once a package is out, and says what is left to publish", async () => {
    const repo = newRepository({ repository: "github:x/y" });
    const said: string[] = [];
    const options = { dryRun: false, publish: true, failing: "publish b.tgz", said };
    await expect(release(repo, options)).rejects.toThrow("npm publish");
    expect(said.join("\n")).toContain("run these yourself:\nnpm publish b.tgz --access public --provenance");
    expect(repo.git("tag", "--list")).toBe("v0.2.0\n");
  });

  it.each([
    ["a file is not committed", { change: "CHANGELOG.md" }, {}, "the working tree is not clean"],
    ["the tag exists", { tag: "v0.2.0" }, {}, "the tag v0.2.0 already exists"],
    ["no repository is named", {}, { publish: true }, '"repository" in package.json: @x/a, @x/b'],
    ["the version is older", {}, { wanted: "0.0.9" }, "0.0.9 is older than 0.1.0"],
  ])("is refused before anything else when %s", async (_, state, options, problem) => {
    const repo = newRepository(state);
    const prove = () => Promise.reject(new Error("was proven"));
    await expect(release(repo, { dryRun: false, prove, ...options })).rejects.toThrow(problem);
  });

  it("is published only where a provenance statement can be made", async () => {
    const repo = newRepository({ repository: "github:x/y" });
    await expect(release(repo, { dryRun: false, publish: true, env: {} })).rejects.toThrow("id-token: write");
  });
});

describe("a command of the release", () => {
  it("gives what it printed, and its whole output when it fails", async () => {
    const node = (code: string) => runCommand(process.execPath, ["-e", code], { cwd: repository });
    expect(await node("console.log('out'); console.error('err')")).toBe("out\n");
    await expect(node("console.log('out'); console.error('err'); process.exit(3)")).rejects.toThrow(
      /failed \(3\):\nout\nerr/,
    );
  });

  it("has ended, with what it started, when it is aborted", async () => {
    const folder = mkdtempSync(join(tmpdir(), "knowhow-release-"));
    folders.push(folder);
    const pids = join(folder, "pids");
    const inner = `require("fs").appendFileSync(${JSON.stringify(pids)}, process.pid + "\\n"); setInterval(() => {}, 1000)`;
    const outer = `require("child_process").spawn(process.execPath, ["-e", ${JSON.stringify(inner)}]); ${inner}`;
    const stop = new AbortController();
    const running = runCommand(process.execPath, ["-e", outer], { cwd: folder, signal: stop.signal });
    const lines = () =>
      existsSync(pids) ? readFileSync(pids, "utf8").split("\n").filter(Boolean).map(Number) : [];
    while (lines().length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
    stop.abort(new Error("stopped"));
    await expect(running).rejects.toThrow("stopped");
    const alive = () => lines().filter(isAlive);
    while (process.platform !== "win32" && alive().length > 0)
      await new Promise((resolve) => setTimeout(resolve, 20));
  });

  it("does not start once the release is stopped", async () => {
    const stopped = { cwd: repository, signal: AbortSignal.abort(new Error("stopped")) };
    await expect(runCommand("no-such-program", [], stopped)).rejects.toThrow("stopped");
  });
});

interface Repository {
  readonly root: string;
  git(...args: readonly string[]): string;
  read(path: string): string;
  /** Everything that a release may change: files, index, branch and tags. */
  state(): unknown;
}

/** A repository with two packages, the second of which needs the first. */
function newRepository(options: { repository?: string; change?: string; tag?: string } = {}): Repository {
  const root = mkdtempSync(join(tmpdir(), "knowhow-release-"));
  folders.push(root);
  const { repository: url, change, tag } = options;
  const manifest = (name: string, more: object = {}) => ({
    name,
    version: "0.1.0",
    ...(url === undefined ? {} : { repository: url }),
    ...more,
  });
  const manifests = {
    "": { ...manifest("x"), private: true },
    "packages/b": manifest("@x/b", { dependencies: { "@x/a": "0.1.0" } }),
    "packages/a": manifest("@x/a"),
  };
  const files: Record<string, string> = {
    ".gitignore": ".reports/\n",
    "CHANGELOG.md": "# Changelog\n\n## [Unreleased]\n\n- A.\n",
    "package-lock.json": print({ version: "0.1.0", packages: manifests }),
    "packages/a/src/version.ts": 'export const VERSION = "0.1.0";\n',
    ...Object.fromEntries(
      Object.entries(manifests).map(([folder, value]) => [join(folder, "package.json"), print(value)]),
    ),
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const git = (...args: readonly string[]) => {
    const settings = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"];
    return execFileSync("git", [...settings, ...args], { cwd: root, encoding: "utf8" });
  };
  git("init", "--quiet", "--initial-branch=main");
  git("config", "user.name", "Ada");
  git("config", "user.email", "ada@example.org");
  git("config", "core.autocrlf", "false");
  git("add", "--all");
  git("commit", "--quiet", "--message", "First");
  if (tag !== undefined) git("tag", tag);
  if (change !== undefined) writeFileSync(join(root, change), "changed\n");
  const read = (path: string) => readFileSync(join(root, path), "utf8");
  return {
    root,
    git,
    read,
    state: () => ({
      files: Object.keys(files).map((path) => [path, read(path)]),
      status: git("status", "--porcelain"),
      index: git("ls-files", "--stage"),
      head: git("log", "--format=%H %D"),
      tags: git("tag", "--list"),
    }),
  };
}

interface Trial {
  readonly dryRun: boolean;
  readonly publish?: boolean;
  readonly wanted?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly prove?: Parameters<typeof makeRelease>[1]["prove"];
  /** The beginning of the command that fails. */
  readonly failing?: string;
  /** The beginning of the git command after which Ctrl-C is pressed. */
  readonly stopAfter?: string;
  readonly said?: string[];
}

/** Makes a release with the real git and without npm; gives what was said. */
async function release({ root }: Repository, trial: Trial): Promise<string> {
  const { dryRun, publish = false, wanted = "minor", failing, stopAfter, said = [] } = trial;
  const stop = new AbortController();
  await makeRelease(
    {
      root,
      wanted,
      date: "2026-11-16",
      dryRun,
      publish,
      env: trial.env ?? { ACTIONS_ID_TOKEN_REQUEST_URL: "http://127.0.0.1" },
      signal: stop.signal,
    },
    {
      say: (line) => said.push(line),
      prove:
        trial.prove ??
        (async ({ work, plan }) => plan.packages.map(({ folder }) => packedIn(work, folder.slice(-1)))),
      run: async (command, args, options) => {
        const line = args.map((word) => (word.endsWith(".tgz") ? basename(word) : word)).join(" ");
        if (failing !== undefined && line.startsWith(failing)) throw new Error(`${command} ${line}`);
        const printed = command === "git" ? await runCommand(command, args, options) : "";
        if (stopAfter !== undefined && line.startsWith(stopAfter)) {
          stop.abort(new Error("stopped by SIGINT"));
          options.signal?.throwIfAborted();
        }
        return printed;
      },
    },
  );
  return said.join("\n");
}

function packedIn(work: string, name: string) {
  const tarball = join(work, `${name}.tgz`);
  writeFileSync(tarball, name);
  return { manifest: { name: `@x/${name}`, version: "0.2.0" }, tarball, files: [], bytes: 1 };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function print(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
