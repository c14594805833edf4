import { NO_COMMANDS, type Profile } from "../profile.ts";
import { agentskills, DEFAULT_ACTIVATION, DEFAULT_LIMITS } from "./agentskills.ts";

/**
 * Metis: two roots, one level deep, strict parsing, workspace before global, frozen during a session. It has no concept
 * of trust, so choosing this profile means trusting the workspace. A repository cannot choose it.
 */
export const metis: Profile = {
  name: "metis",
  format: {
    fileNames: ["SKILL.md"],
    strict: true,
    infer: false,
    severities: {
      "format.name-length": "error",
      "format.name-uppercase": "error",
      "format.name-characters": "error",
      "format.name-not-ascii": "error",
      "format.name-hyphens": "error",
      "format.name-mismatch": "error",
      "format.field-coerced": "error",
      "format.description-length": "error",
      "format.license-type": "error",
      "format.compatibility-type": "error",
      "format.compatibility-empty": "off",
      "format.compatibility-length": "error",
      "format.metadata-type": "error",
      "format.metadata-value": "error",
      "format.metadata-coerced": "off",
      "format.metadata-null": "error",
      "format.metadata-date": "error",
      "format.allowed-tools-type": "error",
      "format.allowed-tools-commas": "off",
      "format.byte-order-mark": "error",
      "format.blank-before-frontmatter": "error",
      "format.delimiter-space": "error",
      "format.yaml-repaired": "error",
      "format.yaml-salvaged": "error",
      "format.unknown-field": "off",
      "format.extension-field": "off",
      "format.field-type": "off",
      "format.field-value": "off",
      "format.unreachable": "off",
      "discovery.skill-at-root": "off",
      "discovery.not-a-file": "off",
    },
  },
  // "Fields not listed are accepted but are ignored by the loader."
  fields: [],
  discovery: {
    providers: [
      {
        id: "metis",
        level: "project",
        priority: 100,
        roots: [{ at: "{cwd}/.metis/skills" }],
        depth: 1,
        requires: ["name", "description"],
        trust: "trusted",
      },
      {
        id: "metis",
        level: "user",
        priority: 100,
        roots: [{ at: "{home}/.metis/skills" }],
        depth: 1,
        requires: ["name", "description"],
        trust: "trusted",
      },
    ],
    custom: {
      id: "custom",
      level: "custom",
      priority: 90,
      depth: 1,
      requires: ["name", "description"],
      trust: "trusted",
    },
    limits: DEFAULT_LIMITS,
    resources: "demand",
    bodies: "frozen",
    contextFiles: false,
  },
  resolution: { ...agentskills.resolution, copies: "reported" },
  catalog: {
    heading: "## Available skills",
    instructions: "Use `skill_search(query)` to filter and `skill_load(name)` to read a body.",
    fileInstructions: "Read the SKILL.md at a skill's location to get its body.",
    format: "lines",
    location: false,
    levelNames: {
      builtin: "global",
      plugin: "global",
      user: "global",
      project: "workspace",
      custom: "workspace",
    },
  },
  tools: [
    {
      operation: "search",
      name: "skill_search",
      description: "Filter the skills by words in their name or description.",
      properties: { query: {}, limit: {} },
    },
    {
      operation: "load",
      name: "skill_load",
      description: "Return the full body of a skill.",
      properties: { name: { maxLength: 64 } },
    },
  ],
  // Only the model activates skills.
  commands: NO_COMMANDS,
  matching: { mode: "explicit", evidence: "fused", top: 3, automatic: false },
  search: "substring",
  activation: {
    ...DEFAULT_ACTIVATION,
    wrapper: "heading",
    outlineAbove: Number.POSITIVE_INFINITY,
    unknownName: "plain",
  },
  rules: "spec",
};
