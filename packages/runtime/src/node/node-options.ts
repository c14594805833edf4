import { statSync } from "node:fs";
import type { Fields, Kind } from "../basics/kind.ts";
import * as kinds from "../basics/kinds.ts";
import { checkRuntimeOptions } from "../config/check-runtime-options.ts";
import {
  auditKind,
  decisionsKind,
  proposalsKind,
  runsKind,
  scannerKind,
  scriptsKind,
  tracerKind,
} from "../config/port-kinds.ts";
import { KnowhowError } from "../errors.ts";
import type { RuntimeOptions } from "../options.ts";
import type { NodeRuntimeOptions } from "./create-runtime.ts";
import { toEnginePath } from "./files/node-files.ts";

type OwnOptions = Omit<NodeRuntimeOptions, keyof RuntimeOptions>;

const OWN = {
  cwd: kinds.filledText,
  home: kinds.filledText,
  env: kinds.mapping,
  cache: orFalse("a folder, or false", kinds.filledText),
  decisions: orFalse("a decision store, or false", decisionsKind),
  scanner: orFalse("a scanner with `id` and `scan`, a function that opens one, or false", scannerKind),
  proposals: orFalse("a store of proposals, or false", proposalsKind),
  runs: orFalse("a store of runs, or false", runsKind),
  scripts: orFalse("a runner of scripts, or false", scriptsKind),
  audit: kinds.either("an audit log with `append`, or true or false", kinds.flag, auditKind),
  tokenizer: kinds.callable,
  tracer: tracerKind,
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

function orFalse(expected: string, kind: Kind): Kind {
  return kinds.either(expected, kinds.oneOf([false]), kind);
}
