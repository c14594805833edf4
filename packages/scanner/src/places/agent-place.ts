/** What a path lets somebody change for later: `agent` instructs or configures an agent, `login` runs at a later time. */
export interface LastingPlace {
  readonly what: string;
  readonly kind: "agent" | "login";
}

/** The lasting effect of a write to a path, or undefined. */
export function lastingPlace(path: string): LastingPlace | undefined {
  if (path.length > 1_000) return undefined;
  return PLACES.find(({ pattern }) => pattern.test(path));
}

const PLACES: readonly (LastingPlace & { readonly pattern: RegExp })[] = [
  { what: "scheduled jobs", kind: "login", pattern: /\/etc\/cron|\/var\/spool\/cron|\bcrontab$/i },
  { what: "a launch agent", kind: "login", pattern: /Library[/\\]Launch(?:Agents|Daemons)/i },
  {
    what: "a system service",
    kind: "login",
    pattern: /systemd[/\\](?:system|user)|\/etc\/init\.d|\/etc\/rc\.local/i,
  },
  {
    what: "a program that starts at login",
    kind: "login",
    pattern: /\.config[/\\]autostart|Start Menu[/\\]Programs[/\\]Startup|CurrentVersion\\Run/i,
  },
  {
    what: "the start of every shell",
    kind: "login",
    pattern:
      /(?:^|[/\\~])\.(?:bashrc|zshrc|profile|bash_profile|zprofile|zshenv|zlogin|bash_login)$|\/etc\/profile|config\.fish$|Microsoft\.PowerShell_profile/i,
  },
  { what: "who may log in over SSH", kind: "login", pattern: /\.ssh[/\\]authorized_keys/i },
  { what: "Git hooks", kind: "login", pattern: /\.git[/\\]hooks[/\\]/i },
  {
    what: "the instructions of an agent",
    kind: "agent",
    pattern:
      /(?:^|[/\\])(?:CLAUDE|AGENTS|GEMINI|SOUL|MEMORY|HEARTBEAT|BOOTSTRAP)\.md$|\.cursorrules$|\.windsurfrules$|copilot-instructions\.md$|\.cursor[/\\]rules/,
  },
  {
    what: "the settings of an agent",
    kind: "agent",
    pattern:
      /\.claude[/\\](?:settings[\w.]*\.json|hooks|commands|agents)|\.mcp\.json$|mcp_servers?\.json$|\.codex[/\\]config\.toml|claude_desktop_config\.json|\.(?:openclaw|clawdbot|moltbot)[/\\](?:openclaw|clawdbot|moltbot)\.json|\.gemini[/\\]settings\.json/i,
  },
];
