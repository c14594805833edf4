import { isRecord } from "../basics/is-record.ts";
import { findJsonError } from "../basics/json/find-json-error.ts";
import { type Problem, showPath, unknownKey, type ValuePath } from "../basics/kind.ts";
import type { ConfigFile } from "../config-file.ts";
import { type Diagnostic, diagnose } from "../diagnostics.ts";
import type { OverrideRows } from "../options.ts";
import type { Override } from "../skill.ts";
import { CONFIG_KEYS, isConfigKey } from "./config-table.ts";
import { jsonKeys } from "./json-keys.ts";
import { unknownProvider } from "./unknown-provider.ts";

/** Parsed settings; overrides keep the order in which they are written. */
export interface Config extends Omit<ConfigFile, "overrides"> {
  readonly overrides?: OverrideRows;
}

/** The settings of a file, and its problems. */
export interface ParsedConfig {
  /** The valid keys. */
  readonly value: Config;
  readonly diagnostics: readonly Diagnostic[];
  /** False if a part of the file is invalid. */
  readonly ok: boolean;
}

/** Parses the text of a `knowhow.json`. An invalid key is omitted and reported with its line; never throws. */
export function parseConfig(text: string, path: string): ParsedConfig {
  const json = parseJson(text, path);
  if ("trouble" in json) return unusable(json.trouble);
  if (!isRecord(json.value))
    return unusable(invalid(path, 1, "the file must contain one object", "write { … }"));
  const lineOf = lineFinder(text);
  const usable: Record<string, unknown> = {};
  const problems: Diagnostic[] = [];
  for (const [key, value] of Object.entries(json.value)) {
    const problem = keyProblem(key, value);
    if (problem === undefined) usable[key] = value;
    else {
      const said = `"${showPath(problem.at)}" ${problem.message}`;
      problems.push(invalid(path, lineOf(problem.at), said, problem.hint));
    }
  }
  const file: ConfigFile = isConfigFile(usable) ? usable : {};
  const { overrides, ...rest } = file;
  const unknown = Object.keys(rest.providers ?? {}).flatMap(
    (key) => unknownProvider(key, { path, line: lineOf(["providers", key]) }) ?? [],
  );
  return {
    value: { ...rest, ...(overrides === undefined ? {} : { overrides: asWritten(overrides, text) }) },
    diagnostics: [...problems, ...unknown],
    ok: problems.length === 0,
  };
}

/** The settings of an object given in code. Overrides apply in the order of its keys. */
export function asConfig({ overrides, ...rest }: ConfigFile): Config {
  return { ...rest, ...(overrides === undefined ? {} : { overrides: Object.entries(overrides) }) };
}

/** The problem of a key or its value; undefined if both are valid. */
export function keyProblem(key: string, value: unknown): Problem | undefined {
  if (!isConfigKey(key)) return unknownKey(key, KINDS, "setting");
  const problem = CONFIG_KEYS[key].kind.check(value);
  return problem === undefined ? undefined : { ...problem, at: [key, ...problem.at] };
}

const KINDS = Object.fromEntries(Object.entries(CONFIG_KEYS).map(([key, { kind }]) => [key, kind]));

/** The diagnostic for an invalid file or key. */
export function invalid(path: string, line: number, message: string, hint?: string): Diagnostic {
  return diagnose("config.invalid", `${path}:${line}: ${message}`, { path, line, hint });
}

function unusable(trouble: Diagnostic): ParsedConfig {
  return { value: {}, diagnostics: [trouble], ok: false };
}

function parseJson(
  text: string,
  path: string,
): { readonly value: unknown } | { readonly trouble: Diagnostic } {
  try {
    return { value: JSON.parse(text) };
  } catch {
    const { line, hint } = findJsonError(text);
    return { trouble: invalid(path, line, "this is not valid JSON", hint) };
  }
}

function isConfigFile(value: object): value is ConfigFile {
  return Object.entries(value).every(([key, setting]) => keyProblem(key, setting) === undefined);
}

/** Finds the line of a key, or of the nearest enclosing one. Of duplicate keys the last counts, as in JSON.parse. */
function lineFinder(text: string): (path: ValuePath) => number {
  const keys = jsonKeys(text);
  const find = (path: ValuePath): number => {
    const found = keys.findLast(
      (key) => key.path.length === path.length && key.path.every((part, at) => part === path[at]),
    );
    return found?.line ?? (path.length === 0 ? 1 : find(path.slice(0, -1)));
  };
  return find;
}

function asWritten(overrides: Readonly<Record<string, Override>>, text: string): OverrideRows {
  const order = jsonKeys(text).map(({ path }) => (path[0] === "overrides" ? path[1] : undefined));
  return Object.entries(overrides).sort(([a], [b]) => order.lastIndexOf(a) - order.lastIndexOf(b));
}
