import type { RuntimeOptions } from "../options.ts";
import type { Profile, Provider } from "../profile.ts";
import { agentskills, DEFAULT_LIMITS, UNLIMITED_ACTIVATION } from "./agentskills.ts";

const foreign = { depth: 1, requires: [] } as const satisfies Partial<Provider>;

/**
 * Pisces: providers by priority, then by registration; one level deep; skills of other vendors need no description. It
 * has no concept of trust, so choosing this profile means trusting the project and the plugins. A repository cannot
 * choose it.
 */
export const pisces: Profile = {
  name: "pisces",
  format: { ...agentskills.format, fileNames: ["SKILL.md"] },
  // All other keys are "unknown metadata".
  fields: ["globs", "alwaysApply"],
  discovery: {
    providers: [
      {
        id: "native",
        level: "project",
        priority: 100,
        roots: [{ at: "{up}/.pisces/skills" }],
        depth: 1,
        requires: ["description"],
        trust: "trusted",
      },
      {
        id: "native",
        level: "user",
        priority: 100,
        roots: [{ at: "{home}/.pisces/skills" }],
        depth: 1,
        requires: ["description"],
        trust: "trusted",
      },
      {
        id: "claude",
        level: "project",
        priority: 80,
        roots: [{ at: "{up}/.claude/skills" }],
        trust: "trusted",
        ...foreign,
      },
      {
        id: "claude",
        level: "user",
        priority: 80,
        roots: [{ at: "{home}/.claude/skills" }],
        trust: "trusted",
        ...foreign,
      },
      {
        id: "claude-plugins",
        level: "plugin",
        priority: 70,
        roots: [{ at: "{home}/.claude/plugins/cache/*/*/*/skills" }],
        trust: "trusted",
        ...foreign,
      },
      {
        id: "agents",
        level: "project",
        priority: 70,
        roots: [{ at: "{up}/.agents/skills" }],
        trust: "trusted",
        ...foreign,
      },
      {
        id: "agents",
        level: "user",
        priority: 70,
        roots: [{ at: "{home}/.agents/skills" }],
        trust: "trusted",
        ...foreign,
      },
      {
        id: "codex",
        level: "user",
        priority: 70,
        roots: [{ at: "{home}/.codex/skills" }],
        trust: "trusted",
        ...foreign,
      },
    ],
    switches: ["codex:user", "claude:user", "claude:project", "native:user", "native:project"],
    custom: {
      id: "custom",
      level: "custom",
      priority: -1,
      depth: 1,
      requires: ["description"],
      trust: "trusted",
    },
    limits: DEFAULT_LIMITS,
    resources: "demand",
    bodies: "on-load",
    contextFiles: true,
  },
  resolution: {
    order: ["priority", "first"],
    levels: agentskills.resolution.levels,
    filters: "after",
    copies: "reported",
    acrossLevels: "warning",
    toolsRequired: false,
  },
  catalog: {
    ...agentskills.catalog,
    instructions: "When a task fits a skill, read `skill://<name>` before you begin.",
    needsTool: "read",
  },
  tools: [],
  toolsOffered: "usable",
  commands: { spellings: ["/skill:name"], exact: true },
  matching: { mode: "explicit", top: 3, automatic: false },
  search: "relevance",
  activation: { ...UNLIMITED_ACTIVATION, wrapper: "message", contentTypes: "markdown-or-plain" },
  runs: "off",
  authoring: agentskills.authoring,
  mcp: agentskills.mcp,
  rules: "spec",
};

/** The `skills.*` settings of Pisces. Switches default to on. */
export interface PiscesSettings {
  readonly enabled?: boolean;
  readonly enableSkillCommands?: boolean;
  readonly enableCodexUser?: boolean;
  readonly enableClaudeUser?: boolean;
  readonly enableClaudeProject?: boolean;
  readonly enablePiscesUser?: boolean;
  readonly enablePiscesProject?: boolean;
  readonly customDirectories?: readonly string[];
  readonly ignoredSkills?: readonly string[];
  readonly includeSkills?: readonly string[];
}

/** Converts Pisces settings to options. */
export function piscesOptions(settings: PiscesSettings = {}): RuntimeOptions {
  return {
    profile: pisces,
    enabled: settings.enabled ?? true,
    commands: settings.enableSkillCommands ?? true,
    providers: {
      "codex:user": settings.enableCodexUser ?? true,
      "claude:user": settings.enableClaudeUser ?? true,
      "claude:project": settings.enableClaudeProject ?? true,
      "native:user": settings.enablePiscesUser ?? true,
      "native:project": settings.enablePiscesProject ?? true,
    },
    roots: settings.customDirectories ?? [],
    ignore: settings.ignoredSkills ?? [],
    include: settings.includeSkills ?? [],
  };
}
