import { findJsonError } from "../basics/json/find-json-error.ts";
import type { Diagnostic, Outcome } from "../diagnostics.ts";
import { compileGlob } from "../discovery/globs.ts";
import { isKnowhowError, KnowhowError } from "../errors.ts";
import type { OverrideRows } from "../options.ts";
import { findProfile } from "../profiles/find-profile.ts";
import type { Override } from "../skill.ts";
import { nearestWord } from "../words.ts";
import { isRecord } from "./is-record.ts";
import { jsonKeys } from "./json-keys.ts";
import { EMBEDDER_FORMS, isMatchingConfig, type MatchingConfig } from "./matching-config.ts";
import { isMcpConfig, type McpConfig } from "./server-config.ts";
import { unknownProvider } from "./unknown-provider.ts";

/** What a `knowhow.json` may say; everything is optional. */
export interface ConfigFile {
  /** Where an editor finds the schema of this file; the engine ignores it. */
  readonly $schema?: string;
  readonly profile?: string;
  readonly enabled?: boolean;
  readonly commands?: boolean;
  readonly infer?: boolean;
  /** Directories, relative to the file. */
  readonly roots?: readonly string[];
  readonly links?: readonly string[];
  readonly providers?: Readonly<Record<string, boolean>>;
  readonly include?: readonly string[];
  readonly ignore?: readonly string[];
  readonly overrides?: Readonly<Record<string, Override>>;
  readonly config?: Readonly<Record<string, unknown>>;
  /** How skills are found for a message; a repository can only lessen it. */
  readonly matching?: MatchingConfig;
  /** MCP servers whose skills are offered; counts only in the person's own file. */
  readonly mcp?: McpConfig;
}

/** The same after reading: overrides keep the order in which they are written. */
export interface Config extends Omit<ConfigFile, "overrides"> {
  readonly overrides?: OverrideRows;
}

const OVERRIDES: ReadonlySet<unknown> = new Set<Override>(["on", "name-only", "user-only", "off"]);

const SHAPE: Readonly<
  Record<keyof ConfigFile, readonly [check: (value: unknown) => boolean, expected: string]>
> = {
  $schema: [isText, "a text"],
  profile: [isText, "the name of a profile"],
  enabled: [isSwitch, "true or false"],
  commands: [isSwitch, "true or false"],
  infer: [isSwitch, "true or false"],
  roots: [isListOf(isPath), "a list of directories"],
  links: [isListOf(isPath), "a list of directories"],
  providers: [isRecordOf(isSwitch), "a mapping from provider to true or false"],
  include: [isListOf(isGlob), "a list of patterns"],
  ignore: [isListOf(isGlob), "a list of patterns"],
  overrides: [
    isRecordOf((value) => OVERRIDES.has(value)),
    "a mapping from name to on, name-only, user-only or off",
  ],
  config: [isRecord, "a mapping"],
  matching: [
    isMatchingConfig,
    `{ "embedder": "…", "mode": "…" }: the embedder ${EMBEDDER_FORMS}; the mode explicit, suggest, auto or eager`,
  ],
  mcp: [
    isMcpConfig,
    '{ "servers": { "<label>": … } }, each with "command" (and "args", "env", "cwd") or with "url" (and "headers")',
  ],
};

/** Reads the text of a `knowhow.json`; throws `config.invalid` with file, line and a hint when it cannot be understood. */
export function parseConfig(text: string, path: string): Outcome<Config> {
  const value = parseJson(text, path);
  if (!isRecord(value)) throw invalid(path, 1, "the file must hold one mapping: { … }");
  const lineOf = lineFinder(text);
  for (const [key, setting] of Object.entries(value)) {
    const line = lineOf(key);
    if (!isConfigKey(key)) throw invalid(path, line, `"${key}" is no setting`, suggestion(key));
    const [check, expected] = SHAPE[key];
    if (!check(setting)) throw invalid(path, line, `"${key}" must be ${expected}`);
  }
  if (!isConfigFile(value)) throw invalid(path, 1, "the file cannot be understood");
  const file: ConfigFile = value;
  const { profile, overrides, ...rest } = file;
  if (profile !== undefined) usable(() => findProfile(profile), path, lineOf("profile"));
  for (const glob of Object.keys(overrides ?? {}))
    usable(() => compileGlob(glob), path, lineOf("overrides", glob));
  return {
    value: {
      ...rest,
      ...(profile === undefined ? {} : { profile }),
      ...(overrides === undefined ? {} : { overrides: asWritten(overrides, text) }),
    },
    diagnostics: Object.keys(rest.providers ?? {}).flatMap((key): readonly Diagnostic[] => {
      const unknown = unknownProvider(key, { path, line: lineOf("providers", key) });
      return unknown === undefined ? [] : [unknown];
    }),
  };
}

/** The error for a file that cannot be used. */
export function invalid(path: string, line: number, message: string, hint?: string): KnowhowError {
  return new KnowhowError(
    "config.invalid",
    `${path}:${line}: ${message}`,
    hint === undefined ? {} : { hint },
  );
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const { line, hint } = findJsonError(text);
    throw invalid(path, line, "this is not valid JSON", hint);
  }
}

function isConfigKey(key: string): key is keyof ConfigFile {
  return Object.hasOwn(SHAPE, key);
}

function isConfigFile(value: object): value is ConfigFile {
  return Object.entries(value).every(([key, setting]) => isConfigKey(key) && SHAPE[key][0](setting));
}

function suggestion(key: string): string {
  const near = nearestWord(key, Object.keys(SHAPE));
  return near === undefined ? `the settings are ${Object.keys(SHAPE).join(", ")}` : `did you mean "${near}"?`;
}

/** Finds the line on which a key stands; of several equal ones the last counts, as in JSON.parse. */
function lineFinder(text: string): (...path: readonly string[]) => number {
  const keys = jsonKeys(text);
  return (...path) =>
    keys.findLast((key) => key.path.length === path.length && key.path.every((part, at) => part === path[at]))
      ?.line ?? 1;
}

function asWritten(overrides: Readonly<Record<string, Override>>, text: string): OverrideRows {
  const order = jsonKeys(text).map(({ path }) => (path[0] === "overrides" ? path[1] : undefined));
  return Object.entries(overrides).sort(([a], [b]) => order.lastIndexOf(a) - order.lastIndexOf(b));
}

/** What the engine would refuse later is refused here, where the file and the line are known. */
function usable(ask: () => unknown, path: string, line: number): void {
  try {
    ask();
  } catch (error) {
    throw isKnowhowError(error) ? invalid(path, line, error.message, error.hint) : error;
  }
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}

function isSwitch(value: unknown): boolean {
  return typeof value === "boolean";
}

function isPath(value: unknown): boolean {
  return typeof value === "string" && value.trim() !== "" && !value.includes("\0");
}

function isGlob(value: unknown): boolean {
  if (typeof value !== "string") return false;
  try {
    compileGlob(value);
    return true;
  } catch {
    return false;
  }
}

function isListOf(check: (value: unknown) => boolean): (value: unknown) => boolean {
  return (value) => Array.isArray(value) && value.every(check);
}

function isRecordOf(check: (value: unknown) => boolean): (value: unknown) => boolean {
  return (value) => isRecord(value) && Object.values(value).every(check);
}
