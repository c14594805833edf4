import { checkArgument } from "../basics/check-options.ts";
import type { Fields, Kind } from "../basics/kind.ts";
import * as kinds from "../basics/kinds.ts";
import {
  AUTHORING_MODES,
  COMMAND_SPELLINGS,
  MATCHING_MODES,
  MCP_CONNECTIONS,
  type Profile,
  RUNS_MODES,
  SEARCH_RANKINGS,
} from "../profile.ts";
import { LEVELS } from "../skill.ts";

/** Throws `runtime.bad-option` if a host's own profile lacks a part or has one of the wrong kind. */
export function checkProfile(profile: unknown): void {
  checkArgument("createRuntime", "profile", profile, profileKind());
}

/** Created on demand, because most hosts pass the name of a profile. */
function profileKind(): Kind {
  const count = kinds.wholeNumber(0);
  const limit = kinds.kindOf("a number, at least 0", (value) => typeof value === "number" && value >= 0);
  const provider = {
    id: need(kinds.filledText),
    level: need(kinds.oneOf(LEVELS)),
    priority: need(kinds.kindOf("a number", Number.isFinite)),
    depth: need(count),
    hidden: kinds.flag,
    requires: need(kinds.listOf(kinds.oneOf(["name", "description"]), "an array of field names")),
    trust: need(kinds.oneOf(["trusted", "ask", "review"])),
    remote: kinds.filledText,
  };
  const root = kinds.shape({ at: need(kinds.filledText), os: kinds.texts, unless: kinds.filledText });
  const tools = kinds.listOf(
    kinds.shape({
      operation: need(kinds.filledText),
      name: need(kinds.filledText),
      aliases: kinds.texts,
      description: need(kinds.text),
      arguments: kinds.recordOf(kinds.text, "an object with strings"),
      properties: kinds.recordOf(
        kinds.recordOf(kinds.anything, "a JSON Schema"),
        "an object with a JSON Schema per argument",
      ),
      required: kinds.texts,
      mountedOnly: kinds.flag,
    }),
    "an array of tools",
  );
  const parts = {
    name: need(kinds.filledText),
    format: need(
      kinds.shape({
        fileNames: need(kinds.texts),
        strict: need(kinds.flag),
        infer: need(kinds.flag),
        severities: need(
          kinds.recordOf(
            kinds.oneOf(["error", "warning", "info", "off"]),
            "an object with a severity per code",
          ),
        ),
      }),
    ),
    fields: need(kinds.either('"all" or an array of field names', kinds.oneOf(["all"]), kinds.texts)),
    discovery: need(
      kinds.shape({
        providers: need(
          kinds.listOf(
            kinds.shape({ ...provider, roots: need(kinds.listOf(root, "an array of roots")) }),
            "an array of providers",
          ),
        ),
        switches: kinds.texts,
        custom: need(kinds.shape(provider)),
        limits: need(
          kinds.shape({
            directories: need(count),
            entries: need(count),
            skillBytes: need(count),
            resources: need(count),
            resourceBytes: need(count),
          }),
        ),
        resources: need(kinds.oneOf(["discovery", "demand"])),
        bodies: need(kinds.oneOf(["frozen", "cached", "on-load"])),
        contextFiles: need(kinds.flag),
      }),
    ),
    resolution: need(
      kinds.shape({
        order: need(kinds.listOf(kinds.oneOf(["level", "priority", "first", "last"]), "an array of keys")),
        levels: need(
          kinds.listOf(
            kinds.listOf(kinds.oneOf(LEVELS), "an array of levels"),
            "an array of groups of levels",
          ),
        ),
        filters: need(kinds.oneOf(["before", "after"])),
        copies: need(kinds.oneOf(["silent", "reported"])),
        acrossLevels: need(kinds.oneOf(["info", "warning"])),
        toolsRequired: need(kinds.flag),
      }),
    ),
    catalog: need(
      kinds.shape({
        heading: need(kinds.text),
        instructions: need(kinds.text),
        fileInstructions: need(kinds.text),
        format: need(kinds.oneOf(["lines", "xml", "json"])),
        location: need(kinds.flag),
        needsTool: kinds.filledText,
        levelNames: need(kinds.recordOf(kinds.text, "an object with a name per level")),
      }),
    ),
    tools: need(tools),
    toolsOffered: need(kinds.oneOf(["usable", "all"])),
    commands: need(
      kinds.shape({
        spellings: need(kinds.listOf(kinds.oneOf(COMMAND_SPELLINGS), "an array of spellings")),
        exact: need(kinds.flag),
      }),
    ),
    matching: need(
      kinds.shape({
        mode: need(kinds.oneOf(MATCHING_MODES)),
        top: need(count),
        automatic: need(kinds.flag),
      }),
    ),
    search: need(kinds.oneOf(SEARCH_RANKINGS)),
    activation: need(
      kinds.shape({
        maxActivations: need(limit),
        maxTokens: need(limit),
        repeat: need(kinds.oneOf(["pointer", "text"])),
        unknownName: need(kinds.oneOf(["plain", "suggest"])),
        wrapper: need(kinds.oneOf(["structured", "heading", "message"])),
        outlineAbove: need(limit),
        maxListedFiles: need(count),
        firstArgument: need(kinds.kindOf("0 or 1", (value) => value === 0 || value === 1)),
        contentTypes: need(kinds.oneOf(["by-ending", "markdown-or-plain"])),
      }),
    ),
    runs: need(kinds.oneOf(RUNS_MODES)),
    authoring: need(kinds.shape({ mode: need(kinds.oneOf(AUTHORING_MODES)), tools: need(tools) })),
    mcp: need(kinds.shape({ connection: need(kinds.oneOf(MCP_CONNECTIONS)), mount: need(kinds.flag) })),
    rules: need(kinds.filledText),
  } satisfies Readonly<Record<keyof Profile, Fields[string]>>;
  return kinds.shape(parts, "a profile", "part of a profile");
}

function need(kind: Kind) {
  return { kind, required: true };
}
