import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ApprovalRequest } from "../../approver.ts";
import { createRuntime } from "../create-runtime.ts";
import { bubblewrap } from "./bubblewrap.ts";

const status = await bubblewrap().status();
const why = status.works ? "" : ` (skipped: ${status.reason})`;

const SKILL =
  "---\nname: greeter\ndescription: Greets. Use when somebody arrives.\n---\nRun scripts/greet.mjs.\n";

/** A registry on this machine with one package, whose install script would leave a file. */
describe.skipIf(!status.works)(`X10 packages of scripts${why}`, () => {
  let root = "";
  let server: Server | undefined;
  let downloads = 0;
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
      if (url.endsWith(".tgz")) return response.end(tarball);
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
    server?.close();
    rmSync(root, { recursive: true, force: true });
  });

  const open = async (answers: Readonly<Record<string, "yes" | "no">>) => {
    const asked: ApprovalRequest[] = [];
    const runtime = await createRuntime({
      cwd: join(root, "project"),
      home: join(root, "home"),
      env: { PATH: process.env.PATH },
      approver: (request) => {
        asked.push(request);
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
    const path = join(root, "home/.agents/skills/greeter/package.json");
    writeFileSync(path, '{ "dependencies": { "tiny-greeting": "^9.0.0" } }');
    const { runtime } = await open({ script: "yes", install: "yes" });
    for (const _ of [1, 2])
      await expect(runtime.scripts.run("greeter", "greet")).rejects.toMatchObject({
        code: "scripts.packages-failed",
      });
  });
});
