import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { locateInterpreter } from "./locate-interpreter.ts";

let home = "";
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "knowhow-locate-")));
  mkdirSync(join(home, "bin"));
  writeFileSync(join(home, "private.txt"), "private");
  vi.stubEnv("PATH", join(home, "bin"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true, force: true });
});

function program(path: string, content = "\x7fELF"): void {
  writeFileSync(path, content);
  chmodSync(path, 0o755);
}

test("X10 a program in the bin directory of a home is mounted without the home", async () => {
  program(join(home, "bin", "own-interpreter"));
  expect(await locateInterpreter("own-interpreter")).toEqual({
    program: "/runtime/bin/own-interpreter",
    mounts: [
      { from: join(home, "bin", "own-interpreter"), to: "/runtime/bin/own-interpreter", access: "read" },
    ],
  });
});

test("X10 a program of an installation is mounted with its libraries", async () => {
  program(join(home, "bin", "own-interpreter"));
  mkdirSync(join(home, "lib"));
  const located = await locateInterpreter("own-interpreter");
  expect(located?.mounts.map(({ from, to }) => [from, to])).toEqual([
    [join(home, "bin", "own-interpreter"), "/runtime/bin/own-interpreter"],
    [join(home, "lib"), "/runtime/lib"],
  ]);
});

test("X10 a script that only starts another program is not an interpreter", async () => {
  program(join(home, "bin", "own-interpreter"), "#!/bin/sh\n");
  expect(await locateInterpreter("own-interpreter")).toBeUndefined();
});
