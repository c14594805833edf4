import { PROVIDERS } from "../discovery/providers.ts";
import type { ActivationPolicy, Profile, ToolNaming, WalkLimits } from "../profile.ts";

/** Larger than every public skill that was measured: 291 KB of body, 1,104 files, 15 MB. */
export const DEFAULT_LIMITS: WalkLimits = {
  directories: 2_000,
  entries: 200_000,
  skillBytes: 1024 * 1024,
  resources: 2_000,
  resourceBytes: 64 * 1024 * 1024,
};

/** Our own names; the aliases are names that models already know. */
export const OWN_TOOLS: readonly ToolNaming[] = [
  {
    operation: "search",
    name: "skill_search",
    description:
      "Find skills for a task, by name or by words that describe it. An empty query lists all skills.",
  },
  {
    operation: "load",
    name: "skill_load",
    aliases: ["load_skill", "activate_skill", "Skill", "skill"],
    description: "Load a skill's instructions before doing the task it describes.",
  },
  {
    operation: "read",
    name: "skill_read",
    aliases: ["read_skill_resource"],
    description: "Read a file of a loaded skill, or one section of a long one.",
  },
  {
    operation: "run",
    name: "skill_run",
    description:
      "Run a skill's workflow with its inputs, or one of its scripts with arguments in a sandbox. The result is the output, or what it waits for.",
  },
];

/** For conversations in which the model may propose skills. */
const AUTHORING_TOOLS: readonly ToolNaming[] = [
  {
    operation: "view",
    name: "skill_view",
    description:
      "Show a skill's files and its digest, and one file with line numbers, before you propose a change to it.",
  },
  {
    operation: "manage",
    name: "skill_manage",
    description:
      "Propose a new skill, or a change to an existing one, when you learned something that will help again. Nothing changes before the user has reviewed the proposal.",
  },
];

/** Twenty bodies or fifty thousand tokens: more than a task needs, but a limit for a runaway loop. */
export const DEFAULT_ACTIVATION: ActivationPolicy = {
  maxActivations: 20,
  maxTokens: 50_000,
  repeat: "pointer",
  unknownName: "suggest",
  wrapper: "structured",
  outlineAbove: 10_000,
  maxListedFiles: 50,
  firstArgument: 0,
  contentTypes: "by-ending",
};

/** For systems without limits: every load returns the whole text. */
export const UNLIMITED_ACTIVATION: ActivationPolicy = {
  ...DEFAULT_ACTIVATION,
  maxActivations: Number.POSITIVE_INFINITY,
  maxTokens: Number.POSITIVE_INFINITY,
  outlineAbove: Number.POSITIVE_INFINITY,
  repeat: "text",
};

/** The standard and its client guide: lenient parsing, the folders of every known client, project before user. */
export const agentskills: Profile = {
  name: "agentskills",
  format: { fileNames: ["SKILL.md", "skill.md"], strict: false, infer: false, severities: {} },
  fields: "all",
  discovery: {
    providers: PROVIDERS,
    custom: {
      id: "custom",
      level: "custom",
      priority: 90,
      depth: 6,
      hidden: true,
      requires: ["description"],
      trust: "trusted",
    },
    limits: DEFAULT_LIMITS,
    resources: "demand",
    bodies: "on-load",
    contextFiles: false,
  },
  resolution: {
    order: ["level", "priority", "first"],
    levels: [["custom"], ["project"], ["user"], ["plugin"], ["builtin"], ["agent"]],
    filters: "before",
    copies: "silent",
    acrossLevels: "info",
    toolsRequired: false,
  },
  catalog: {
    heading: "## Available skills",
    instructions: "When a task fits a skill, call `skill_load` with its name before you begin.",
    fileInstructions: "When a task fits a skill, read the SKILL.md at its location before you begin.",
    format: "lines",
    location: false,
    levelNames: {
      agent: "agent",
      builtin: "builtin",
      plugin: "plugin",
      user: "user",
      project: "project",
      custom: "custom",
    },
  },
  tools: OWN_TOOLS,
  toolsOffered: "usable",
  commands: { spellings: ["/name", "/skill:name", "$name"], exact: false },
  matching: { mode: "auto", top: 3, automatic: true },
  search: "relevance",
  activation: DEFAULT_ACTIVATION,
  runs: "offer",
  authoring: { mode: "off", tools: AUTHORING_TOOLS },
  mcp: { connection: "shared", mount: false },
  rules: "spec",
};
