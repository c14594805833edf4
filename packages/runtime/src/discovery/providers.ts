import type { Provider } from "../profile.ts";
import { CLIENTS, type Client, movable } from "./clients.ts";

/** agentskills.io: a walk of 4 to 6 levels is enough; clients that look one level deep are read one level deep. */
const DEEP = 6;

const user = { level: "user", depth: 1, requires: ["description"], trust: "trusted" } as const;
const project = { level: "project", depth: 1, requires: ["description"], trust: "ask" } as const;
const plugin = { level: "plugin", depth: 1, requires: ["description"], trust: "ask" } as const;

/** Where known clients keep skills: one row per client and level, strongest first. */
export const PROVIDERS: readonly Provider[] = [
  { id: "native", priority: 100, ...project, depth: DEEP, roots: [{ at: "{up}/.knowhow/skills" }] },
  { id: "native", priority: 100, ...user, depth: DEEP, roots: [{ at: "{home}/.knowhow/skills" }] },
  { id: "claude", priority: 80, ...project, roots: [{ at: "{up}/.claude/skills" }] },
  { id: "claude", priority: 80, ...user, roots: movable("CLAUDE_CONFIG_DIR", "{home}/.claude") },
  {
    id: "claude-plugins",
    priority: 70,
    ...plugin,
    roots: movable("CLAUDE_CONFIG_DIR", "{home}/.claude", "plugins/cache/*/*/*/skills"),
  },
  { id: "agents", priority: 70, ...project, depth: DEEP, roots: [{ at: "{up}/.agents/skills" }] },
  { id: "agents", priority: 70, ...user, depth: DEEP, roots: [{ at: "{home}/.agents/skills" }] },
  { id: "codex", priority: 70, ...project, depth: DEEP, roots: [{ at: "{up}/.codex/skills" }] },
  {
    id: "codex",
    priority: 70,
    ...user,
    depth: DEEP,
    roots: [...movable("CODEX_HOME", "{home}/.codex"), { at: "/etc/codex/skills", os: ["linux", "darwin"] }],
  },
  { id: "gemini", priority: 60, ...project, roots: [{ at: "{up}/.gemini/skills" }] },
  { id: "gemini", priority: 60, ...user, roots: [{ at: "{home}/.gemini/skills" }] },
  { id: "gemini", priority: 60, ...plugin, roots: [{ at: "{home}/.gemini/extensions/*/skills" }] },
  { id: "copilot", priority: 60, ...project, roots: [{ at: "{up}/.github/skills" }] },
  { id: "copilot", priority: 60, ...user, roots: [{ at: "{home}/.copilot/skills" }] },
  { id: "cursor", priority: 60, ...project, roots: [{ at: "{up}/.cursor/skills" }] },
  { id: "cursor", priority: 60, ...user, roots: [{ at: "{home}/.cursor/skills" }] },
  {
    id: "opencode",
    priority: 60,
    ...project,
    depth: DEEP,
    roots: [{ at: "{up}/.opencode/skills" }, { at: "{up}/.opencode/skill" }],
  },
  {
    id: "opencode",
    priority: 60,
    ...user,
    depth: DEEP,
    roots: [
      { at: "{OPENCODE_CONFIG_DIR}/skills" },
      { at: "{config}/opencode/skills" },
      { at: "{config}/opencode/skill" },
    ],
  },
  {
    id: "openclaw",
    priority: 60,
    ...user,
    depth: DEEP,
    roots: [
      { at: "{home}/.openclaw/workspace/skills" },
      { at: "{home}/.openclaw/skills" },
      { at: "{home}/.clawdbot/skills" },
      { at: "{home}/.moltbot/skills" },
    ],
  },
  { id: "hermes", priority: 60, ...project, depth: DEEP, roots: [{ at: "{up}/.hermes/skills" }] },
  { id: "hermes", priority: 60, ...user, depth: DEEP, roots: movable("HERMES_HOME", "{home}/.hermes") },
  { id: "goose", priority: 60, ...project, roots: [{ at: "{up}/.goose/skills" }] },
  {
    id: "goose",
    priority: 60,
    ...user,
    roots: [{ at: "{config}/goose/skills" }, { at: "{APPDATA}/Block/goose/config/skills", os: ["win32"] }],
  },
  { id: "pi", priority: 60, ...project, depth: DEEP, roots: [{ at: "{up}/.pi/skills" }] },
  { id: "pi", priority: 60, ...user, depth: DEEP, roots: [{ at: "{home}/.pi/agent/skills" }] },
  ...CLIENTS.flatMap(rowsOf),
];

function rowsOf(client: Client): readonly Provider[] {
  const { id } = client;
  const own: Provider = { id, priority: 50, ...user, roots: client.user };
  if (client.project === undefined) return [own];
  return [{ id, priority: 50, ...project, roots: [{ at: `{up}/${client.project}` }] }, own];
}
