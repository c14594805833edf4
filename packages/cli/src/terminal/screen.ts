import { styleText } from "node:util";
import type { Io, Output } from "../io/io.ts";
import { enginePath } from "../io/paths.ts";
import { sanitise } from "./sanitise.ts";

/** A style by its meaning; `LOOKS` maps it to a colour. */
export type Style = "strong" | "name" | "good" | "notice" | "bad" | "faint";

/** How to format text for users: width, colours, paths. */
export interface Screen {
  /** Infinity if the output is not a terminal. */
  readonly columns: number;
  /** True if only the result is wanted, without summary and hints. */
  readonly quiet: boolean;
  paint(style: Style, text: string): string;
  /** A sanitised path, relative to the working directory, or to the home directory with `~`. */
  place(path: string): string;
  /** A sanitised sentence, with its paths written as by `place`. */
  prose(text: string): string;
}

const LOOKS = {
  strong: "bold",
  name: "cyan",
  good: "green",
  notice: "yellow",
  bad: "red",
  faint: "dim",
} as const satisfies Record<Style, Parameters<typeof styleText>[0]>;

/** Tables are unreadable below this width. */
const MIN_COLUMNS = 40;

/** For a terminal that does not report its width, as in many containers. */
const USUAL_COLUMNS = 80;

/** What the text before a path cannot end with. */
const PATH_END = /[^\s"'`(,:=]$/;

/** The screen of stdout or stderr. */
export function openScreen(io: Io, output: Output, options: { noColor: boolean; quiet: boolean }): Screen {
  const colored = !options.noColor && wantsColor(io.env, output.isTTY);
  const [cwd, home] = [enginePath(io.cwd ?? ""), enginePath(io.home)];
  return {
    columns: Math.max(MIN_COLUMNS, columnsOf(io, output)),
    quiet: options.quiet,
    paint: colored
      ? (style, text) => styleText(LOOKS[style], text, { validateStream: false })
      : (_, text) => text,
    place: (path) => sanitise(shortPath(path, cwd, home)),
    prose: (text) => sanitise(shortenAll(shortenAll(text, cwd, ""), home, "~/")),
  };
}

/** NO_COLOR (no-color.org) takes precedence over FORCE_COLOR; otherwise terminals get colours, except dumb ones. */
export function wantsColor(env: Io["env"], isTTY: boolean): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = env;
  if (NO_COLOR !== undefined && NO_COLOR !== "") return false;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== "0" && FORCE_COLOR !== "false";
  return isTTY && TERM !== "dumb";
}

function shortPath(path: string, cwd: string, home: string): string {
  if (cwd !== "" && path.startsWith(`${cwd}/`)) return path.slice(cwd.length + 1);
  return path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}

/** Replaces a directory wherever a path in a text starts with it. */
function shortenAll(text: string, directory: string, by: string): string {
  if (directory === "") return text;
  const [first = "", ...others] = text.split(`${directory}/`);
  return others.reduce((written, part) => {
    const isStart = !PATH_END.test(written);
    return `${written}${isStart ? by : `${directory}/`}${part}`;
  }, first);
}

function columnsOf(io: Io, output: Output): number {
  const asked = Number(io.env.COLUMNS);
  if (output.columns !== undefined && output.columns > 0) return output.columns;
  if (Number.isInteger(asked) && asked > 0) return asked;
  return output.columns === undefined ? Number.POSITIVE_INFINITY : USUAL_COLUMNS;
}
