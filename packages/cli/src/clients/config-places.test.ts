import type { Environment } from "@knowhow/runtime";
import { MCP_CLIENT_IDS } from "@knowhow/runtime/toolkit";
import { describe, expect, it } from "vitest";
import { placesOf } from "./config-places.ts";

function around(
  platform: Environment["platform"],
  variables: Environment["variables"] = {},
  folders: Readonly<Record<string, readonly string[]>> = {},
) {
  const home = platform === "win32" ? "C:/Users/anna" : "/home/anna";
  const environment: Environment = {
    platform,
    home,
    cwd: "/work",
    variables,
    hasBinary: () => false,
    now: () => 0,
  };
  return { environment, project: "/work", list: (directory: string) => folders[directory] ?? [] };
}

const first = (id: (typeof MCP_CLIENT_IDS)[number], where: ReturnType<typeof around>) =>
  placesOf(id, "user", where)[0];

describe("the files of a client", () => {
  it("S10 lie where each system keeps the settings of programs with windows", () => {
    expect(first("vscode", around("linux"))).toBe("/home/anna/.config/Code/User/mcp.json");
    expect(first("vscode", around("darwin"))).toBe(
      "/home/anna/Library/Application Support/Code/User/mcp.json",
    );
    expect(first("vscode", around("win32"))).toBe("C:/Users/anna/AppData/Roaming/Code/User/mcp.json");
    expect(first("vscode", around("win32", { APPDATA: "D:\\roaming\\" }))).toBe(
      "D:/roaming/Code/User/mcp.json",
    );
    expect(first("claude-desktop", around("linux", { XDG_CONFIG_HOME: "/x" }))).toBe(
      "/x/Claude/claude_desktop_config.json",
    );
    expect(first("claude-desktop", around("darwin"))).toBe(
      "/home/anna/Library/Application Support/Claude/claude_desktop_config.json",
    );
  });

  it("S10 lie in the package's own folder when Claude Desktop is a package of Windows", () => {
    const usual = "C:/Users/anna/AppData/Roaming/Claude/claude_desktop_config.json";
    const packages = "C:/Users/anna/AppData/Local/Packages";
    expect(first("claude-desktop", around("win32"))).toBe(usual);
    expect(first("claude-desktop", around("win32", {}, { [packages]: ["Other_1", "Claudette_2"] }))).toBe(
      usual,
    );
    expect(first("claude-desktop", around("win32", {}, { [packages]: ["Other_1", "Claude_pzs8"] }))).toBe(
      `${packages}/Claude_pzs8/LocalCache/Roaming/Claude/claude_desktop_config.json`,
    );
  });

  it.each([
    ["CODEX_HOME", "codex", "/x/config.toml", "/home/anna/.codex/config.toml"],
    ["CLAUDE_CONFIG_DIR", "claude-code", "/x/.claude.json", "/home/anna/.claude.json"],
    ["XDG_CONFIG_HOME", "opencode", "/x/opencode/opencode.json", "/home/anna/.config/opencode/opencode.json"],
  ] as const)("S10 follow %s, but not when it is relative", (variable, id, moved, usual) => {
    expect(first(id, around("linux", { [variable]: "/x/" }))).toBe(moved);
    expect(first(id, around("linux", { [variable]: "x" }))).toBe(usual);
    expect(first(id, around("linux", { [variable]: "" }))).toBe(usual);
  });

  it("S10 stay below the project in its scope, and are refused with a hint where a client has none", () => {
    for (const id of MCP_CLIENT_IDS.filter((name) => name !== "claude-desktop")) {
      for (const path of placesOf(id, "project", around("linux"))) expect(path).toMatch(/^\/work\/[^/]/);
    }
    expect(() => placesOf("claude-desktop", "project", around("linux"))).toThrow(
      expect.objectContaining({ code: "mcp.install-unsupported", hint: "use --scope user" }),
    );
  });
});
