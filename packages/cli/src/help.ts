import type { Answer, CommandSpec, OptionSpec, PositionalSpec } from "./command.ts";
import { EXIT } from "./exit-codes.ts";
import { GLOBAL_OPTIONS } from "./global-options.ts";
import type { Screen } from "./report/screen.ts";
import { padToWidth, widthOf } from "./report/width.ts";
import { wrap } from "./report/wrap.ts";

type Row = readonly [term: string, meaning: string];

/** The answer to `knowhow --help`. */
export function generalHelpFor(commands: readonly CommandSpec[]): Answer {
  const visible = commands.filter((spec) => spec.hidden !== true);
  const data = { commands: visible.map(({ name, summary }) => ({ name, summary })) };
  return { exit: EXIT.done, data, text: (screen) => generalHelp(visible, screen) };
}

/** The answer to `knowhow <command> --help`. */
export function helpFor(spec: CommandSpec): Answer {
  const { name, summary, positionals, options, examples } = spec;
  const data = { name, summary, usage: usageLine(spec), positionals, options, examples };
  return { exit: EXIT.done, data, text: (screen) => commandHelp(spec, screen) };
}

/** `knowhow show <name> [options]`. */
export function usageLine(spec: CommandSpec): string {
  return ["knowhow", spec.name, ...spec.positionals.map(positionalWord), "[options]"].join(" ");
}

/** `-n, --limit N`. */
export function optionTerm({ name, short, value }: OptionSpec): string {
  const long = value === undefined ? `--${name}` : `--${name} ${value}`;
  return short === undefined ? `    ${long}` : `-${short}, ${long}`;
}

function generalHelp(commands: readonly CommandSpec[], screen: Screen): string {
  return [
    `${screen.paint("strong", "knowhow")} finds, explains and checks Agent Skills.`,
    section("Usage", ["knowhow <command> [arguments] [options]"], screen),
    rows(
      "Commands",
      commands.map(({ name, summary }): Row => [name, summary]),
      screen,
    ),
    rows("Options of every command", [...GLOBAL_OPTIONS.map(optionRow), VERSION_ROW], screen),
    screen.paint("faint", "`knowhow <command> --help` shows the options and examples of a command."),
  ].join("\n\n");
}

const VERSION_ROW: Row = ["-v, --version", "print the version of knowhow"];

function commandHelp(spec: CommandSpec, screen: Screen): string {
  const intro = [spec.summary, spec.detail].filter((text) => text !== undefined).join(". ");
  const parts = [
    wrap(intro.endsWith(".") ? intro : `${intro}.`, screen.columns),
    section("Usage", [usageLine(spec)], screen),
    rows(
      "Arguments",
      spec.positionals.map(({ name, summary }): Row => [`<${name}>`, summary]),
      screen,
    ),
    rows("Options", spec.options.map(optionRow), screen),
    rows("Options of every command", GLOBAL_OPTIONS.map(optionRow), screen),
    section(
      "Examples",
      spec.examples.flatMap(({ line, summary }) => [screen.paint("faint", `# ${summary}`), line]),
      screen,
    ),
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

function positionalWord({ name, optional, many }: PositionalSpec): string {
  const word = many === true ? `${name}…` : name;
  return optional === true ? `[${word}]` : `<${word}>`;
}

function optionRow(option: OptionSpec): Row {
  return [optionTerm(option), option.summary];
}

function section(title: string, lines: readonly string[], screen: Screen): string {
  if (lines.length === 0) return "";
  return [screen.paint("strong", title), ...lines.map((line) => `  ${line}`)].join("\n");
}

function rows(title: string, items: readonly Row[], screen: Screen): string {
  const width = items.reduce((most, [term]) => Math.max(most, widthOf(term)), 0);
  const indent = " ".repeat(width + 4);
  const lines = items.map(([term, meaning]) => {
    const painted = screen.paint("name", padToWidth(term, width));
    return `${painted}  ${wrap(meaning, screen.columns, indent)}`;
  });
  return section(title, lines, screen);
}
