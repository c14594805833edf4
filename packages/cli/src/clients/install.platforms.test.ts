import { readFileSync } from "node:fs";
import { fakeEnvironment, type WrittenTree, writeTree } from "@knowhow/runtime/testing";
import type { McpClientId } from "@knowhow/runtime/toolkit";
import { afterEach, describe, expect, it } from "vitest";
import { onPlatform } from "../../../../test/support/on-platform.ts";
import { applyChange } from "../clients/apply-change.ts";
import { configPath } from "../clients/change.ts";
import { MCP_CLIENTS } from "../clients/mcp-clients.ts";
import { serverCommand } from "../clients/server-command.ts";

let tree: WrittenTree | undefined;
afterEach(() => tree?.remove());

const HOMES = { linux: "/home/ada", darwin: "/Users/ada", win32: "C:/Users/ada" } as const;

describe("S10 the file of a client on another system", () => {
  const place = (
    client: McpClientId,
    platform: keyof typeof HOMES,
    variables: Readonly<Record<string, string>> = {},
  ) => {
    const environment = fakeEnvironment({ platform, home: HOMES[platform], variables });
    const change = { client, scope: "user", name: "knowhow", entry: undefined, force: false } as const;
    return configPath({ ...change, environment, project: "/work" });
  };

  it.each([
    ["claude-code", ".claude.json"],
    ["cursor", ".cursor/mcp.json"],
    ["codex", ".codex/config.toml"],
    ["gemini", ".gemini/settings.json"],
    ["copilot", ".copilot/mcp-config.json"],
    ["opencode", ".config/opencode/opencode.json"],
  ] as const)("of %s is at the same place below every home", (client, path) => {
    for (const platform of ["linux", "darwin", "win32"] as const)
      expect(place(client, platform)).toBe(`${HOMES[platform]}/${path}`);
  });

  it("follows a variable that names a place on a drive, and ignores one that depends on the folder", () => {
    expect(place("codex", "win32", { CODEX_HOME: "D:\\codex\\" })).toBe("D:/codex/config.toml");
    expect(place("codex", "win32", { CODEX_HOME: "\\codex" })).toBe("/codex/config.toml");
    expect(place("codex", "win32", { CODEX_HOME: "D:codex" })).toBe("C:/Users/ada/.codex/config.toml");
    expect(place("codex", "darwin", { CODEX_HOME: "D:\\codex" })).toBe("/Users/ada/.codex/config.toml");
  });

  it("of a program with windows follows XDG on Linux only", () => {
    const variables = { XDG_CONFIG_HOME: "/x", APPDATA: "D:\\roaming" };
    expect(place("vscode", "linux", variables)).toBe("/x/Code/User/mcp.json");
    expect(place("vscode", "darwin", variables)).toBe(
      "/Users/ada/Library/Application Support/Code/User/mcp.json",
    );
    expect(place("vscode", "win32", variables)).toBe("D:/roaming/Code/User/mcp.json");
  });
});

describe("S10 the command that starts the server on another system", () => {
  const words = (platform: string, script: string, scope: "user" | "project" = "user") =>
    serverCommand({ node: "node", script }, { scope, platform, args: ["--root", "x"] });
  const cached = "C:\\Users\\ada\\AppData\\npm-cache\\_npx\\1f\\node_modules\\knowhow\\bin\\knowhow.js";
  const installed = "C:\\Program Files\\nodejs\\node_modules\\knowhow\\bin\\knowhow.js";

  it("goes through a shell on Windows where it is a script", () => {
    const npx = ["npx", "-y", "knowhow", "mcp", "--root", "x"];
    expect(words("win32", cached)).toEqual(["cmd", "/c", ...npx]);
    expect(words("win32", installed, "project")).toEqual(["cmd", "/c", ...npx]);
    expect(words("darwin", cached.replaceAll("\\", "/"))).toEqual(npx);
  });

  it("keeps the path of an installed copy as it is written", () => {
    expect(words("win32", installed)).toEqual(["node", installed, "mcp", "--root", "x"]);
  });
});

describe("S10 an entry", () => {
  it.each([
    ["darwin", "home/Library/Application Support/Code/User/mcp.json"],
    ["win32", "home/AppData/Roaming/Code/User/mcp.json"],
  ] as const)("is written and taken out again on %s", async (platform, path) => {
    const made = writeTree({ [path]: "{}\n" });
    tree = made;
    const environment = fakeEnvironment({ platform, home: made.at("home") });
    const change = { client: "vscode", scope: "user", name: "knowhow", force: false } as const;
    const around = { ...change, environment, project: made.at("project") };
    const entry = MCP_CLIENTS.vscode.stdio("node", ["knowhow.js", "mcp"]);
    await onPlatform(platform, () => applyChange({ ...around, entry }));
    expect(JSON.parse(readFileSync(made.at(path), "utf8")).servers.knowhow).toMatchObject({
      command: "node",
    });
    await onPlatform(platform, () => applyChange({ ...around, entry: undefined }));
    expect(readFileSync(made.at(path), "utf8")).toBe("{}\n");
  });
});
