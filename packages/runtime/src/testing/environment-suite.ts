import { equal, match, ok } from "node:assert/strict";
import { isAbsolutePath, normalisePath } from "../basics/paths.ts";
import type { Environment } from "../ports.ts";

/** An environment and what is known about it. */
export interface EnvironmentUnderTest {
  readonly environment: Environment;
  /** Name of a program that its search path has. */
  readonly program: string;
}

/** One rule that every `Environment` keeps; `run` throws when it does not. */
export interface EnvironmentCase {
  readonly title: string;
  run(make: () => EnvironmentUnderTest): Promise<void>;
}

/** The contract of the `Environment` port, as cases that any test runner can run. */
export const environmentSuite: readonly EnvironmentCase[] = [
  {
    title: "names one of the known platforms",
    run: async (make) => ok(["linux", "darwin", "win32"].includes(make().environment.platform)),
  },
  {
    title:
      "gives the working directory and the home as absolute paths with forward slashes, in their shortest form",
    run: async (make) => {
      const { cwd, home } = make().environment;
      for (const path of [cwd, home]) {
        ok(isAbsolutePath(path), path);
        equal(path, normalisePath(path));
      }
    },
  },
  {
    title: "finds a program on the search path, and the same again",
    run: async (make) => {
      const { environment, program } = make();
      for (let tries = 0; tries < 2; tries += 1) equal(await environment.hasBinary(program), true);
      equal(await environment.hasBinary("knowhow-no-such-program"), false);
    },
  },
  {
    title: "finds no program under a name that is empty, a path or malformed",
    run: async (make) => {
      const { environment, program } = make();
      const names = ["", ".", "..", `./${program}`, `/${program}`, `../${program}`, `${program}\0`, "\ud800"];
      for (const name of [...names, "x".repeat(5_000), "__proto__"])
        equal(await environment.hasBinary(name), false, JSON.stringify(name.slice(0, 20)));
    },
  },
  {
    title: "has a clock in milliseconds that gives finite numbers",
    run: async (make) => ok(Number.isFinite(make().environment.now())),
  },
  {
    title: "makes another UUID at every call, if it makes any",
    run: async (make) => {
      const { environment } = make();
      const made = Array.from({ length: 20 }, () => environment.uuid?.());
      if (made[0] === undefined) return;
      for (const uuid of made) match(uuid ?? "", /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
      equal(new Set(made).size, made.length);
    },
  },
  {
    title: "has variables that are strings or absent",
    run: async (make) => {
      const { variables } = make().environment;
      for (const value of Object.values(variables)) ok(value === undefined || typeof value === "string");
      equal(variables.KNOWHOW_NO_SUCH_VARIABLE, undefined);
    },
  },
  {
    title: "has a user number that is a whole number, if it has one",
    run: async (make) => {
      const { uid } = make().environment;
      ok(uid === undefined || (Number.isSafeInteger(uid) && uid >= 0));
    },
  },
];
