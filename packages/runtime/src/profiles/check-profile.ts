import { checkArgument } from "../basics/check-options.ts";
import {
  anything,
  type Fields,
  filledText,
  flag,
  type Kind,
  kindOf,
  listOf,
  oneOf,
  recordOf,
  shape,
  text,
  texts,
  wholeNumber,
} from "../basics/kinds.ts";
import { MATCHING_MODES, type Profile } from "../profile.ts";

/** Throws `runtime.bad-option` if a host's own profile lacks a part or has one of the wrong kind. */
export function checkProfile(profile: unknown): void {
  checkArgument("createRuntime", "profile", profile, profileKind());
}

const LEVELS = ["builtin", "plugin", "user", "project", "custom"];

/** Created on demand, because most hosts pass the name of a profile. */
function profileKind(): Kind {
  const count = wholeNumber(0);
  const limit = kindOf("a number, at least 0", (value) => typeof value === "number" && value >= 0);
  const provider = {
    id: need(filledText),
    level: need(oneOf(LEVELS)),
    priority: need(kindOf("a number", Number.isFinite)),
    depth: need(count),
    requires: need(listOf(oneOf(["name", "description"]), "an array of field names")),
    trust: need(oneOf(["trusted", "ask", "review"])),
    remote: filledText,
  };
  const root = shape({ at: need(filledText), os: texts, unless: filledText });
  const parts = {
    name: need(filledText),
    summary: need(text),
    format: need(
      shape({
        fileNames: need(texts),
        strict: need(flag),
        infer: need(flag),
        severities: need(
          recordOf(oneOf(["error", "warning", "info", "off"]), "an object with a severity per code"),
        ),
      }),
    ),
    discovery: need(
      shape({
        providers: need(
          listOf(
            shape({ ...provider, roots: need(listOf(root, "an array of roots")) }),
            "an array of providers",
          ),
        ),
        custom: need(shape(provider)),
        limits: need(
          shape({
            directories: need(count),
            entries: need(count),
            skillBytes: need(count),
            resources: need(count),
            resourceBytes: need(count),
          }),
        ),
        resources: need(oneOf(["discovery", "demand"])),
        bodies: need(oneOf(["frozen", "cached", "on-load"])),
      }),
    ),
    resolution: need(
      shape({
        order: need(listOf(oneOf(["level", "priority", "first", "last"]), "an array of keys")),
        levels: need(listOf(listOf(oneOf(LEVELS), "an array of levels"), "an array of groups of levels")),
        acrossLevels: need(oneOf(["info", "warning"])),
        toolsRequired: need(flag),
      }),
    ),
    catalog: need(
      shape({
        heading: need(text),
        instructions: need(text),
        format: need(oneOf(["lines", "xml", "json"])),
        location: need(flag),
        needsTool: filledText,
        levelNames: need(recordOf(text, "an object with a name per level")),
      }),
    ),
    tools: need(
      listOf(
        shape({
          operation: need(filledText),
          name: need(filledText),
          aliases: texts,
          description: need(text),
          arguments: recordOf(text, "an object with strings"),
          properties: recordOf(
            recordOf(anything, "a JSON Schema"),
            "an object with a JSON Schema per argument",
          ),
          required: texts,
        }),
        "an array of tools",
      ),
    ),
    matching: need(
      shape({
        mode: need(oneOf(MATCHING_MODES)),
        evidence: need(oneOf(["fused", "keywords"])),
        top: need(count),
      }),
    ),
    activation: need(
      shape({
        maxActivations: need(limit),
        maxTokens: need(limit),
        repeat: need(oneOf(["pointer", "text"])),
        unknownName: need(oneOf(["plain", "suggest"])),
        wrapper: need(oneOf(["structured", "heading", "message"])),
        outlineAbove: need(limit),
        maxListedFiles: need(count),
        firstArgument: need(kindOf("0 or 1", (value) => value === 0 || value === 1)),
        contentTypes: need(oneOf(["by-ending", "markdown-or-plain"])),
      }),
    ),
    rules: need(filledText),
  } satisfies Readonly<Record<keyof Profile, Fields[string]>>;
  return shape(parts, "a profile", "part of a profile");
}

function need(kind: Kind) {
  return { kind, required: true };
}
