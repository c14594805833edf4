import type { Profile } from "../profile.ts";
import { agentskills, DEFAULT_LIMITS, UNLIMITED_ACTIVATION } from "./agentskills.ts";

/**
 * AIOS: four sources with numbered priorities; the vault is the source of truth. All four belong to the user and only
 * agent-written skills are reviewed there, so choosing this profile means trusting the vault. A repository cannot
 * choose it.
 */
export const aios: Profile = {
  name: "aios",
  // AIOS defines most of these fields itself.
  format: { ...agentskills.format, severities: { "format.extension-field": "off" } },
  fields: "all",
  discovery: {
    providers: [
      {
        id: "vault",
        level: "project",
        priority: 2,
        roots: [{ at: "{cwd}/{AIOS_VAULT}/skills" }, { at: "{cwd}/skills", unless: "AIOS_VAULT" }],
        depth: 6,
        requires: ["name", "description"],
        trust: "trusted",
      },
      {
        id: "user",
        level: "user",
        priority: 1,
        roots: [{ at: "{home}/.metaglass/skills" }],
        depth: 6,
        requires: ["name", "description"],
        trust: "trusted",
      },
      {
        id: "plugin",
        level: "plugin",
        priority: 1,
        roots: [{ at: "{home}/.metaglass/plugins/*/skills" }],
        depth: 6,
        requires: ["name", "description"],
        trust: "trusted",
      },
      {
        id: "builtin",
        level: "builtin",
        priority: 0,
        roots: [{ at: "{cwd}/{AIOS_BUILTIN_SKILLS}" }],
        depth: 6,
        requires: ["name", "description"],
        trust: "trusted",
      },
    ],
    custom: {
      id: "custom",
      level: "custom",
      priority: 1,
      depth: 6,
      requires: ["name", "description"],
      trust: "trusted",
    },
    limits: DEFAULT_LIMITS,
    resources: "discovery",
    bodies: "cached",
    contextFiles: false,
  },
  resolution: {
    order: ["priority", "first"],
    levels: [["project"], ["user", "plugin", "custom"], ["builtin"], ["agent"]],
    filters: "before",
    copies: "silent",
    acrossLevels: "info",
    toolsRequired: true,
  },
  catalog: {
    heading: "## Available skills",
    instructions: agentskills.catalog.instructions,
    fileInstructions: agentskills.catalog.fileInstructions,
    format: "lines",
    location: false,
    levelNames: {
      agent: "agent",
      builtin: "builtin",
      plugin: "plugin",
      user: "user",
      project: "vault",
      custom: "user",
    },
  },
  tools: agentskills.tools,
  toolsOffered: "usable",
  commands: agentskills.commands,
  matching: { mode: "eager", top: 3, automatic: true },
  search: "relevance",
  activation: { ...UNLIMITED_ACTIVATION, repeat: "pointer" },
  runs: "start",
  authoring: {
    mode: "off",
    tools: [
      ...agentskills.authoring.tools,
      {
        operation: "create",
        // The document writes `skill.create`, but APIs of models allow no dots in names.
        name: "skill_create",
        description: "Propose a new skill. The user reviews it before anything changes.",
      },
    ],
  },
  mcp: agentskills.mcp,
  rules: "aios",
};
