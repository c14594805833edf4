import { checkArgument, checkOptions } from "../basics/check-options.ts";
import {
  callable,
  either,
  type Fields,
  filledText,
  flag,
  type Kind,
  kindOf,
  listOf,
  mapping,
  number,
  objectWith,
  oneOf,
  recordOf,
  shape,
  text,
  texts,
  wholeNumber,
} from "../basics/kinds.ts";
import { messagesKind } from "../basics/message-kinds.ts";
import type { MatchOptions } from "../conversation.ts";
import type { Narrowing, RuntimeOptions } from "../options.ts";
import { MATCHING_MODES } from "../profile.ts";
import { CONFIG_KEYS, embedderKind, globKind, OVERRIDES } from "./config-table.ts";

const globs = listOf(globKind, "an array of patterns");
const override = oneOf(OVERRIDES);
const overrideRows: Kind = listOf(
  kindOf(
    'a pair of a pattern and "on", "name-only", "user-only" or "off"',
    (row) =>
      Array.isArray(row) &&
      row.length === 2 &&
      globKind.check(row[0]) === undefined &&
      override.check(row[1]) === undefined,
  ),
  "an array of [pattern, state] pairs",
);
const overrides = either(
  "an object from name or pattern to on, name-only, user-only or off",
  recordOf(override, "an object", globKind),
  overrideRows,
);
const switches = recordOf(flag, "an object with true or false per provider");
const mode = oneOf(MATCHING_MODES);
const LEVELS = ["builtin", "plugin", "user", "project", "custom"];

const providerFields = {
  id: filledText,
  level: oneOf(LEVELS),
  priority: kindOf("a number", Number.isFinite),
  depth: wholeNumber(0),
  requires: listOf(oneOf(["name", "description"]), "an array of field names"),
  trust: oneOf(["trusted", "ask", "review"]),
  remote: filledText,
} as const;

const customRoot = shape(
  { ...providerFields, path: { kind: filledText, required: true }, within: filledText },
  "a directory: a string or an object with `path`",
);

const embedder = objectWith(
  {
    id: { kind: filledText, required: true },
    dimensions: { kind: wholeNumber(0), required: true },
    embed: { kind: callable, required: true },
    knows: callable,
  },
  "an embedder with `id`, `dimensions` and `embed`",
);
const embedders = listOf(
  either(
    "an embedder with `id`, `dimensions` and `embed`",
    embedder,
    shape({ embedder: { kind: embedder, required: true }, weight: { kind: number(0), required: true } }),
  ),
  "an array of embedders, or a function that opens them",
);

const fileSystem = objectWith(
  Object.fromEntries(
    ["list", "stat", "readBytes", "readText", "realpath"].map((name) => [
      name,
      { kind: callable, required: true },
    ]),
  ),
  "a file system",
);

const source = objectWith(
  {
    root: { kind: customRoot, required: true },
    files: { kind: fileSystem, required: true },
    refresh: callable,
    trust: objectWith({ verdict: { kind: callable, required: true } }, "an object with `verdict`"),
    watch: callable,
  },
  "a source with `root` and `files`",
);

const inlineSkill = shape({
  name: { kind: filledText, required: true },
  text: { kind: text, required: true },
  files: recordOf(
    kindOf("a string or bytes", (value) => typeof value === "string" || value instanceof Uint8Array),
    "an object from path to content",
  ),
});

const narrowing: Kind = shape({
  enabled: flag,
  commands: flag,
  infer: flag,
  providers: switches,
  include: globs,
  ignore: globs,
  overrides: overrideRows,
  matching: mode,
} satisfies Readonly<Record<keyof Narrowing, Kind>>);

const configFile = shape(
  Object.fromEntries(Object.entries(CONFIG_KEYS).map(([key, { kind }]) => [key, kind])),
  '"files", false, or an object with the settings of a knowhow.json',
  "setting",
);

