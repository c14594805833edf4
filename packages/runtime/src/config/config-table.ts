import { compileGlob } from "../basics/globs.ts";
import { type Kind, mustBe } from "../basics/kind.ts";
import * as kinds from "../basics/kinds.ts";
import type { ConfigFile } from "../config-file.ts";
import { isKnowhowError } from "../errors.ts";
import { AUTHORING_MODES, MATCHING_MODES, RUNS_MODES } from "../profile.ts";
import { findProfile, PROFILES } from "../profiles/find-profile.ts";
import { EMBEDDER_FORMS, readEmbedderChoice } from "./embedder-choice.ts";
import { scanSettingsKind } from "./scan-settings.ts";

/**
 * The definition of one key of `knowhow.json`. Parser, JSON Schema and reference page are generated from these rows.
 */
export interface ConfigRow {
  readonly kind: Kind;
  readonly default: string;
  readonly summary: string;
  /** What a repository's file may do with the key; undefined if the key is only allowed in the user's own file. */
  readonly repository: string | undefined;
  readonly example: unknown;
}

/** A glob on names, for `include`, `ignore` and `overrides`. */
export const globKind: Kind = {
  expected: "a pattern",
  check: (value) => {
    if (typeof value !== "string") return mustBe("a pattern", value);
    try {
      compileGlob(value);
      return undefined;
    } catch (error) {
      return isKnowhowError(error)
        ? { at: [], message: `cannot be used: ${error.message}`, hint: error.hint }
        : mustBe("a pattern", value);
    }
  },
  schema: { type: "string", minLength: 1 },
};

const profileKind: Kind = {
  expected: "the name of a profile",
  check: (value) => {
    if (typeof value !== "string") return mustBe("the name of a profile", value);
    try {
      findProfile(value);
      return undefined;
    } catch (error) {
      return isKnowhowError(error)
        ? { at: [], message: `cannot be used: ${error.message}`, hint: error.hint }
        : mustBe("the name of a profile", value);
    }
  },
  schema: { enum: PROFILES.map(({ name }) => name) },
};

/** The syntax of an embedder. */
export const embedderKind: Kind = kinds.kindOf(
  EMBEDDER_FORMS,
  (value) => typeof value === "string" && readEmbedderChoice(value) !== undefined,
  { type: "string", pattern: "^(static|none|(onnx|dir):.+|https?://[^#]+#.+)$" },
);

/** The values of an override. */
export const OVERRIDES = ["on", "name-only", "user-only", "off"] as const;

const plainText: Kind = kinds.kindOf(
  "a string without NUL",
  (value) => typeof value === "string" && !value.includes("\0"),
  { type: "string" },
);
const FROM_ENVIRONMENT = `\`$\{NAME}\` is taken from your environment`;
const variables = kinds.recordOf(plainText, "an object with strings");
const labelKind = kinds.kindOf(
  "a label: a–z, 0–9 and single hyphens, underscores or dots between them, at most 64 characters",
  (value) => typeof value === "string" && value.length <= 64 && /^[a-z0-9]+(?:[-_.][a-z0-9]+)*$/.test(value),
);
const urlKind = kinds.kindOf("an http or https URL without a user name or password", isServerUrl, {
  type: "string",
  pattern: "^https?://",
});
const timeoutMs = {
  kind: kinds.wholeNumber(1, 600_000),
  summary: "Milliseconds that a command waits for this server; default 8000.",
};
const program = kinds.shape(
  {
    command: { kind: kinds.filledText, required: true, summary: "The program to start." },
    args: { kind: kinds.listOf(plainText, "an array of strings"), summary: "Its arguments." },
    env: { kind: variables, summary: `Its environment variables; ${FROM_ENVIRONMENT}.` },
    cwd: { kind: plainText, summary: "Its working directory." },
    timeoutMs,
  },
  "a server",
  "key of a server that is a program",
);
const address = kinds.shape(
  {
    url: { kind: urlKind, required: true, summary: "The URL of a server over streamable HTTP." },
    headers: { kind: variables, summary: `HTTP headers; ${FROM_ENVIRONMENT}.` },
    timeoutMs,
  },
  "a server",
  "key of a server with a URL",
);
const SERVER = 'a server with "command" (and "args", "env", "cwd") or with "url" (and "headers")';
const serverKind: Kind = {
  expected: SERVER,
  check: (value) => {
    const has = (key: string) => typeof value === "object" && value !== null && Object.hasOwn(value, key);
    if (has("command") === has("url")) return mustBe(SERVER, value);
    return (has("command") ? program : address).check(value);
  },
  get schema() {
    return { anyOf: [program.schema, address.schema] };
  },
};

