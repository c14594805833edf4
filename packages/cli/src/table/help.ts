import { EXIT } from "../io/exit-codes.ts";
import type { Screen } from "../terminal/screen.ts";
import { padToWidth, widthOf } from "../terminal/width.ts";
import { wrap } from "../terminal/wrap.ts";
import type { Answer, CommandSpec, Example, OptionSpec, PositionalSpec } from "./command.ts";
import type { NamedCommand } from "./find-command.ts";
import { GLOBAL_OPTIONS, VERSION_OPTION } from "./global-options.ts";

type Row = readonly [term: string, meaning: string];

/** The answer to `knowhow --help`. */
export function generalHelpFor(commands: readonly CommandSpec[]): Answer {
  const visible = visibleCommands(commands);
  const data = { commands: visible.map(nameAndSummary) };
  return { exit: EXIT.done, data, text: (screen) => generalHelp(visible, screen) };
}

/** The answer to `knowhow <command> --help`, also for a group or a subcommand. */
export function helpFor(command: NamedCommand): Answer {
  const { path, spec } = command;
  const { summary, examples } = spec;
  const head = { name: path, summary, usage: usageLine(command) };
  const data =
    spec.commands === undefined
      ? { ...head, positionals: spec.positionals, options: spec.options, examples }
      : { ...head, commands: visibleCommands(spec.commands).map(nameAndSummary), examples };
  return { exit: EXIT.done, data, text: (screen) => commandHelp(command, screen) };
}

/** `knowhow show <name> [options]`, or `knowhow mcp <command> [options]` for a group. */
export function usageLine({ path, spec }: NamedCommand): string {
  const words =
    spec.commands === undefined
      ? spec.positionals.map(positionalWord)
      : [
          spec.fallback === undefined ? "<command>" : "[command]",
          ...(spec.fallback?.positionals.map(positionalWord) ?? []),
        ];
  return ["knowhow", path, ...words, "[options]"].join(" ");
}

/** `-n, --limit N`. */
export function optionTerm({ name, short, value, bare }: OptionSpec): string {
  const given = value === undefined ? "" : bare === undefined ? ` ${value}` : `[=${value}]`;
  const long = `--${name}${given}`;
  return short === undefined ? `    ${long}` : `-${short}, ${long}`;
}

/** The commands that are shown to users. */
export function visibleCommands(commands: readonly CommandSpec[]): readonly CommandSpec[] {
  return commands.filter((spec) => spec.hidden !== true);
}

function generalHelp(commands: readonly CommandSpec[], screen: Screen): string {
  return [
    `${screen.paint("strong", "knowhow")} finds, explains and checks Agent Skills.`,
    section("Usage", ["knowhow <command> [arguments] [options]"], screen),
    ...commandSections(commands, screen),
    rows("Global options", [...GLOBAL_OPTIONS, VERSION_OPTION].map(optionRow), screen),
    exampleLines(FIRST_STEPS, screen),
    moreHelp("knowhow", screen),
  ].join("\n\n");
}

const FIRST_STEPS: readonly Example[] = [
  { line: "knowhow list", summary: "which skills can an agent in this directory use?" },
  { line: 'knowhow match "merge these PDF files"', summary: "which of them match a message, and why?" },
  { line: "knowhow new release-notes", summary: "create a skill" },
  { line: "knowhow mcp install cursor", summary: "let an MCP client use the skills" },
];

/** The commands under their headings, aligned with each other. */
function commandSections(commands: readonly CommandSpec[], screen: Screen): readonly string[] {
  const width = commands.reduce((most, { name }) => Math.max(most, widthOf(name)), 0);
  return [...new Set(commands.map(({ section: title = "Commands" }) => title))].map((title) =>
    rows(
      title,
      commands.filter(({ section: own = "Commands" }) => own === title).map(commandRow),
      screen,
      width,
    ),
  );
}

function commandHelp(command: NamedCommand, screen: Screen): string {
  const { path, spec } = command;
  const { summary, detail, examples } = spec;
  const parts = [
    `${summary}.`,
    detail === undefined ? "" : wrap(detail, screen.columns),
    section("Usage", [usageLine(command)], screen),
    ...(spec.commands === undefined
      ? [
          rows(
            "Arguments",
            spec.positionals.map(({ name, summary }): Row => [`<${name}>`, summary]),
            screen,
          ),
          rows("Options", spec.options.map(optionRow), screen),
        ]
      : [rows("Commands", visibleCommands(spec.commands).map(commandRow), screen)]),
    rows("Global options", GLOBAL_OPTIONS.map(optionRow), screen),
    exampleLines(examples, screen),
    spec.commands === undefined ? "" : moreHelp(`knowhow ${path}`, screen),
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

function exampleLines(examples: readonly Example[], screen: Screen): string {
  const lines = examples.flatMap(({ line, summary }) => [screen.paint("faint", `# ${summary}`), line]);
  return section("Examples", lines, screen);
}

function moreHelp(line: string, screen: Screen): string {
  return screen.paint("faint", `Run \`${line} <command> --help\` for the options and examples of a command.`);
}

function positionalWord({ name, optional, many }: PositionalSpec): string {
  const word = many === true ? `${name}…` : name;
  return optional === true ? `[${word}]` : `<${word}>`;
}

function nameAndSummary({ name, summary }: CommandSpec) {
  return { name, summary };
}

function commandRow({ name, summary }: CommandSpec): Row {
  return [name, summary];
}

function optionRow(option: OptionSpec): Row {
  return [optionTerm(option), option.summary];
}

function section(title: string, lines: readonly string[], screen: Screen): string {
  if (lines.length === 0) return "";
  return [screen.paint("strong", title), ...lines.map((line) => `  ${line}`)].join("\n");
}

function rows(title: string, items: readonly Row[], screen: Screen, atLeast = 0): string {
  const width = items.reduce((most, [term]) => Math.max(most, widthOf(term)), atLeast);
  const indent = " ".repeat(width + 4);
  const lines = items.map(([term, meaning]) => {
    const painted = screen.paint("name", padToWidth(term, width));
    return `${painted}  ${wrap(meaning, screen.columns, indent)}`;
  });
  return section(title, lines, screen);
}
