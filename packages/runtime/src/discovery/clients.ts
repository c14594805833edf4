import type { RootPattern } from "../profile.ts";

/** A client that keeps skills one level below one folder of a project and one of the user. */
export interface Client {
  readonly id: string;
  /** Relative to a project; absent when the client reads the shared `.agents/skills` there. */
  readonly project?: string;
  readonly user: readonly RootPattern[];
}

/** Clients whose folders are all that is particular about them; a new one is a new row. */
export const CLIENTS: readonly Client[] = [
  { id: "adal", project: ".adal/skills", user: [{ at: "{home}/.adal/skills" }] },
  { id: "aider-desk", project: ".aider-desk/skills", user: [{ at: "{home}/.aider-desk/skills" }] },
  { id: "amp", user: [{ at: "{config}/agents/skills" }] },
  {
    id: "antigravity",
    user: [{ at: "{home}/.gemini/antigravity/skills" }, { at: "{home}/.gemini/antigravity-cli/skills" }],
  },
  { id: "astrbot", user: [{ at: "{home}/.astrbot/data/skills" }] },
  { id: "augment", project: ".augment/skills", user: [{ at: "{home}/.augment/skills" }] },
  { id: "autohand", project: ".autohand/skills", user: movable("AUTOHAND_HOME", "{home}/.autohand") },
  { id: "bob", project: ".bob/skills", user: [{ at: "{home}/.bob/skills" }] },
  { id: "codearts", project: ".codeartsdoer/skills", user: [{ at: "{home}/.codeartsdoer/skills" }] },
  { id: "codebuddy", project: ".codebuddy/skills", user: [{ at: "{home}/.codebuddy/skills" }] },
  { id: "codemaker", project: ".codemaker/skills", user: [{ at: "{home}/.codemaker/skills" }] },
  { id: "codestudio", project: ".codestudio/skills", user: [{ at: "{home}/.codestudio/skills" }] },
  { id: "command-code", project: ".commandcode/skills", user: [{ at: "{home}/.commandcode/skills" }] },
  { id: "continue", project: ".continue/skills", user: [{ at: "{home}/.continue/skills" }] },
  { id: "cortex", project: ".cortex/skills", user: [{ at: "{home}/.snowflake/cortex/skills" }] },
  { id: "crush", project: ".crush/skills", user: [{ at: "{config}/crush/skills" }] },
  { id: "deepagents", project: ".deepagents/skills", user: [{ at: "{home}/.deepagents/agent/skills" }] },
  { id: "devin", project: ".devin/skills", user: [{ at: "{config}/devin/skills" }] },
  { id: "droid", project: ".factory/skills", user: [{ at: "{home}/.factory/skills" }] },
  { id: "firebender", user: [{ at: "{home}/.firebender/skills" }] },
  { id: "forge", project: ".forge/skills", user: [{ at: "{home}/.forge/skills" }] },
  { id: "grok", project: ".grok/skills", user: movable("GROK_HOME", "{home}/.grok") },
  { id: "iflow", project: ".iflow/skills", user: [{ at: "{home}/.iflow/skills" }] },
  { id: "inference-sh", project: ".inferencesh/skills", user: [{ at: "{home}/.inferencesh/skills" }] },
  { id: "jazz", project: ".jazz/skills", user: [{ at: "{home}/.jazz/skills" }] },
  { id: "junie", project: ".junie/skills", user: [{ at: "{home}/.junie/skills" }] },
  {
    id: "kilo",
    project: ".kilocode/skills",
    user: [{ at: "{home}/.kilo/skills" }, { at: "{home}/.kilocode/skills" }],
  },
  { id: "kimchi", project: ".kimchi/skills", user: [{ at: "{config}/kimchi/harness/skills" }] },
  { id: "kiro", project: ".kiro/skills", user: [{ at: "{home}/.kiro/skills" }] },
  { id: "kode", project: ".kode/skills", user: [{ at: "{home}/.kode/skills" }] },
  { id: "lingma", project: ".lingma/skills", user: [{ at: "{home}/.lingma/skills" }] },
  { id: "mcpjam", project: ".mcpjam/skills", user: [{ at: "{home}/.mcpjam/skills" }] },
  { id: "minimax", project: ".minimax/skills", user: [{ at: "{home}/.minimax/skills" }] },
  { id: "moxby", project: ".moxby/skills", user: [{ at: "{home}/.moxby/skills" }] },
  { id: "mux", project: ".mux/skills", user: [{ at: "{home}/.mux/skills" }] },
  { id: "neovate", project: ".neovate/skills", user: [{ at: "{home}/.neovate/skills" }] },
  { id: "ona", project: ".ona/skills", user: [{ at: "{home}/.ona/skills" }] },
  { id: "openhands", project: ".openhands/skills", user: [{ at: "{home}/.openhands/skills" }] },
  { id: "pochi", project: ".pochi/skills", user: [{ at: "{home}/.pochi/skills" }] },
  { id: "posit", project: ".posit/assistant/skills", user: [{ at: "{home}/.posit/assistant/skills" }] },
  {
    id: "qoder",
    project: ".qoder/skills",
    user: [{ at: "{home}/.qoder/skills" }, { at: "{home}/.qoder-cn/skills" }],
  },
  { id: "qwen", project: ".qwen/skills", user: [{ at: "{home}/.qwen/skills" }] },
  { id: "reasonix", project: ".reasonix/skills", user: [{ at: "{home}/.reasonix/skills" }] },
  { id: "roo", project: ".roo/skills", user: [{ at: "{home}/.roo/skills" }] },
  { id: "rovodev", project: ".rovodev/skills", user: [{ at: "{home}/.rovodev/skills" }] },
  { id: "tabnine", project: ".tabnine/agent/skills", user: [{ at: "{home}/.tabnine/agent/skills" }] },
  { id: "terramind", project: ".terramind/skills", user: [{ at: "{home}/.terramind/skills" }] },
  { id: "tinycloud", project: ".tinycloud/skills", user: [{ at: "{home}/.tinycloud/skills" }] },
  {
    id: "trae",
    project: ".trae/skills",
    user: [{ at: "{home}/.trae/skills" }, { at: "{home}/.trae-cn/skills" }],
  },
  { id: "vibe", project: ".vibe/skills", user: movable("VIBE_HOME", "{home}/.vibe") },
  { id: "windsurf", project: ".windsurf/skills", user: [{ at: "{home}/.codeium/windsurf/skills" }] },
  { id: "zcode", project: ".zcode/skills", user: [{ at: "{home}/.zcode/skills" }] },
  { id: "zencoder", project: ".zencoder/skills", user: [{ at: "{home}/.zencoder/skills" }] },
];

/** A client's folder that an environment variable can move. */
export function movable(variable: string, folder: string, below = "skills"): readonly RootPattern[] {
  return [{ at: `{${variable}}/${below}` }, { at: `${folder}/${below}`, unless: variable }];
}
