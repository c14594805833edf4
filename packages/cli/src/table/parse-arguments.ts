import { type ParseArgsConfig, parseArgs } from "node:util";
import { CliError } from "../io/cli-error.ts";
import { type Arguments, readArguments } from "./arguments.ts";
import type { ActionSpec, OptionSpec, PositionalSpec } from "./command.ts";
import { GLOBAL_OPTIONS } from "./global-options.ts";

/** Parses the words after a command strictly; throws a `CliError` that says what to type instead. */
export function parseArguments(
  { path, spec }: { readonly path: string; readonly spec: ActionSpec },
  argv: readonly string[],
): Arguments {
  const options = [...spec.options, ...GLOBAL_OPTIONS];
  const { values, positionals } = parseStrictly(`knowhow ${path}`, options, argv);
  const args = readArguments(positionals, values);
  if (args.has("help")) return args;
  for (const option of options) checkValues(option, args.list(option.name));
  checkPositionals(`knowhow ${path}`, spec, positionals);
  return args;
}

/** Checks a command line that only has global options, such as `knowhow --help`, and `more` options. */
export function checkGlobalOptions(
  line: string,
  argv: readonly string[],
  more: readonly OptionSpec[] = [],
): void {
  parseStrictly(line, [...GLOBAL_OPTIONS, ...more], argv);
}

/** True if a global switch is anywhere in a command line, also as one of several letters (`-aq`). */
export function hasGlobalSwitch(argv: readonly string[], name: string): boolean {
  const options = parserOptions(GLOBAL_OPTIONS);
  const { tokens } = parseArgs({ args: [...argv], options, strict: false, tokens: true });
  return tokens.some((item) => item.kind === "option" && item.name === name);
}

/** Options in the format of Node's `parseArgs`. */
export function parserOptions(options: readonly OptionSpec[]): NonNullable<ParseArgsConfig["options"]> {
  return Object.fromEntries(
    options.map(({ name, short, value, many = false }) => {
      const type = value === undefined ? ("boolean" as const) : ("string" as const);
      return [name, { type, multiple: many, ...(short === undefined ? {} : { short }) }];
    }),
  );
}

function parseStrictly(line: string, options: readonly OptionSpec[], argv: readonly string[]) {
  try {
    return parseArgs({
      args: withBareValues(argv, options),
      options: parserOptions(options),
      strict: true,
      allowPositionals: true,
    });
  } catch (error) {
    if (!(error instanceof TypeError) || !("code" in error)) throw error;
    if (error.code === "ERR_PARSE_ARGS_UNKNOWN_OPTION") throw unknownOption(error.message, options, line);
    throw wrongValue(error.message, line);
  }
}

/** Gives options whose value is optional their own one, because Node's parser would take the next word. */
function withBareValues(argv: readonly string[], options: readonly OptionSpec[]): string[] {
  const bare = new Map(
    options.flatMap((option) => (option.bare === undefined ? [] : [[`--${option.name}`, option.bare]])),
  );
  const end = argv.indexOf("--");
  return argv.map((word, at) => {
    const value = end >= 0 && at > end ? undefined : bare.get(word);
    return value === undefined ? word : `${word}=${value}`;
  });
}

function unknownOption(message: string, options: readonly OptionSpec[], line: string): CliError {
  const typed = /'(-[^']*)'/.exec(message)?.[1] ?? "";
  const known = options.map((option) => `--${option.name}`);
  return new CliError("cli.unknown-option", `unknown option ${typed}`, {
    hint: seeHelp(line),
    typed: { word: typed, known },
  });
}

/** Converts Node's three errors: a value is missing, a value starts with a dash, a switch was given a value. */
function wrongValue(message: string, line: string): CliError {
  const option = /'(?:-\w, )?(--[\w-]+)/.exec(message)?.[1];
  if (option === undefined) return new CliError("cli.bad-value", message, seeHelp(line));
  if (message.includes("does not take"))
    return new CliError("cli.bad-value", `${option} does not take a value`, seeHelp(line));
  const hint = message.includes("ambiguous")
    ? `write ${option}=VALUE for a value that begins with "-"`
    : seeHelp(line);
  return new CliError("cli.bad-value", `${option} needs a value`, hint);
}

function checkValues({ name, choices, least }: OptionSpec, values: readonly string[]): void {
  for (const value of values) {
    if (choices !== undefined && !choices.includes(value)) throw notAChoice(`--${name}`, value, choices);
    if (least !== undefined && !(/^\d+$/.test(value) && Number(value) >= least)) {
      const hint = `expected a whole number, ${least} or more`;
      throw new CliError("cli.bad-value", `invalid value "${value}" for --${name}`, hint);
    }
    if (value === "") throw new CliError("cli.bad-value", `the value of --${name} is empty`);
  }
}

function checkPositionals(line: string, spec: ActionSpec, given: readonly string[]): void {
  const { positionals } = spec;
  const extra = given[positionals.length];
  if (extra !== undefined && positionals.at(-1)?.many !== true) {
    throw new CliError("cli.extra-argument", `unexpected argument "${extra}"`, seeHelp(line));
  }
  for (const [index, positional] of positionals.entries()) {
    if (given[index] === undefined && positional.optional !== true) throw missing(positional, line);
  }
  for (const [index, value] of given.entries()) {
    const positional = positionals[index] ?? positionals.at(-1);
    if (positional === undefined) continue;
    const { name, choices, mayBeEmpty } = positional;
    if (value === "" && mayBeEmpty !== true)
      throw new CliError("cli.bad-value", `the argument <${name}> is empty`, seeHelp(line));
    if (choices !== undefined && !choices.includes(value)) throw notAChoice(`<${name}>`, value, choices);
  }
}

function missing({ name, choices }: PositionalSpec, line: string): CliError {
  const hint = choices === undefined ? seeHelp(line) : `expected one of ${choices.join(", ")}`;
  return new CliError("cli.missing-argument", `missing argument <${name}>`, hint);
}

function notAChoice(what: string, value: string, choices: readonly string[]): CliError {
  return new CliError("cli.bad-value", `invalid value "${value}" for ${what}`, {
    hint: `expected one of ${choices.join(", ")}`,
    typed: { word: value, known: choices },
  });
}

function seeHelp(line: string): string {
  return `see \`${line} --help\``;
}
