import { statSync } from "node:fs";
import type { Fields } from "../basics/kind.ts";
import * as kinds from "../basics/kinds.ts";
import { checkRuntimeOptions, scannerKind } from "../config/check-runtime-options.ts";
import { KnowhowError } from "../errors.ts";
import type { RuntimeOptions } from "../options.ts";
import type { NodeRuntimeOptions } from "./create-runtime.ts";
import { toEnginePath } from "./files/node-files.ts";

type OwnOptions = Omit<NodeRuntimeOptions, keyof RuntimeOptions>;

const OWN = {
  cwd: kinds.filledText,
  home: kinds.filledText,
  env: kinds.mapping,
  cache: kinds.either("a folder, or false", kinds.oneOf([false]), kinds.filledText),
  decisions: kinds.either(
    "a decision store, or false",
    kinds.oneOf([false]),
    kinds.objectWith(
      Object.fromEntries(
        ["find", "record", "revoke", "list"].map((name) => [name, { kind: kinds.callable, required: true }]),
      ),
      "a decision store",
    ),
  ),
  scanner: kinds.either(
    "a scanner with `id` and `scan`, a function that opens one, or false",
    kinds.oneOf([false]),
    scannerKind,
  ),
  proposals: kinds.either(
    "a store of proposals, or false",
    kinds.oneOf([false]),
    kinds.objectWith(
      Object.fromEntries(
        ["exclusive", "put", "get", "content", "list", "delete"].map((name) => [
          name,
          { kind: kinds.callable, required: true },
        ]),
      ),
      "a store of proposals",
    ),
  ),
  runs: kinds.either(
    "a store of runs, or false",
    kinds.oneOf([false]),
    kinds.objectWith(
      Object.fromEntries(
        ["start", "run", "signal", "get", "list"].map((name) => [
          name,
          { kind: kinds.callable, required: true },
        ]),
      ),
      "a store of runs",
    ),
  ),
  scripts: kinds.either(
    "a runner of scripts, or false",
    kinds.oneOf([false]),
    kinds.objectWith(
      Object.fromEntries(
        ["status", "hasProgram", "hasPackages", "prepare", "run"].map((name) => [
          name,
          { kind: kinds.callable, required: true },
        ]),
      ),
      "a runner of scripts",
    ),
  ),
  audit: kinds.either(
    "an audit log with `append`, or true or false",
    kinds.flag,
    kinds.objectWith({ append: { kind: kinds.callable, required: true } }, "an audit log with `append`"),
  ),
  tokenizer: kinds.callable,
  tracer: kinds.objectWith({ trace: { kind: kinds.callable, required: true } }, "a tracer with `trace`"),
} satisfies Fields & Readonly<Record<keyof OwnOptions, unknown>>;

/** Checks the options of `createRuntime`. A working directory that does not exist is an error, not an empty library. */
export function checkNodeOptions(options: NodeRuntimeOptions): NodeRuntimeOptions {
  const checked = checkRuntimeOptions("createRuntime", options, OWN);
  const { cwd } = options;
  if (cwd === undefined || statSync(toEnginePath(cwd), { throwIfNoEntry: false })?.isDirectory() === true)
    return checked;
  throw new KnowhowError("runtime.bad-option", `createRuntime: \`cwd\` must be a directory, got ${cwd}`, {
    hint: "create it, or choose another directory",
  });
}
