import type { Client, ListedFolders } from "./client.ts";
import { FOLDER_CLIENTS } from "./folder-clients.ts";
import { CODEX_SYSTEM, inApplicationFolder, movable } from "./patterns.ts";

/** agentskills.io: a depth of 4 to 6 levels is enough. Clients that search one level deep are read one level deep. */
const DEEP = 6;

/** On Windows, Claude Desktop is installed as a package, and a package reads only its own copy of AppData. */
const DESKTOP_PACKAGE = "Packages/Claude_*/LocalCache/Roaming/Claude/claude_desktop_config.json";

/** The day on which the prompts of the clients were captured. */
const CAPTURED = "2026-11-17";

/** Every client that knowhow supports, one row each. Earlier rows take precedence. */
export const CLIENTS: readonly Client[] = [
  {
    id: "claude-code",
    title: "Claude Code",
    program: { commands: ["claude"], packages: ["@anthropic-ai/claude-code"] },
    skills: {
      provider: "claude",
      priority: 80,
      project: [".claude/skills"],
      user: movable("CLAUDE_CONFIG_DIR", "{home}/.claude"),
      plugins: {
        provider: "claude-plugins",
        priority: 70,
        roots: movable("CLAUDE_CONFIG_DIR", "{home}/.claude", "plugins/cache/*/*/*/skills"),
      },
    },
    mcp: {
      format: "jsonc",
      container: ["mcpServers"],
      project: [".mcp.json"],
      user: movable("CLAUDE_CONFIG_DIR", "{home}", ".claude.json"),
      stdio: { type: "stdio", words: "split" },
      http: { type: "http", url: "url", token: { header: ["${", "}"] } },
    },
    prompt: {
      names: ["claude-code"],
      captured: { version: "2.1.325", on: CAPTURED },
      instructions: [{ upTo: "2.1.295", characters: 2_048 }, { characters: 4_096 }],
      lists: bothLevels("claude", 1),
      listCharacters: 24_000,
      waitsForLists: true,
    },
  },
  {
    id: "claude-desktop",
    title: "Claude Desktop",
    mcp: {
      format: "jsonc",
      container: ["mcpServers"],
      project: [],
      user: [
        { at: `{LOCALAPPDATA}/${DESKTOP_PACKAGE}`, os: ["win32"], only: true },
        {
          at: `{home}/AppData/Local/${DESKTOP_PACKAGE}`,
          os: ["win32"],
          unless: "LOCALAPPDATA",
          only: true,
        },
        ...inApplicationFolder("Claude/claude_desktop_config.json"),
      ],
      stdio: { words: "split" },
    },
  },
  {
    id: "codex",
    title: "Codex",
    program: { commands: ["codex"], packages: ["@openai/codex"] },
    skills: {
      priority: 70,
      depth: DEEP,
      project: [".codex/skills"],
      user: [
        ...movable("CODEX_HOME", "{home}/.codex"),
        // The skills that Codex installs itself.
        ...movable("CODEX_HOME", "{home}/.codex", CODEX_SYSTEM),
        { at: "/etc/codex/skills", os: ["linux", "darwin"] },
      ],
    },
    mcp: {
      format: "toml",
      container: ["mcp_servers"],
      project: [".codex/config.toml"],
      user: movable("CODEX_HOME", "{home}/.codex", "config.toml"),
      stdio: { words: "split" },
      http: { url: "url", token: { key: "bearer_token_env_var" } },
    },
    prompt: {
      names: ["codex-mcp-client"],
      captured: { version: "0.166.0", on: CAPTURED },
      instructions: [{}],
      lists: [...bothLevels("agents", DEEP), ...bothLevels("codex", DEEP)],
    },
  },
  {
    id: "gemini",
    title: "Gemini CLI",
    program: { commands: ["gemini"], packages: ["@google/gemini-cli"] },
    skills: {
      priority: 60,
      project: [".gemini/skills"],
      user: [{ at: "{home}/.gemini/skills" }],
      plugins: { priority: 60, roots: [{ at: "{home}/.gemini/extensions/*/skills" }] },
    },
    mcp: {
      format: "jsonc",
      container: ["mcpServers"],
      project: [".gemini/settings.json"],
      user: [{ at: "{home}/.gemini/settings.json" }],
      stdio: { words: "split" },
      http: { url: "httpUrl", token: { header: ["${", "}"] } },
    },
    prompt: {
      names: ["gemini-cli-mcp-client"],
      captured: { version: "0.61.0", on: CAPTURED },
      instructions: [{}],
      lists: [...bothLevels("agents", 1, true), ...bothLevels("gemini", 1, true)],
    },
  },
  {
    id: "copilot",
    title: "Copilot CLI",
    program: { commands: ["copilot"], packages: ["@github/copilot"] },
    skills: { priority: 60, project: [".github/skills"], user: [{ at: "{home}/.copilot/skills" }] },
    mcp: {
      format: "jsonc",
      container: ["mcpServers"],
      project: [".github/mcp.json"],
      user: movable("COPILOT_HOME", "{home}/.copilot", "mcp-config.json"),
      stdio: { type: "local", words: "split" },
      http: { type: "http", url: "url", token: { header: ["${", "}"] } },
    },
    prompt: {
      names: ["copilot-cli"],
      captured: { version: "1.0.102", on: CAPTURED },
      instructions: [{ characters: 0 }],
      lists: [
        ...bothLevels("agents", DEEP),
        ...bothLevels("copilot", DEEP),
        { provider: "claude", level: "project", depth: DEEP },
      ],
    },
  },
  {
    id: "cursor",
    title: "Cursor",
    program: { commands: ["cursor", "cursor-agent"], packages: ["Cursor"] },
    skills: { priority: 60, project: [".cursor/skills"], user: [{ at: "{home}/.cursor/skills" }] },
    mcp: {
      format: "jsonc",
      container: ["mcpServers"],
      project: [".cursor/mcp.json"],
      user: [{ at: "{home}/.cursor/mcp.json" }],
      stdio: { words: "split" },
      http: { url: "url", token: { header: ["${env:", "}"] } },
    },
  },
  {
    id: "vscode",
    title: "VS Code",
    program: { commands: ["code"], packages: ["Code"] },
    mcp: {
      format: "jsonc",
      container: ["servers"],
      project: [".vscode/mcp.json"],
      user: inApplicationFolder("Code/User/mcp.json"),
      stdio: { type: "stdio", words: "split" },
      http: { type: "http", url: "url", token: { header: ["${env:", "}"] } },
    },
  },
  {
    id: "opencode",
    title: "opencode",
    program: { commands: ["opencode"], packages: ["opencode-ai"] },
    skills: {
      priority: 60,
      depth: DEEP,
      project: [".opencode/skills", ".opencode/skill"],
      user: [
        { at: "{OPENCODE_CONFIG_DIR}/skills" },
        { at: "{config}/opencode/skills" },
        { at: "{config}/opencode/skill" },
      ],
    },
    mcp: {
      format: "jsonc",
      container: ["mcp"],
      newerContainer: "servers",
      project: ["opencode.json", "opencode.jsonc", ".opencode/opencode.json", ".opencode/opencode.jsonc"],
      user: [{ at: "{config}/opencode/opencode.json" }, { at: "{config}/opencode/opencode.jsonc" }],
      stdio: { type: "local", words: "joined" },
      http: { type: "remote", url: "url", token: { header: ["{env:", "}"] } },
    },
    prompt: {
      names: ["opencode"],
      captured: { version: "1.18.33", on: CAPTURED },
      instructions: [{}],
      lists: [...bothLevels("claude", DEEP), ...bothLevels("agents", DEEP), ...bothLevels("opencode", DEEP)],
    },
  },
  {
    id: "openclaw",
    title: "OpenClaw",
    skills: {
      priority: 60,
      depth: DEEP,
      user: [
        { at: "{home}/.openclaw/workspace/skills" },
        { at: "{home}/.openclaw/skills" },
        { at: "{home}/.clawdbot/skills" },
        { at: "{home}/.moltbot/skills" },
      ],
    },
  },
  {
    id: "hermes",
    title: "Hermes Agent",
    skills: {
      priority: 60,
      depth: DEEP,
      project: [".hermes/skills"],
      user: movable("HERMES_HOME", "{home}/.hermes"),
    },
  },
  {
    id: "goose",
    title: "Goose",
    program: { commands: ["goose"], packages: [] },
    skills: {
      priority: 60,
      project: [".goose/skills"],
      user: [{ at: "{config}/goose/skills" }, { at: "{APPDATA}/Block/goose/config/skills", os: ["win32"] }],
    },
  },
  {
    id: "pi",
    title: "Pi",
    program: { commands: ["pi"], packages: ["@mariozechner/pi-coding-agent"] },
    skills: {
      priority: 60,
      depth: DEEP,
      project: [".pi/skills"],
      user: [{ at: "{home}/.pi/agent/skills" }],
    },
  },
  ...FOLDER_CLIENTS,
];

function bothLevels(provider: string, depth: number, hereOnly = false): readonly ListedFolders[] {
  return [
    { provider, level: "user", depth },
    { provider, level: "project", depth, ...(hereOnly ? { hereOnly } : {}) },
  ];
}
