import { parseArgs } from "node:util";
import { CliError } from "../io/cli-error.ts";
import type { ActionSpec, CommandSpec, OptionSpec } from "./command.ts";
import { GLOBAL_OPTIONS } from "./global-options.ts";
import { parserOptions } from "./parse-arguments.ts";

/** A row of the command table with the words that name it, such as `mcp install`. */
export interface NamedCommand<Spec extends CommandSpec = CommandSpec> {
  readonly path: string;
  readonly spec: Spec;
}

/** A command, and the words of its command line that do not name it. */
export type CommandLine = NamedCommand & { readonly rest: readonly string[] };

/**
 * Finds the command that a command line names; undefined if it names none. Options may come before, between and after
 * the words. Throws a `CliError` with the nearest name if the command is unknown.
 */
export function findCommand(
  argv: readonly string[],
  commands: readonly CommandSpec[],
): CommandLine | undefined {
  let found: CommandLine | undefined;
  let level: readonly CommandSpec[] | undefined = commands;
  let rest = argv;
  while (level !== undefined) {
    const word = firstWord(rest, found === undefined ? [] : level.flatMap(optionsOf));
    if (word === undefined) return found;
    if (isArgument(found, word.value)) return found;
    rest = rest.toSpliced(word.index, 1);
    found = { ...subcommand(found?.path, word.value, level), rest };
    level = found.spec.commands;
  }
  return found;
}

/** Finds a command by its words, as in `knowhow help mcp install`. Throws like `findCommand`. */
export function commandNamed(words: readonly string[], commands: readonly CommandSpec[]): NamedCommand {
  const [first = "", ...more] = words;
  let found = subcommand(undefined, first, commands);
  for (const word of more) found = subcommand(found.path, word, found.spec.commands ?? []);
  return found;
}

/** Every command below a level of the table with its path, groups before their subcommands. */
export function allCommands(commands: readonly CommandSpec[], parent?: string): readonly NamedCommand[] {
  return commands.flatMap((spec) => {
    const path = joined(parent, spec.name);
    return [{ path, spec }, ...allCommands(spec.commands ?? [], path)];
  });
}

/** The action that a command runs when its words are complete; undefined for a group without a fallback. */
export function actionOf({ path, spec }: NamedCommand): NamedCommand<ActionSpec> | undefined {
  if (spec.commands === undefined) return { path, spec };
  const { fallback } = spec;
  return fallback === undefined ? undefined : { path: joined(path, fallback.name), spec: fallback };
}

/** True for a word that is not a subcommand of a group whose own action takes arguments, as in `knowhow trust pdf`. */
function isArgument(found: CommandLine | undefined, word: string): boolean {
  if (found?.spec.commands === undefined || found.spec.commands.some(({ name }) => name === word))
    return false;
  return (found.spec.fallback?.positionals.length ?? 0) > 0;
}

function subcommand(
  parent: string | undefined,
  name: string,
  commands: readonly CommandSpec[],
): NamedCommand {
  const spec = commands.find((command) => command.name === name);
  if (spec !== undefined) return { path: joined(parent, name), spec };
  const known = commands.flatMap((command) => (command.hidden === true ? [] : [command.name]));
  const line = joined("knowhow", parent);
  throw new CliError("cli.unknown-command", `unknown command "${joined(parent, name)}"`, {
    hint: known.length === 0 ? `\`${line}\` has no subcommands` : `\`${line} --help\` lists the commands`,
    typed: { word: name, known },
  });
}

/** The first word that is neither an option nor the value of one. */
function firstWord(argv: readonly string[], options: readonly OptionSpec[]) {
  const known = parserOptions([...options, ...GLOBAL_OPTIONS]);
  const { tokens } = parseArgs({ args: [...argv], options: known, strict: false, tokens: true });
  return tokens.find((token) => token.kind === "positional");
}

function optionsOf(spec: CommandSpec): readonly OptionSpec[] {
  return spec.commands === undefined ? spec.options : spec.commands.flatMap(optionsOf);
}

function joined(parent: string | undefined, name: string | undefined): string {
  return [parent, name].filter((word) => word !== undefined).join(" ");
}
