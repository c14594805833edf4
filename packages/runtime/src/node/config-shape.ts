import { compileGlob } from "../discovery/globs.ts";
import { KnowhowError } from "../errors.ts";
import type { Override } from "../skill.ts";
import { nearestWord } from "../words.ts";
import { isRecord } from "./is-record.ts";
import { findJsonError } from "./json-error.ts";

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
};

/** Reads the text of a `knowhow.json`; throws `config.invalid` with file, line and a hint when it cannot be understood. */
export function parseConfig(text: string, path: string): ConfigFile {
  const value = parseJson(text, path);
  if (!isRecord(value)) throw invalid(path, 1, "the file must hold one mapping: { … }");
  for (const [key, setting] of Object.entries(value)) {
    const line = lineOf(text, key);
    if (!isConfigKey(key)) throw invalid(path, line, `"${key}" is no setting`, suggestion(key));
    const [check, expected] = SHAPE[key];
    if (!check(setting)) throw invalid(path, line, `"${key}" must be ${expected}`);
  }
  if (!isConfigFile(value)) throw invalid(path, 1, "the file cannot be understood");
  return value;
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

/** The line on which a key of the outermost mapping most likely stands. */
function lineOf(text: string, key: string): number {
  const at = text.indexOf(JSON.stringify(key));
  return at < 0 ? 1 : text.slice(0, at).split("\n").length;
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
