import { metisRules } from "../format/rule-sets/metis.ts";
import { severitiesOf } from "../format/rule-sets/rule-set.ts";
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
      ...severitiesOf(metisRules),
      "format.compatibility-empty": "off",
      "format.metadata-coerced": "off",
      "format.allowed-tools-commas": "off",
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
      agent: "agent",
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
  toolsOffered: "all",
  // Only the model activates skills.
  commands: NO_COMMANDS,
  matching: { mode: "explicit", top: 3, automatic: false },
  search: "substring",
  activation: {
    ...DEFAULT_ACTIVATION,
    wrapper: "heading",
    outlineAbove: Number.POSITIVE_INFINITY,
    unknownName: "plain",
  },
  runs: "off",
  authoring: agentskills.authoring,
  // Metis is written in Python, so that MCP is how it uses this engine.
  mcp: { connection: "session", mount: false },
  rules: "metis",
};
