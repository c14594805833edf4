import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { repository } from "./support/sources.ts";

const read = (path: string) => readFileSync(join(repository, path), "utf8");
const guide = read("CONTRIBUTING.md");

describe("the guide for contributors", () => {
  it("names only files and folders that exist", () => {
    const named = [
      ...guide.matchAll(/(?<![\w/.-])(?:packages|docs|test|scripts|\.github|\.ci|\.devcontainer)\/[\w./-]*/g),
    ]
      .map(([path]) => path.replace(/[.]+$/, ""))
      .concat([...guide.matchAll(/see ([\w-]+\/README\.md)/g)].map(([, path = ""]) => path));
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((path) => !existsSync(join(repository, path)))).toEqual([]);
  });

  it("names only npm scripts that exist", () => {
    const named = [...guide.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name = ""]) => name);
    expect(named).toContain("release");
    expect(Object.keys(JSON.parse(read("package.json")).scripts)).toEqual(expect.arrayContaining(named));
  });

  it("asks for the Node version that package.json asks for", () => {
    expect(guide).toContain("You need Node 20.19 or newer.");
    expect(JSON.parse(read("package.json")).engines.node).toBe(">=20.19");
  });

  it("names the Debian packages that .ci/run installs", () => {
    const needed = /^need_apt (.+)$/m.exec(read(".ci/run"))?.[1] ?? "";
    expect(guide).toContain(`sudo apt-get install ${needed}`);
  });
});
