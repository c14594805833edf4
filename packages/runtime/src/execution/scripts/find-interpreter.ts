import type { Interpreter } from "../../script.ts";

/** The program for each extension, for files without a `#!` line. */
const BY_EXTENSION: Readonly<Record<string, string>> = {
  py: "python3",
  js: "node",
  mjs: "node",
  cjs: "node",
  ts: "node",
  mts: "node",
  sh: "bash",
  bash: "bash",
  zsh: "zsh",
  rb: "ruby",
  pl: "perl",
  php: "php",
  r: "Rscript",
  lua: "lua",
  ps1: "pwsh",
};

/** Longer lines are not read by Linux either. */
const MAX_LINE = 256;
const NAME = /^[A-Za-z0-9][A-Za-z0-9._+-]*$/;

/** How a script is started: as its first line says, else by its extension. Undefined if neither tells. */
export function findInterpreter(path: string, bytes: Uint8Array): Interpreter | undefined {
  return fromFirstLine(bytes) ?? fromExtension(path);
}

function fromExtension(path: string): Interpreter | undefined {
  const [, extension = ""] = /\.([a-z0-9]+)$/i.exec(path) ?? [];
  const program = Object.hasOwn(BY_EXTENSION, extension.toLowerCase())
    ? BY_EXTENSION[extension.toLowerCase()]
    : undefined;
  return program === undefined ? undefined : { program, args: [] };
}

function fromFirstLine(bytes: Uint8Array): Interpreter | undefined {
  const [line = ""] = new TextDecoder().decode(bytes.subarray(0, MAX_LINE)).split(/\r?\n/, 1);
  if (!line.startsWith("#!")) return undefined;
  const words = line.slice(2).trim().split(/\s+/);
  const [first = "", ...rest] = words;
  const isEnv = nameOf(first) === "env";
  const [program = "", ...args] = isEnv ? withoutOptions(rest) : [nameOf(first), ...rest];
  const name = nameOf(program);
  if (!NAME.test(name)) return undefined;
  // uv only finds the packages, which are prepared beforehand.
  if (name === "uv") return { program: "python3", args: [] };
  return { program: name === "python" ? "python3" : name, args };
}

/** The command of `env`, without `-S` and variables. */
function withoutOptions(words: readonly string[]): readonly string[] {
  const start = words.findIndex((word) => !word.startsWith("-") && !word.includes("="));
  return start < 0 ? [] : words.slice(start);
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
