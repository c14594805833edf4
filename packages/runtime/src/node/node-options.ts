import { statSync } from "node:fs";
import { callable, either, type Fields, filledText, mapping, objectWith, oneOf } from "../basics/kinds.ts";
import { checkRuntimeOptions } from "../config/check-runtime-options.ts";
import { KnowhowError } from "../errors.ts";
import type { RuntimeOptions } from "../options.ts";
import type { NodeRuntimeOptions } from "./create-runtime.ts";
import { toEnginePath } from "./files/node-files.ts";

type OwnOptions = Omit<NodeRuntimeOptions, keyof RuntimeOptions>;

const OWN = {
  cwd: filledText,
  home: filledText,
  env: mapping,
  cache: either("a folder, or false", oneOf([false]), filledText),
  decisions: either(
    "a decision store, or false",
    oneOf([false]),
    objectWith({ find: { kind: callable, required: true } }, "a decision store"),
  ),
  audit: objectWith({ append: { kind: callable, required: true } }, "an audit log with `append`"),
  tokenizer: callable,
  tracer: objectWith({ trace: { kind: callable, required: true } }, "a tracer with `trace`"),
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
