import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { type JsonValue, runArguments } from "@knowhow/runtime/toolkit";
import type { Workflow } from "@knowhow/runtime/workflows";
import { CliError } from "../io/cli-error.ts";
import type { Io } from "../io/io.ts";
import { workingDirectory } from "../runtime/settings.ts";
import type { Arguments } from "../table/arguments.ts";

/** The inputs of a run by name. */
export type Inputs = Readonly<Record<string, JsonValue>>;

const MAX_BYTES = 4_000_000;

/** The inputs of the command line: `--inputs` first, then words, then `--input`, which count more. */
export async function readInputs(
  { args, io }: { readonly args: Arguments; readonly io: Io },
  words: readonly string[],
  workflow: Workflow | undefined,
): Promise<Inputs> {
  const file = args.text("inputs");
  return {
    ...(file === undefined ? {} : await readFileInputs(file, args, io)),
    ...(workflow === undefined ? {} : readWords(words, workflow)),
    ...namedInputs(args),
  };
}

/** The values of `--input NAME=VALUE`. */
export function namedInputs(args: Arguments): Readonly<Record<string, string>> {
  return Object.fromEntries(pairsOf(args, "input", "NAME=VALUE"));
}

/** The values of an option that are a name and a value. */
export function pairsOf(args: Arguments, option: string, expected: string): readonly [string, string][] {
  return args.list(option).map((pair): [string, string] => {
    const at = pair.indexOf("=");
    if (at > 0) return [pair.slice(0, at), pair.slice(at + 1)];
    throw new CliError("cli.bad-value", `invalid value "${pair}" for --${option}`, `expected ${expected}`);
  });
}

/** Words in the order of the inputs, and `name=value`. Missing inputs are not an error yet. */
function readWords(words: readonly string[], workflow: Workflow): Inputs {
  if (words.length === 0) return {};
  const { required: _, ...inputs } = workflow.inputs;
  const read = runArguments({ ...workflow, inputs }, { line: words.map(quoted).join(" ") });
  if (read.ok) return Object.fromEntries(Object.entries(read.inputs).filter(([, value]) => value !== null));
  const [first] = read.problems;
  const name = first?.path.join(".") ?? "";
  throw new CliError(
    "cli.bad-value",
    `invalid arguments: ${name === "" || first?.message.endsWith(name) ? "" : `${name} `}${first?.message ?? ""}`,
    { hint: first?.hint },
  );
}

/** A word of the command line is one word, whatever it contains. */
function quoted(word: string): string {
  const named = /^(?:--)?[\p{L}_][\p{L}\p{N}_-]*=/u.exec(word)?.[0] ?? "";
  if (named === "" && word.startsWith("--")) return word;
  return `${named}"${word.slice(named.length).replaceAll(/["\\]/g, "\\$&")}"`;
}

async function readFileInputs(file: string, args: Arguments, io: Io): Promise<Inputs> {
  const text =
    file === "-" ? await readStdin(io) : readFileSync(resolve(workingDirectory(args, io), file), "utf8");
  const where = file === "-" ? "stdin" : file;
  const wrong = new CliError(
    "cli.bad-value",
    `${where} is not a JSON object`,
    'expected { "name": value, … }',
  );
  if (text.length > MAX_BYTES) throw new CliError("cli.bad-value", `${where} is too large`);
  try {
    const value: unknown = JSON.parse(text);
    if (isInputs(value)) return value;
  } catch {
    throw wrong;
  }
  throw wrong;
}

function isInputs(value: unknown): value is Inputs {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

async function readStdin(io: Io): Promise<string> {
  if (io.readInput === undefined) throw new CliError("cli.bad-value", "--inputs -: there is no stdin");
  return io.readInput(MAX_BYTES + 1);
}