/** All keys, in the order of the reference page. */
export const CONFIG_KEYS: Readonly<Record<keyof ConfigFile, ConfigRow>> = {
  $schema: {
    kind: kinds.text,
    default: "none",
    summary: "Where an editor finds the JSON Schema of this file. knowhow ignores it.",
    repository: "the same",
    example: "./node_modules/@knowhow/runtime/knowhow.schema.json",
  },
  enabled: {
    kind: kinds.flag,
    default: "`true`",
    summary: "`false` turns skills off: no folder is read and no server is contacted.",
    repository: "`false` applies, `true` has no effect",
    example: false,
  },
  profile: {
    kind: profileKind,
    default: '`"agentskills"`',
    summary: "The profile: which folders are read, how strictly, and which tools the model gets.",
    // Every profile reads other folders, so none of them is a restriction of another.
    repository: undefined,
    example: "agentskills",
  },
  roots: {
    kind: kinds.listOf(kinds.filledText, "an array of directories"),
    default: "`[]`",
    summary: "More directories with skills, relative to the file. `~` is your home directory.",
    repository:
      "adds directories inside the repository, treated like its other skills: at project level, hidden until they are trusted, and not if you turned off project skills or the provider of that folder",
    example: ["tools/skills"],
  },
  links: {
    kind: kinds.listOf(kinds.filledText, "an array of directories"),
    default: "`[]`",
    summary: "Directories outside the roots into which symbolic links may lead, relative to the file.",
    repository: "adds directories inside the repository, for links in the repository's own roots",
    example: ["vendor"],
  },
  providers: {
    kind: kinds.recordOf(kinds.flag, "an object with true or false per provider"),
    default: "`{}`: every provider is on",
    summary:
      "Turns the folders of a client off: as a whole (`claude`), at one level (`claude:project`), or every client at one level (`*:project`). The more specific key wins. An MCP server is the provider `mcp:LABEL`.",
    repository: "`false` applies, `true` has no effect",
    example: { "claude:project": false },
  },
  include: {
    kind: kinds.listOf(globKind, "an array of patterns"),
    default: "`[]`: every name",
    summary: "Patterns for names (`*`, `?`, `[a-z]`); if there are any, only skills that match one are used.",
    repository: "a name must match here, too",
    example: ["pdf-*"],
  },
  ignore: {
    kind: kinds.listOf(globKind, "an array of patterns"),
    default: "`[]`",
    summary: "Patterns for names; skills that match one are not used.",
    repository: "added to yours",
    example: ["draft-*"],
  },
  overrides: {
    kind: kinds.recordOf(
      kinds.oneOf(OVERRIDES),
      "an object with on, name-only, user-only or off per name",
      globKind,
    ),
    default: "`{}`",
    summary:
      "The state of a skill by name or pattern; the first match applies. `on`: the model sees it. `name-only`: the model sees its name without the description. `user-only`: only you can invoke it. `off`: it cannot be used.",
    repository: "applies where it allows less than you do",
    example: { "deploy-*": "user-only", legacy: "off" },
  },
  commands: {
    kind: kinds.flag,
    default: "`true`",
    summary:
      "`false`: a message cannot invoke a skill (`/name`, `/skill:name`, `$name`), and MCP clients see no prompts.",
    repository: "`false` applies, `true` has no effect",
    example: false,
  },
  infer: {
    kind: kinds.flag,
    default: "`false`",
    summary:
      "`true`: a SKILL.md without frontmatter is used, too; its name is that of the directory, and its description is the first paragraph.",
    repository: "`false` applies, `true` has no effect",
    example: true,
  },
  skillConfig: {
    kind: kinds.mapping,
    default: "`{}`",
    summary:
      "Values for skills that require one (`requires.config`). A dotted path addresses a value inside an object.",
    // A value can make a skill usable, so setting one is not a restriction.
    repository: undefined,
    example: { mail: { enabled: true } },
  },
  matching: {
    kind: kinds.shape(
      {
        mode: {
          kind: kinds.oneOf(MATCHING_MODES),
          summary:
            "What the words of a message can do: nothing (`explicit`), suggest skills (`suggest`), load skills that are clearly needed (`auto`), or load the best matches (`eager`). Default: the mode of the profile.",
        },
        embedder: {
          kind: embedderKind,
          summary: `The embedder that compares the meaning of messages and skills: ${EMBEDDER_FORMS}. Default on the command line: static.`,
        },
      },
      '{ "embedder": "…", "mode": "…" }',
      "key of `matching`",
    ),
    default: "`{}`",
    summary: "How skills are matched to a message.",
    repository: "`mode` is an upper limit; `embedder` may only be `none` or `static`",
    example: { mode: "suggest" },
  },
  runs: {
    kind: kinds.oneOf(RUNS_MODES),
    default: '`"start"`: no limit',
    summary:
      "The most that a message that asks for a [workflow](../guide/workflows.md) may cause: nothing (`off`: skills with steps are treated like all others), the model is told how to start it (`offer`), or it is started without a model call (`start`). What happens within this limit is up to the profile and the application.",
    repository: "an upper limit",
    example: "offer",
  },
  authoring: {
    kind: kinds.oneOf(AUTHORING_MODES),
    default: "that of the profile (`off`)",
    summary:
      "Whether models may [propose new and changed skills](../guide/agent-written-skills.md) with the tools `skill_view` and `skill_manage`, which you review (`propose`), or not (`off`).",
    repository: "`off` applies, `propose` has no effect",
    example: "propose",
  },
  scan: {
    kind: scanSettingsKind,
    default: "`{}`: the table of the [guide](../guide/trust.md#what-a-scan-changes)",
    summary:
      "What happens to the content of a trusted skill, by who vouches for it (`level`, `user`, `host`) and what the scan found (`safe`, `review`, `incomplete`, `block`, or `unscanned` if there is no scanner): `allow`, `ask` (withheld until you decide about exactly this content) or `refuse`.",
    repository: "applies where it is stricter than yours",
    example: { level: { review: "ask" }, user: { block: "refuse" } },
  },
  mcp: {
    kind: kinds.shape(
      {
        servers: {
          kind: kinds.recordOf(serverKind, "an object with one server per label", labelKind),
          summary: "The servers by label; their skills are named `LABEL:NAME`.",
        },
      },
      '{ "servers": { "<label>": … } }',
      "key of `mcp`",
    ),
    default: "`{}`",
    summary: "MCP servers whose skills are offered.",
    // Cloning a repository must not start its programs.
    repository: undefined,
    example: { servers: { acme: { url: "https://skills.example.com/mcp" } } },
  },
};

function isServerUrl(value: unknown): boolean {
  const url = typeof value === "string" && URL.canParse(value) ? new URL(value) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
}

export function isConfigKey(key: string): key is keyof ConfigFile {
  return Object.hasOwn(CONFIG_KEYS, key);
}
