import { checkArgument, checkOptions } from "../basics/check-options.ts";
import type { Fields, Kind } from "../basics/kind.ts";
import * as kinds from "../basics/kinds.ts";
import type { AuthoringLimits, Narrowing, RuntimeOptions } from "../options.ts";
import { AUTHORING_MODES, MATCHING_MODES, RUNS_MODES } from "../profile.ts";
import type { RunLimits, RunPolicy, WorkflowSettings } from "../run.ts";
import { GRANT } from "../script.ts";
import { LEVELS } from "../skill.ts";
import { REHEARSALS } from "../trust.ts";
import { CONFIG_KEYS, embedderKind, globKind, OVERRIDES } from "./config-table.ts";
import { fileSystemKind } from "./port-kinds.ts";
import { scanSettingsKind } from "./scan-settings.ts";

const globs = kinds.listOf(globKind, "an array of patterns");
const override = kinds.oneOf(OVERRIDES);
const overrideRows: Kind = kinds.listOf(
  kinds.kindOf(
    'a pair of a pattern and "on", "name-only", "user-only" or "off"',
    (row) =>
      Array.isArray(row) &&
      row.length === 2 &&
      globKind.check(row[0]) === undefined &&
      override.check(row[1]) === undefined,
  ),
  "an array of [pattern, state] pairs",
);
const overrides = kinds.either(
  "an object from name or pattern to on, name-only, user-only or off",
  kinds.recordOf(override, "an object", globKind),
  overrideRows,
);
const switches = kinds.recordOf(kinds.flag, "an object with true or false per provider");
const mode = kinds.oneOf(MATCHING_MODES);

const providerFields = {
  id: kinds.filledText,
  level: kinds.oneOf(LEVELS),
  priority: kinds.kindOf("a number", Number.isFinite),
  depth: kinds.wholeNumber(0),
  hidden: kinds.flag,
  requires: kinds.listOf(kinds.oneOf(["name", "description"]), "an array of field names"),
  trust: kinds.oneOf(["trusted", "ask", "review"]),
  remote: kinds.filledText,
} as const;

const customRoot = kinds.shape(
  { ...providerFields, path: { kind: kinds.filledText, required: true }, within: kinds.filledText },
  "a directory: a string or an object with `path`",
);

const embedder = kinds.objectWith(
  {
    id: { kind: kinds.filledText, required: true },
    dimensions: { kind: kinds.wholeNumber(0), required: true },
    embed: { kind: kinds.callable, required: true },
    knows: kinds.callable,
  },
  "an embedder with `id`, `dimensions` and `embed`",
);
const embedders = kinds.listOf(
  kinds.either(
    "an embedder with `id`, `dimensions` and `embed`",
    embedder,
    kinds.shape({
      embedder: { kind: embedder, required: true },
      weight: { kind: kinds.number(0), required: true },
    }),
  ),
  "an array of embedders, or a function that opens them",
);

const source = kinds.objectWith(
  {
    root: { kind: customRoot, required: true },
    files: { kind: fileSystemKind, required: true },
    refresh: kinds.callable,
    trust: kinds.objectWith(
      { verdict: { kind: kinds.callable, required: true } },
      "an object with `verdict`",
    ),
    watch: kinds.callable,
  },
  "a source with `root` and `files`",
);

const inlineSkill = kinds.shape({
  name: { kind: kinds.filledText, required: true },
  text: { kind: kinds.text, required: true },
  files: kinds.recordOf(
    kinds.kindOf("a string or bytes", (value) => typeof value === "string" || value instanceof Uint8Array),
    "an object from path to content",
  ),
});

const narrowing: Kind = kinds.shape({
  enabled: kinds.flag,
  commands: kinds.flag,
  infer: kinds.flag,
  providers: switches,
  include: globs,
  ignore: globs,
  overrides: overrideRows,
  matching: mode,
  runs: kinds.oneOf(RUNS_MODES),
  authoring: kinds.oneOf(AUTHORING_MODES),
  scan: scanSettingsKind,
} satisfies Readonly<Record<keyof Narrowing, Kind>>);

