import { NO_COMMANDS, type Profile } from "../profile.ts";
import { agentskills, DEFAULT_LIMITS, UNLIMITED_ACTIVATION } from "./agentskills.ts";

const SKILL_NAME = { name: "skill_name" } as const;

/**
 * autopoiesis: shipped and custom directories, recursive, a name is required, the later directory wins. It has no
 * concept of trust, so choosing this profile means trusting the directories of its environment. A repository cannot
 * choose it.
 */
export const autopoiesis: Profile = {
  name: "autopoiesis",
  format: {
    fileNames: ["SKILL.md"],
    strict: false,
    infer: false,
    // By contract, `metadata.tags` is a list.
    severities: { "format.metadata-value": "info" },
  },
  fields: ["version", "tags", "author"],
  discovery: {
    providers: [
      {
        id: "shipped",
        level: "builtin",
        priority: 0,
        roots: [{ at: "{cwd}/{SKILLS_DIR}" }, { at: "{cwd}/skills", unless: "SKILLS_DIR" }],
        depth: 6,
        requires: ["name"],
        trust: "trusted",
      },
      {
        id: "workspace",
        level: "project",
        priority: 0,
        roots: [
          { at: "{cwd}/{AGENT_WORKSPACE_ROOT}/{CUSTOM_SKILLS_DIR}" },
          { at: "{cwd}/{AGENT_WORKSPACE_ROOT}/skills", unless: "CUSTOM_SKILLS_DIR" },
          { at: "{cwd}/{CUSTOM_SKILLS_DIR}", unless: "AGENT_WORKSPACE_ROOT" },
        ],
        depth: 6,
        requires: ["name"],
        trust: "trusted",
      },
    ],
    custom: { id: "custom", level: "custom", priority: 0, depth: 6, requires: ["name"], trust: "trusted" },
    limits: DEFAULT_LIMITS,
    resources: "discovery",
    bodies: "on-load",
    contextFiles: false,
  },
  resolution: { ...agentskills.resolution, order: ["level", "last"] },
  catalog: {
    heading: "## Available skills",
    instructions: "Call `load_skill` with a skill's name to read its instructions.",
    fileInstructions: "Read the SKILL.md at a skill's location to get its instructions.",
    format: "lines",
    location: false,
    levelNames: {
      agent: "agent",
      builtin: "shipped",
      plugin: "shipped",
      user: "custom",
      project: "custom",
      custom: "custom",
    },
  },
  tools: [
    {
      operation: "list",
      name: "list_skills",
      description: "List the skills with description, version and tags.",
    },
    {
      operation: "load",
      name: "load_skill",
      description: "Load the full instructions of a skill.",
      arguments: SKILL_NAME,
    },
    {
      operation: "read",
      name: "read_skill_resource",
      description: "Read a file of a skill.",
      arguments: { ...SKILL_NAME, path: "resource_name" },
      properties: { name: {}, path: {}, page: {} },
      required: ["name", "path"],
    },
    {
      operation: "validate",
      name: "validate_skill",
      description: "Check a skill's structure and metadata.",
      arguments: SKILL_NAME,
    },
    {
      operation: "lint",
      name: "lint_skill",
      description: "Check a skill's instructions for style.",
      arguments: SKILL_NAME,
    },
    {
      operation: "run",
      name: "run_skill_script",
      description: "Run a script of a skill in a sandbox.",
      arguments: SKILL_NAME,
      mountedOnly: true,
    },
  ],
  toolsOffered: "all",
  // Only the model activates skills.
  commands: NO_COMMANDS,
  matching: { mode: "explicit", top: 3, automatic: false },
  search: "relevance",
  activation: UNLIMITED_ACTIVATION,
  runs: "off",
  authoring: agentskills.authoring,
  // autopoiesis is written in Python, so that MCP is how it uses this engine.
  mcp: { connection: "session", mount: true },
  rules: "autopoiesis",
};
