import { type ParseArgsConfig, parseArgs } from "node:util";
import { type Arguments, readArguments } from "./arguments.ts";
import { CliError } from "./cli-error.ts";
import type { CommandSpec, OptionSpec, PositionalSpec } from "./command.ts";
import { GLOBAL_OPTIONS } from "./global-options.ts";

/** Where the command's name stands in a command line, or undefined when there is none. */
export function findCommandName(argv: readonly string[]): { name: string; index: number } | undefined {
  const options = parserOptions(GLOBAL_OPTIONS);
  const { tokens } = parseArgs({ args: [...argv], options, strict: false, tokens: true });
  const token = tokens.find((item) => item.kind === "positional");
  return token?.kind === "positional" ? { name: token.value, index: token.index } : undefined;
}

/** True when a switch that every command has is somewhere in a command line, also as one of several letters (`-aq`). */
export function hasGlobalSwitch(argv: readonly string[], name: string): boolean {
  const options = parserOptions(GLOBAL_OPTIONS);
  const { tokens } = parseArgs({ args: [...argv], options, strict: false, tokens: true });
  return tokens.some((item) => item.kind === "option" && item.name === name);
}

/** Parses everything but the command's name, strictly; throws a `CliError` that says what to type instead. */
export function parseArguments(spec: CommandSpec, argv: readonly string[]): Arguments {
  const options = [...spec.options, ...GLOBAL_OPTIONS];
  const { values, positionals } = parseStrictly(spec.name, options, argv);
  const args = readArguments(positionals, values);
  if (args.has("help")) return args;
  for (const option of options) checkValues(option, args.list(option.name));
  checkPositionals(spec, positionals);
  return args;
}

/** Checks a command line that has no command. */
export function checkGlobalOptions(argv: readonly string[]): void {
  parseStrictly("knowhow", GLOBAL_OPTIONS, argv);
}

function parserOptions(options: readonly OptionSpec[]): NonNullable<ParseArgsConfig["options"]> {
  return Object.fromEntries(
    options.map(({ name, short, value, many = false }) => {
      const type = value === undefined ? ("boolean" as const) : ("string" as const);
      return [name, { type, multiple: many, ...(short === undefined ? {} : { short }) }];
    }),
  );
}

function parseStrictly(name: string, options: readonly OptionSpec[], argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: parserOptions(options),
      strict: true,
      allowPositionals: true,
    });
  } catch (error) {
    if (!(error instanceof TypeError) || !("code" in error)) throw error;
    const [message = ""] = error.message.split("\n");
    if (error.code !== "ERR_PARSE_ARGS_UNKNOWN_OPTION") {
      const option = /'(?:-\w, )?(--[\w-]+)/.exec(message)?.[1];
      const isAmbiguous = option !== undefined && message.includes("ambiguous");
      const hint = isAmbiguous ? `a value that begins with - is written ${option}=VALUE` : seeHelp(name);
      throw new CliError("cli.bad-value", lowerFirst(message), hint);
    }
    const typed = /'(-[^']*)'/.exec(message)?.[1] ?? "";
    const known = options.map((option) => `--${option.name}`);
    throw new CliError("cli.unknown-option", `${name} has no option ${typed}`, {
      hint: seeHelp(name),
      typed: { word: typed, known },
    });
  }
}

function checkValues({ name, choices, least }: OptionSpec, values: readonly string[]): void {
  for (const value of values) {
    if (choices !== undefined && !choices.includes(value)) throw notAChoice(`--${name}`, value, choices);
    if (least !== undefined && !(/^\d+$/.test(value) && Number(value) >= least)) {
      throw new CliError(
        "cli.bad-value",
        `--${name} takes a whole number of at least ${least}, not "${value}"`,
      );
    }
    if (value === "") throw new CliError("cli.bad-value", `--${name} has an empty value`);
  }
}

function checkPositionals(spec: CommandSpec, given: readonly string[]): void {
  const { name, positionals } = spec;
  const extra = given[positionals.length];
  if (extra !== undefined && positionals.at(-1)?.many !== true) {
    throw new CliError("cli.extra-argument", `${name} does not take the argument "${extra}"`, seeHelp(name));
  }
  for (const [index, positional] of positionals.entries()) {
    if (given[index] === undefined && positional.optional !== true) {
      throw new CliError("cli.missing-argument", `${name} needs ${argumentWord(positional)}`, seeHelp(name));
    }
  }
  for (const [index, value] of given.entries()) {
    const choices = positionals[index]?.choices;
    if (value === "" && spec.hidden !== true)
      throw new CliError("cli.bad-value", `${name} got an empty argument`, seeHelp(name));
    if (choices !== undefined && !choices.includes(value)) throw notAChoice(name, value, choices);
  }
}

function argumentWord({ name, choices, many }: PositionalSpec): string {
  if (choices !== undefined) return `one of ${choices.join(", ")}`;
  return many === true ? name : `a ${name}`;
}

function notAChoice(what: string, value: string, choices: readonly string[]): CliError {
  const hint = `choose one of ${choices.join(", ")}`;
  return new CliError("cli.bad-value", `${what} does not know "${value}"`, {
    hint,
    typed: { word: value, known: choices },
  });
}

function seeHelp(name: string): string {
  const line = name === "knowhow" ? name : `knowhow ${name}`;
  return `\`${line} --help\` shows how it is used`;
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