const configFile = kinds.shape(
  Object.fromEntries(Object.entries(CONFIG_KEYS).map(([key, { kind }]) => [key, kind])),
  '"files", false, or an object with the settings of a knowhow.json',
  "setting",
);

const sideEffects = kinds.oneOf(["read", "write", "execute"]);

/** The settings of workflows, and their kinds. */
export const WORKFLOW_SETTINGS: Readonly<Record<keyof WorkflowSettings, Kind>> = {
  application: kinds.kindOf(
    "a name of letters, digits, `-`, `_` and `.`",
    (value) => typeof value === "string" && /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(value),
  ),
  tools: kinds.objectWith({ list: { kind: kinds.callable, required: true } }, "a registry with `list`"),
  scripts: kinds.either("an object or false", kinds.oneOf([false]), GRANT),
  model: kinds.objectWith({ generate: { kind: kinds.callable, required: true } }, "a model with `generate`"),
  limits: kinds.shape({
    steps: kinds.wholeNumber(1),
    minutes: kinds.number(0),
    outputCharacters: kinds.wholeNumber(1, 10_000_000),
    totalCharacters: kinds.wholeNumber(1),
    usd: kinds.number(0),
  } satisfies Readonly<Record<keyof RunLimits, Kind>>),
  policy: kinds.shape({
    approve: kinds.listOf(sideEffects, "an array of side effects"),
    allow: kinds.texts,
  } satisfies Readonly<Record<keyof RunPolicy, Kind>>),
  secrets: kinds.callable,
  filters: kinds.recordOf(kinds.callable, "an object from name to function"),
  timeZone: kinds.filledText,
  directory: kinds.filledText,
};

const profile = kinds.either("the name of a profile or a profile object", kinds.filledText, kinds.mapping);

/** The options of `createRuntime` and their kinds. */
export const RUNTIME_OPTIONS: Readonly<Record<keyof RuntimeOptions, Kind>> = {
  profile,
  enabled: kinds.flag,
  commands: kinds.flag,
  roots: kinds.listOf(
    kinds.either("a directory: a string or an object with `path`", kinds.filledText, customRoot),
    "an array of directories",
  ),
  skills: kinds.listOf(inlineSkill, "an array of skills with `name` and `text`"),
  sources: kinds.listOf(source, "an array of sources"),
  providers: kinds.either(
    "false, or an object with true or false per provider",
    kinds.oneOf([false]),
    switches,
  ),
  include: globs,
  ignore: globs,
  overrides,
  narrowing: kinds.listOf(narrowing, "an array of layers"),
  links: kinds.listOf(
    kinds.either(
      "a directory: a string or an object with `path`",
      kinds.filledText,
      kinds.shape({ path: { kind: kinds.filledText, required: true }, within: kinds.filledText }),
    ),
    "an array of directories",
  ),
  tools: kinds.texts,
  skillConfig: kinds.mapping,
  infer: kinds.flag,
  resources: kinds.oneOf(["discovery", "demand"]),
  matching: mode,
  embedders: kinds.either("an array of embedders, or a function that opens them", embedders, kinds.callable),
  embedder: embedderKind,
  config: kinds.either(
    '"files", false, or an object with the settings of a knowhow.json',
    kinds.oneOf(["files", false]),
    configFile,
  ),
  servers: kinds.callable,
  trust: kinds.callable,
  rehearsal: kinds.oneOf(REHEARSALS),
  scan: scanSettingsKind,
  approver: kinds.callable,
  variable: kinds.callable,
  workflows: kinds.shape(WORKFLOW_SETTINGS),
  authoring: kinds.shape({
    mode: kinds.oneOf(AUTHORING_MODES),
    perDay: kinds.wholeNumber(0),
  } satisfies Readonly<Record<keyof AuthoringLimits, Kind>>),
  admit: kinds.listOf(kinds.callable, "an array of functions"),
  onEvent: kinds.callable,
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
