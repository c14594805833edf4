import { styleText } from "node:util";
import type { Io, Output } from "../io/io.ts";
import { sanitise } from "./sanitise.ts";

/** What colours mean; how they look is decided in one place. */
export type Style = "strong" | "name" | "good" | "notice" | "bad" | "faint";

/** Where text for people goes: how wide it is, and whether it has colours. */
export interface Screen {
  /** Infinity when nobody looks at it through a terminal. */
  readonly columns: number;
  /** True when only the result itself is wanted. */
  readonly quiet: boolean;
  paint(style: Style, text: string): string;
  /** A path as a person would write it, safe to print: from the working directory, or from the home directory with `~`. */
  place(path: string): string;
}

const LOOKS = {
  strong: "bold",
  name: "cyan",
  good: "green",
  notice: "yellow",
  bad: "red",
  faint: "dim",
} as const satisfies Record<Style, Parameters<typeof styleText>[0]>;

/** Narrower than this a table is no table any more. */
const MIN_COLUMNS = 40;

/** For a terminal that does not know its width, as many inside containers. */
const USUAL_COLUMNS = 80;

/** The screen behind one of the streams. */
export function openScreen(io: Io, output: Output, options: { noColor: boolean; quiet: boolean }): Screen {
  const colored = !options.noColor && wantsColor(io.env, output.isTTY);
  return {
    columns: Math.max(MIN_COLUMNS, columnsOf(io, output)),
    quiet: options.quiet,
    paint: colored
      ? (style, text) => styleText(LOOKS[style], text, { validateStream: false })
      : (_, text) => text,
    place: (path) => sanitise(shortPath(path, enginePath(io.cwd ?? ""), enginePath(io.home))),
  };
}

/** no-color.org first, then FORCE_COLOR, then whether a terminal is there that can show colours. */
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

/** The engine writes paths with "/", also on Windows. */
function enginePath(path: string): string {
  return process.platform === "win32" ? path.replaceAll("\\", "/") : path;
}

function columnsOf(io: Io, output: Output): number {
  const asked = Number(io.env.COLUMNS);
  if (output.columns !== undefined && output.columns > 0) return output.columns;
  if (Number.isInteger(asked) && asked > 0) return asked;
  return output.columns === undefined ? Number.POSITIVE_INFINITY : USUAL_COLUMNS;
}
