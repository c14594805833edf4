import { execFile, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ApprovalRequest } from "../../approver.ts";
import { createRuntime } from "../create-runtime.ts";
import { bubblewrap } from "./bubblewrap.ts";
import { findProgram } from "./find-program.ts";
import { packageStore } from "./package-store.ts";

const status = await bubblewrap().status();
const why = status.works ? "" : ` (skipped: ${status.reason})`;
const hasPip = spawnSync("python3", ["-m", "pip", "--version"]).status === 0;

const SKILL =
  "---\nname: greeter\ndescription: Greets. Use when somebody arrives.\n---\nRun scripts/greet.mjs.\n";

/** A registry on this machine with one package, whose install script would leave a file. */
describe.skipIf(!status.works)(`X10 packages of scripts${why}`, () => {
  let root = "";
  let server: Server | undefined;
  let downloads = 0;
  /** Called when a package is asked for that never arrives. */
  let onEndless: (() => void) | undefined;
  /** What a download waits for. */
  let beforeDownload: () => Promise<void> = async () => {};
  const before = { ...process.env };

  beforeAll(async () => {
    root = realpathSync(mkdtempSync(join(tmpdir(), "knowhow-packages-")));
    const write = (path: string, text: string) => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    };
    const manifest = {
      name: "tiny-greeting",
      version: "1.0.0",
      type: "module",
      exports: "./index.js",
      scripts: { postinstall: `touch ${join(root, "installed-by-script")}` },
    };
    write("package/package.json", JSON.stringify(manifest));
    write("package/index.js", 'export const greet = (name) => "Hello, " + name;\n');
    write("home/.agents/skills/greeter/SKILL.md", SKILL);
    write("home/.agents/skills/greeter/package.json", '{ "dependencies": { "tiny-greeting": "^1.0.0" } }');
    const script = 'import { greet } from "tiny-greeting";\nconsole.log(greet(process.argv[2]));\n';
    write("home/.agents/skills/greeter/scripts/greet.mjs", script);
    mkdirSync(join(root, "project"));
    spawnSync("npm", ["pack", "--ignore-scripts", "--pack-destination", root], {
      cwd: join(root, "package"),
    });
    const tarball = readFileSync(join(root, "tiny-greeting-1.0.0.tgz"));
    const integrity = `sha512-${createHash("sha512").update(tarball).digest("base64")}`;
    server = createServer(({ url = "" }, response) => {
      downloads += 1;
      if (url.includes("endless")) return onEndless?.();
      if (url.endsWith(".tgz")) return void beforeDownload().then(() => response.end(tarball));
      const tarballUrl = `${process.env.npm_config_registry}tiny-greeting-1.0.0.tgz`;
      const versions = { "1.0.0": { ...manifest, dist: { tarball: tarballUrl, integrity } } };
      return response.end(
        JSON.stringify({ name: "tiny-greeting", "dist-tags": { latest: "1.0.0" }, versions }),
      );
    });
    await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    process.env.npm_config_registry = `http://127.0.0.1:${port}/`;
    process.env.npm_config_cache = join(root, "npm-cache");
  });

  afterAll(() => {
    for (const name of ["npm_config_registry", "npm_config_cache"]) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
    server?.closeAllConnections();
    server?.close();
    rmSync(root, { recursive: true, force: true });
  });

  const store = () => {
    const packages = join(root, "home/.cache/knowhow/packages");
    return existsSync(packages) ? readdirSync(packages) : [];
  };
  const declare = (packages: object) =>
    writeFileSync(
      join(root, "home/.agents/skills/greeter/package.json"),
      JSON.stringify({ dependencies: packages }),
    );

  const open = async (
    answers: Readonly<Record<string, "yes" | "no">>,
    beforeInstall: () => Promise<void> = async () => {},
  ) => {
    const asked: ApprovalRequest[] = [];
    const runtime = await createRuntime({
      cwd: join(root, "project"),
      home: join(root, "home"),
      env: { PATH: process.env.PATH },
      approver: async (request) => {
        asked.push(request);
        if (request.kind === "install") await beforeInstall();
        return { answer: answers[request.kind] ?? "no" };
      },
    });
    return { asked, runtime };
  };

  test("X10 packages are downloaded only after a yes of their own, once, without running their scripts", async () => {
    const refused = await open({ script: "yes" });
    await expect(refused.runtime.scripts.run("greeter", "greet")).rejects.toMatchObject({
      code: "scripts.refused",
    });
    expect(refused.asked.map(({ kind }) => kind)).toEqual(["script", "install"]);
    expect(refused.asked[1]?.arguments).toEqual({
      packages: ["tiny-greeting@^1.0.0"],
      source: "package.json",
    });
    expect(downloads).toBe(0);

    const first = await open({ script: "yes", install: "yes" });
    const result = await first.runtime.scripts.run("greeter", "greet", { args: ["Ada"] });
    expect(result).toMatchObject({ status: "succeeded", stdout: "Hello, Ada\n" });
    expect(existsSync(join(root, "installed-by-script"))).toBe(false);

    const taken = downloads;
    const second = await open({ script: "yes" });
    expect(await second.runtime.scripts.run("greeter", "greet", { args: ["Bob"] })).toMatchObject({
      stdout: "Hello, Bob\n",
    });
    expect(second.asked.map(({ kind }) => kind)).toEqual(["script"]);
    expect(downloads).toBe(taken);
  });

  test("X10 a download that fails is told, and leaves nothing that would be used", async () => {
    declare({ "tiny-greeting": "^9.0.0" });
    const { runtime } = await open({ script: "yes", install: "yes" });
    for (const _ of [1, 2])
      await expect(runtime.scripts.run("greeter", "greet")).rejects.toMatchObject({
        code: "scripts.packages-failed",
      });
  });

  test("X10 a download that is interrupted ends at once, and leaves nothing", async () => {
    declare({ "endless-greeting": "^1.0.0" });
    const { runtime } = await open({ script: "yes", install: "yes" });
    const aborter = new AbortController();
    onEndless = () => aborter.abort();
    const before = store();
    await expect(runtime.scripts.run("greeter", "greet", { signal: aborter.signal })).rejects.toMatchObject({
      code: "scripts.packages-failed",
      message: "the packages of package.json could not be prepared: the download was interrupted",
    });
    expect(store()).toEqual(before);
  });

  test("X10 what a killed download left is not used, and removed when it cannot be running any more", async () => {
    declare({ "tiny-greeting": "1.0.0" });
    const packages = join(root, "home/.cache/knowhow/packages");
    for (const name of ["new-killed", "new-running"]) {
      mkdirSync(join(packages, name, "node_modules/tiny-greeting"), { recursive: true });
      writeFileSync(join(packages, name, "node_modules/tiny-greeting/index.js"), "half");
    }
    const longAgo = Date.now() / 1000 - 3600;
    utimesSync(join(packages, "new-killed"), longAgo, longAgo);
    const { runtime } = await open({ script: "yes", install: "yes" });
    const result = await runtime.scripts.run("greeter", "greet", { args: ["Ada"] });
    expect(result).toMatchObject({ status: "succeeded", stdout: "Hello, Ada\n" });
    expect(store().filter((name) => name.startsWith("new-"))).toEqual(["new-running"]);
  });

  test("X10 two that prepare the same packages at once both run with one copy of them", async () => {
    declare({ "tiny-greeting": "~1.0.0" });
    const before = new Set(store());
    const beforeInstall = meeting(2);
    const both = await Promise.all([1, 2].map(() => open({ script: "yes", install: "yes" }, beforeInstall)));
    const results = await Promise.all(
      both.map(({ runtime }) => runtime.scripts.run("greeter", "greet", { args: ["Ada"] })),
    );
    expect(results.map(({ stdout }) => stdout)).toEqual(["Hello, Ada\n", "Hello, Ada\n"]);
    expect(store().filter((name) => !before.has(name))).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
  });

  test("X10 two processes that prepare the same packages at once share one complete copy", async () => {
    const packages = join(root, "shared");
    const outfile = join(root, "prepare.mjs");
    const source = fileURLToPath(new URL("package-store.ts", import.meta.url));
    const needed = { kind: "node", packages: ["tiny-greeting@1"], source: "package.json" };
    await build({
      stdin: {
        contents: `
          import { packageStore } from ${JSON.stringify(source)};
          const store = packageStore(${JSON.stringify(packages)});
          await store.prepare(${JSON.stringify(needed)});
          console.log(await store.find(${JSON.stringify(needed)}));
        `,
        resolveDir: root,
        loader: "ts",
      },
      bundle: true,
      platform: "node",
      format: "esm",
      outfile,
      logLevel: "silent",
    });
    // Both have begun before either gets its package.
    const together = meeting(2);
    beforeDownload = together;
    const prepare = async (name: string) => {
      const env = { ...process.env, npm_config_cache: join(root, name) };
      return (await promisify(execFile)(process.execPath, [outfile], { env })).stdout.trim();
    };
    const found = await Promise.all(["cache-a", "cache-b"].map(prepare));
    beforeDownload = async () => {};
    expect(readdirSync(packages)).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
    expect(new Set(found)).toEqual(new Set([join(packages, readdirSync(packages)[0] ?? "", "node_modules")]));
    const index = readFileSync(join(found[0] ?? "", "tiny-greeting/index.js"), "utf8");
    expect(index).toBe('export const greet = (name) => "Hello, " + name;\n');
  });

  describe.skipIf(!hasPip)(`of Python${hasPip ? "" : " (skipped: there is no pip)"}`, () => {
    beforeAll(() => {
      const wheel = `import sys, zipfile
info = "tiny_greeting-1.0.0.dist-info"
with zipfile.ZipFile(sys.argv[1] + "/tiny_greeting-1.0.0-py3-none-any.whl", "w") as wheel:
    wheel.writestr("tiny_greeting.py", "def greet(name):\\n    return 'Hello, ' + name\\n")
    wheel.writestr(info + "/METADATA", "Metadata-Version: 2.1\\nName: tiny-greeting\\nVersion: 1.0.0\\n")
    wheel.writestr(info + "/WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
    wheel.writestr(info + "/RECORD", "")
`;
      spawnSync("python3", ["-c", wheel, root]);
      process.env.PIP_NO_INDEX = "1";
      process.env.PIP_FIND_LINKS = root;
      process.env.UV_NO_INDEX = "1";
      process.env.UV_FIND_LINKS = root;
    });
    afterAll(() => {
      for (const name of ["PIP_NO_INDEX", "PIP_FIND_LINKS", "UV_NO_INDEX", "UV_FIND_LINKS"])
        delete process.env[name];
    });

    test.each([
      ["in the script", '# /// script\n# dependencies = ["tiny-greeting==1.0.0"]\n# ///\n', undefined],
      ["in requirements.txt", "", "tiny-greeting>=1\n"],
    ])("X10 are downloaded once after a yes, if they are declared %s", async (_, head, requirements) => {
      const skill = join(root, "home/.agents/skills/snake-greeter");
      mkdirSync(join(skill, "scripts"), { recursive: true });
      writeFileSync(join(skill, "SKILL.md"), SKILL.replace("greeter", "snake-greeter"));
      const script = `${head}import sys, tiny_greeting\nprint(tiny_greeting.greet(sys.argv[1]))\n`;
      writeFileSync(join(skill, "scripts/greet.py"), script);
      if (requirements !== undefined) writeFileSync(join(skill, "requirements.txt"), requirements);
      const asked = [];
      for (const answers of [{ script: "yes", install: "yes" }, { script: "yes" }] as const) {
        const opened = await open(answers);
        const result = await opened.runtime.scripts.run("snake-greeter", "greet", { args: ["Ada"] });
        expect(result).toMatchObject({ status: "succeeded", stdout: "Hello, Ada\n" });
        asked.push(opened.asked.map(({ kind }) => kind));
      }
      expect(asked).toEqual([["script", "install"], ["script"]]);
    });

    test("X10 are prepared with uv where it is installed, for the Python that runs scripts, without code of theirs", async () => {
      const folder = join(root, "with-uv");
      mkdirSync(folder);
      // uv is not on every machine: its arguments, then what it would do.
      const uv = `#!/bin/sh
echo "$@" > ${folder}/told
while [ "$1" != "--target" ]; do shift; done
target=$2
while [ "$1" != "--" ]; do shift; done
exec python3 -m pip install --quiet --target "$target" "$@"
`;
      writeFileSync(join(folder, "uv"), uv, { mode: 0o755 });
      const before = process.env.PATH ?? "";
      process.env.PATH = `${folder}:${before}`;
      const store = packageStore(join(folder, "packages"));
      const needed = {
        kind: "python",
        packages: ["tiny-greeting==1.0.0"],
        source: "requirements.txt",
      } as const;
      try {
        await store.prepare(needed);
      } finally {
        process.env.PATH = before;
      }
      const found = (await store.find(needed)) ?? "";
      expect(existsSync(join(found, "tiny_greeting.py"))).toBe(true);
      // A uv in a directory of the system is used first; that it was told the same, nothing shows.
      if (!existsSync(join(folder, "told"))) return;
      const python = (await findProgram("python3")) ?? "";
      expect(readFileSync(join(folder, "told"), "utf8")).toMatch(
        new RegExp(
          `^pip install --python ${python} --target ${folder}/packages/new-\\S+ --only-binary :all: -- tiny-greeting==1.0.0\\n$`,
        ),
      );
    });
  });
});

/** Waits until it has been called a number of times. */
function meeting(count: number): () => Promise<void> {
  let waiting = 0;
  let release = () => {};
  const together = new Promise<void>((resolve) => {
    release = resolve;
  });
  return () => {
    waiting += 1;
    if (waiting === count) release();
    return together;
  };
}