const profile = either(
  "the name of a profile or a profile object",
  filledText,
  kindOf("an object", (value) => typeof value === "object" && value !== null && !Array.isArray(value)),
);

/** The options of `createRuntime` and their kinds. */
export const RUNTIME_OPTIONS: Readonly<Record<keyof RuntimeOptions, Kind>> = {
  profile,
  enabled: flag,
  commands: flag,
  roots: listOf(
    either("a directory: a string or an object with `path`", filledText, customRoot),
    "an array of directories",
  ),
  skills: listOf(inlineSkill, "an array of skills with `name` and `text`"),
  sources: listOf(source, "an array of sources"),
  providers: either("false, or an object with true or false per provider", oneOf([false]), switches),
  include: globs,
  ignore: globs,
  overrides,
  narrowing: listOf(narrowing, "an array of layers"),
  links: listOf(
    either(
      "a directory: a string or an object with `path`",
      filledText,
      shape({ path: { kind: filledText, required: true }, within: filledText }),
    ),
    "an array of directories",
  ),
  tools: texts,
  skillConfig: mapping,
  infer: flag,
  resources: oneOf(["discovery", "demand"]),
  matching: mode,
  embedders: either("an array of embedders, or a function that opens them", embedders, callable),
  embedder: embedderKind,
  config: either(
    '"files", false, or an object with the settings of a knowhow.json',
    oneOf(["files", false]),
    configFile,
  ),
  servers: callable,
  trust: callable,
  approver: callable,
  admit: listOf(callable, "an array of functions"),
  onEvent: callable,
};

/**
 * Checks the options of a runtime, including the additional options `more` of another entry. Returns them without keys
 * whose value is `undefined`.
 */
export function checkRuntimeOptions<Options extends RuntimeOptions>(
  entry: string,
  options: Options,
  more: Fields = {},
): Options {
  checkOptions(entry, options, { ...RUNTIME_OPTIONS, ...more });
  return withoutUndefined(options);
}

/** A key whose value is `undefined` must not override a configuration file. */
function withoutUndefined<Options extends object>(options: Options): Options {
  const copy = { ...options };
  for (const key of Object.keys(copy))
    if (Reflect.get(copy, key) === undefined) Reflect.deleteProperty(copy, key);
  return copy;
}

/** Checks the embedders that a host's function returned. */
export function checkEmbedders(given: unknown): void {
  checkArgument("the function `embedders`", "result", given, embedders);
}

const portsKind = objectWith(
  {
    files: { kind: fileSystem, required: true },
    environment: {
      kind: objectWith({ cwd: { kind: filledText, required: true } }, "an environment with `cwd` and `home`"),
      required: true,
    },
    hash: { kind: objectWith({ sha256: { kind: callable, required: true } }, "a hash"), required: true },
    tokenizer: callable,
  },
  "the ports; createRuntime of @knowhow/runtime/node brings its own",
);

/** Checks that the neutral entry received ports, not the options of the Node entry. */
export function checkPorts(ports: unknown): void {
  checkArgument("createRuntime", "ports", ports, portsKind);
}

const signal = kindOf("an AbortSignal", (value) => value instanceof AbortSignal);

const MATCH_OPTIONS: Readonly<Record<keyof MatchOptions, Kind>> = {
  mode,
  messages: messagesKind,
  files: texts,
  recent: texts,
  timeoutMs: number(0),
  suggestions: wholeNumber(0),
  ranking: wholeNumber(0),
  signal,
};

/** Checks the options of `runtime.match`. */
export function checkMatchOptions(options: unknown): void {
  checkOptions("match", options, MATCH_OPTIONS);
}

const OVERLAP_OPTIONS: Fields = { min: number(0, 1), onProgress: callable, signal };

/** Checks the options of `runtime.overlaps`. */
export function checkOverlapOptions(options: unknown): void {
  checkOptions("overlaps", options, OVERLAP_OPTIONS);
}
