import type { Client } from "./client.ts";
import { movable } from "./patterns.ts";

/** Clients of which only the skill folders are known: one level below one folder of a project and one of the user. */
export const FOLDER_CLIENTS: readonly Client[] = [
  { id: "adal", title: "AdaL", skills: { project: [".adal/skills"], user: [{ at: "{home}/.adal/skills" }] } },
  {
    id: "aider-desk",
    title: "AiderDesk",
    skills: { project: [".aider-desk/skills"], user: [{ at: "{home}/.aider-desk/skills" }] },
  },
  { id: "amp", title: "Amp", skills: { user: [{ at: "{config}/agents/skills" }] } },
  {
    id: "antigravity",
    title: "Antigravity",
    skills: {
      user: [{ at: "{home}/.gemini/antigravity/skills" }, { at: "{home}/.gemini/antigravity-cli/skills" }],
    },
  },
  { id: "astrbot", title: "AstrBot", skills: { user: [{ at: "{home}/.astrbot/data/skills" }] } },
  {
    id: "augment",
    title: "Augment",
    skills: { project: [".augment/skills"], user: [{ at: "{home}/.augment/skills" }] },
  },
  {
    id: "autohand",
    title: "Autohand Code",
    skills: { project: [".autohand/skills"], user: movable("AUTOHAND_HOME", "{home}/.autohand") },
  },
  { id: "bob", title: "IBM Bob", skills: { project: [".bob/skills"], user: [{ at: "{home}/.bob/skills" }] } },
  {
    id: "codearts",
    title: "CodeArts Agent",
    skills: { project: [".codeartsdoer/skills"], user: [{ at: "{home}/.codeartsdoer/skills" }] },
  },
  {
    id: "codebuddy",
    title: "CodeBuddy",
    skills: { project: [".codebuddy/skills"], user: [{ at: "{home}/.codebuddy/skills" }] },
  },
  {
    id: "codemaker",
    title: "Codemaker",
    skills: { project: [".codemaker/skills"], user: [{ at: "{home}/.codemaker/skills" }] },
  },
  {
    id: "codestudio",
    title: "Code Studio",
    skills: { project: [".codestudio/skills"], user: [{ at: "{home}/.codestudio/skills" }] },
  },
  {
    id: "command-code",
    title: "Command Code",
    skills: { project: [".commandcode/skills"], user: [{ at: "{home}/.commandcode/skills" }] },
  },
  {
    id: "continue",
    title: "Continue",
    skills: { project: [".continue/skills"], user: [{ at: "{home}/.continue/skills" }] },
  },
  {
    id: "cortex",
    title: "Cortex Code",
    skills: { project: [".cortex/skills"], user: [{ at: "{home}/.snowflake/cortex/skills" }] },
  },
  {
    id: "crush",
    title: "Crush",
    skills: { project: [".crush/skills"], user: [{ at: "{config}/crush/skills" }] },
  },
  {
    id: "deepagents",
    title: "Deep Agents",
    skills: { project: [".deepagents/skills"], user: [{ at: "{home}/.deepagents/agent/skills" }] },
  },
  {
    id: "devin",
    title: "Devin",
    skills: { project: [".devin/skills"], user: [{ at: "{config}/devin/skills" }] },
  },
  {
    id: "droid",
    title: "Droid",
    skills: { project: [".factory/skills"], user: [{ at: "{home}/.factory/skills" }] },
  },
  { id: "firebender", title: "Firebender", skills: { user: [{ at: "{home}/.firebender/skills" }] } },
  {
    id: "forge",
    title: "ForgeCode",
    skills: { project: [".forge/skills"], user: [{ at: "{home}/.forge/skills" }] },
  },
  {
    id: "grok",
    title: "Grok Build",
    skills: { project: [".grok/skills"], user: movable("GROK_HOME", "{home}/.grok") },
  },
  {
    id: "iflow",
    title: "iFlow CLI",
    skills: { project: [".iflow/skills"], user: [{ at: "{home}/.iflow/skills" }] },
  },
  {
    id: "inference-sh",
    title: "inference.sh",
    skills: { project: [".inferencesh/skills"], user: [{ at: "{home}/.inferencesh/skills" }] },
  },
  { id: "jazz", title: "Jazz", skills: { project: [".jazz/skills"], user: [{ at: "{home}/.jazz/skills" }] } },
  {
    id: "junie",
    title: "Junie",
    skills: { project: [".junie/skills"], user: [{ at: "{home}/.junie/skills" }] },
  },
  {
    id: "kilo",
    title: "Kilo Code",
    skills: {
      project: [".kilocode/skills"],
      user: [{ at: "{home}/.kilo/skills" }, { at: "{home}/.kilocode/skills" }],
    },
  },
  {
    id: "kimchi",
    title: "Kimchi",
    skills: { project: [".kimchi/skills"], user: [{ at: "{config}/kimchi/harness/skills" }] },
  },
  { id: "kiro", title: "Kiro", skills: { project: [".kiro/skills"], user: [{ at: "{home}/.kiro/skills" }] } },
  { id: "kode", title: "Kode", skills: { project: [".kode/skills"], user: [{ at: "{home}/.kode/skills" }] } },
  {
    id: "lingma",
    title: "Lingma",
    skills: { project: [".lingma/skills"], user: [{ at: "{home}/.lingma/skills" }] },
  },
  {
    id: "mcpjam",
    title: "MCPJam",
    skills: { project: [".mcpjam/skills"], user: [{ at: "{home}/.mcpjam/skills" }] },
  },
  {
    id: "minimax",
    title: "MiniMax Code",
    skills: { project: [".minimax/skills"], user: [{ at: "{home}/.minimax/skills" }] },
  },
  {
    id: "moxby",
    title: "Moxby",
    skills: { project: [".moxby/skills"], user: [{ at: "{home}/.moxby/skills" }] },
  },
  { id: "mux", title: "Mux", skills: { project: [".mux/skills"], user: [{ at: "{home}/.mux/skills" }] } },
  {
    id: "neovate",
    title: "Neovate",
    skills: { project: [".neovate/skills"], user: [{ at: "{home}/.neovate/skills" }] },
  },
  { id: "ona", title: "Ona", skills: { project: [".ona/skills"], user: [{ at: "{home}/.ona/skills" }] } },
  {
    id: "openhands",
    title: "OpenHands",
    skills: { project: [".openhands/skills"], user: [{ at: "{home}/.openhands/skills" }] },
  },
  {
    id: "pochi",
    title: "Pochi",
    skills: { project: [".pochi/skills"], user: [{ at: "{home}/.pochi/skills" }] },
  },
  {
    id: "posit",
    title: "Posit Assistant",
    skills: { project: [".posit/assistant/skills"], user: [{ at: "{home}/.posit/assistant/skills" }] },
  },
  {
    id: "qoder",
    title: "Qoder",
    skills: {
      project: [".qoder/skills"],
      user: [{ at: "{home}/.qoder/skills" }, { at: "{home}/.qoder-cn/skills" }],
    },
  },
  {
    id: "qwen",
    title: "Qwen Code",
    skills: { project: [".qwen/skills"], user: [{ at: "{home}/.qwen/skills" }] },
  },
  {
    id: "reasonix",
    title: "Reasonix",
    skills: { project: [".reasonix/skills"], user: [{ at: "{home}/.reasonix/skills" }] },
  },
  {
    id: "roo",
    title: "Roo Code",
    skills: { project: [".roo/skills"], user: [{ at: "{home}/.roo/skills" }] },
  },
  {
    id: "rovodev",
    title: "Rovo Dev",
    skills: { project: [".rovodev/skills"], user: [{ at: "{home}/.rovodev/skills" }] },
  },
  {
    id: "tabnine",
    title: "Tabnine CLI",
    skills: { project: [".tabnine/agent/skills"], user: [{ at: "{home}/.tabnine/agent/skills" }] },
  },
  {
    id: "terramind",
    title: "Terramind",
    skills: { project: [".terramind/skills"], user: [{ at: "{home}/.terramind/skills" }] },
  },
  {
    id: "tinycloud",
    title: "Tinycloud",
    skills: { project: [".tinycloud/skills"], user: [{ at: "{home}/.tinycloud/skills" }] },
  },
  {
    id: "trae",
    title: "Trae",
    skills: {
      project: [".trae/skills"],
      user: [{ at: "{home}/.trae/skills" }, { at: "{home}/.trae-cn/skills" }],
    },
  },
  {
    id: "vibe",
    title: "Mistral Vibe",
    skills: { project: [".vibe/skills"], user: movable("VIBE_HOME", "{home}/.vibe") },
  },
  {
    id: "windsurf",
    title: "Windsurf",
    skills: { project: [".windsurf/skills"], user: [{ at: "{home}/.codeium/windsurf/skills" }] },
  },
  {
    id: "zcode",
    title: "ZCode",
    skills: { project: [".zcode/skills"], user: [{ at: "{home}/.zcode/skills" }] },
  },
  {
    id: "zencoder",
    title: "Zencoder",
    skills: { project: [".zencoder/skills"], user: [{ at: "{home}/.zencoder/skills" }] },
  },
];
