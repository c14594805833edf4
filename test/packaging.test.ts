import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  buildCli,
  buildDurable,
  buildEmbeddings,
  buildHosts,
  buildMcp,
  buildRuntime,
  buildScanner,
} from "../scripts/build.mjs";
import { fileProblems, publintProblems, typeProblems } from "../scripts/release/check-tarball.mjs";
import { type Packed, packPackage } from "../scripts/release/pack-package.mjs";
import { runCommand } from "../scripts/release/run-command.mjs";
import { repository } from "./support/sources.ts";

const builders = {
  runtime: buildRuntime,
  hosts: buildHosts,
  embeddings: buildEmbeddings,
  durable: buildDurable,
  mcp: buildMcp,
  scanner: buildScanner,
  cli: buildCli,
};
const names = ["runtime", "hosts", "embeddings", "durable", "mcp", "scanner", "cli"] as const;
const scratch = mkdtempSync(join(tmpdir(), "knowhow-packaging-"));
const packed = new Map<string, Packed>();

beforeAll(async () => {
  for (const name of names) packed.set(name, await pack(name));
}, 600_000);

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe.each(names)("the packed %s package", (name) => {
  it("leaves publint nothing to say", async () => {
    expect(await publintProblems(packedAs(name))).toEqual([]);
  });

  it("gives every kind of importer the right types", async () => {
    expect(await typeProblems(packedAs(name), { run: runCommand })).toEqual([]);
  });

  it("has a licence, a README and every file it names, and ships no tests and no source maps", () => {
    expect(fileProblems(packedAs(name))).toEqual([]);
  });
});

describe("the packed embeddings", () => {
  it("carry the model and the notice of the one it was made of, and find it where they are installed", () => {
    const { files } = packedAs("embeddings");
    expect(files).toEqual(expect.arrayContaining(["NOTICE", "README.md", "model/static-en.bin"]));
    const home = join(scratch, "embeddings-home");
    const modules = join(home, "node_modules");
    for (const name of ["runtime", "embeddings"]) {
      const folder = join(modules, "@knowhow", name);
      mkdirSync(folder, { recursive: true });
      execFileSync("tar", ["-xzf", packedAs(name).tarball, "-C", folder, "--strip-components=1"]);
    }
    const yaml = createRequire(join(repository, "packages/runtime/package.json")).resolve(
      "js-yaml/package.json",
    );
    symlinkSync(dirname(yaml), join(modules, "js-yaml"), "junction");
    const program = `import { staticEmbedder } from "@knowhow/embeddings";
      const [vector] = (await staticEmbedder()).embed(["merge PDF files"], "query");
      console.log(Math.hypot(...vector).toFixed(3));`;
    const args = ["--input-type=module", "--eval", program];
    expect(execFileSync(process.execPath, args, { cwd: home, encoding: "utf8" }).trim()).toBe("1.000");
  });
});

describe("the packed command line", () => {
  it("installs alone, without a network, and prints its version", () => {
    const { manifest, tarball } = packedAs("cli");
    const home = join(scratch, "home");
    mkdirSync(home);
    npm(["install", "--offline", "--prefix", home, tarball], home);
    const bin = join(home, "node_modules/knowhow/bin/knowhow.js");
    const printed = execFileSync(process.execPath, [bin, "--version"], { cwd: home, encoding: "utf8" });
    expect(printed).toContain(manifest.version);
    const skill = join(home, "skills/pdf-merge");
    mkdirSync(skill, { recursive: true });
    writeFileSync(
      join(skill, "SKILL.md"),
      "---\nname: pdf-merge\ndescription: Joins PDF files into one document.\n---\nJoin them.\n",
    );
    const args = [
      bin,
      "match",
      "combine my documents",
      "--root",
      "skills",
      "--ranking",
      "1",
      "--json",
      "--no-cache",
    ];
    const { ranking } = JSON.parse(execFileSync(process.execPath, args, { cwd: home, encoding: "utf8" }));
    expect(ranking[0].reasons.join()).toContain("close in meaning");
    expect(packedAs("cli").files).toEqual(
      expect.arrayContaining(["dist/model/static-en.bin", "dist/model/NOTICE"]),
    );
  });
});

/** Builds a package into a folder of its own, so that a stale `dist` is never what is tested, and packs it there. */
async function pack(name: (typeof names)[number]): Promise<Packed> {
  const source = join(repository, "packages", name);
  const staged = join(scratch, name);
  mkdirSync(staged);
  for (const part of [
    "package.json",
    "README.md",
    "LICENSE",
    "NOTICE",
    "knowhow.schema.json",
    "workflow.schema.json",
    "bin",
    "model",
    "src",
  ]) {
    if (existsSync(join(source, part))) cpSync(join(source, part), join(staged, part), { recursive: true });
  }
  await builders[name](join(staged, "dist"));
  return packPackage(staged, scratch, { run: runCommand });
}

function packedAs(name: string): Packed {
  const found = packed.get(name);
  if (!found) throw new Error(`${name} was not packed`);
  return found;
}

function npm(args: readonly string[], cwd: string): string {
  const options = { cwd, encoding: "utf8", stdio: "pipe", shell: process.platform === "win32" } as const;
  return execFileSync("npm", ["--loglevel=error", ...args], options);
}
