import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Environment } from "@knowhow/runtime";
import { CLIENTS, type Client, type FoundClient, MCP_CLIENT_IDS } from "@knowhow/runtime/toolkit";
import { type PlaceContext, placesOf, userPlaces } from "./config-places.ts";
import { findProgram } from "./find-program.ts";
import { MCP_CLIENTS, type McpClient } from "./mcp-clients.ts";

/**
 * The clients of this machine, with the version of each: those whose program or settings exist. `all` includes those that
 * were not found. Nothing is started, and nothing but files is read.
 */
export function findClients(
  { environment, project }: Pick<PlaceContext, "environment" | "project">,
  { all = false }: { readonly all?: boolean } = {},
): readonly FoundClient[] {
  const around = { environment, project, list: namesIn };
  return CLIENTS.flatMap((client) => {
    const program = client.program === undefined ? undefined : findProgram(client.program, environment);
    const installed = program !== undefined || hasSettings(client, around);
    if (!installed && !all) return [];
    const connected = isConnected(client, around);
    return [{ client: client.id, installed, version: program?.version ?? null, connected }];
  });
}

/** What other programs put into the folder of a client that may not be there. */
const NOT_ITS_OWN = new Set(["skills", "skill"]);

/** True if a client has left something in its folders: a folder with nothing but skills can be the work of an installer of skills. */
function hasSettings({ id, skills, mcp }: Client, around: PlaceContext): boolean {
  const files = mcp === undefined ? [] : placesFor(id, "user", around);
  const folders = userPlaces(skills?.user ?? [], around)
    .map((folder) => dirname(folder))
    .filter((folder) => !isShared(folder, around.environment));
  return (
    files.some((file) => textOf(file) !== undefined) ||
    folders.some((folder) => namesIn(folder).some((name) => !NOT_ITS_OWN.has(name)))
  );
}

/** The home directory and the folder of all settings say nothing about one client. */
function isShared(folder: string, { home, variables }: Environment): boolean {
  return [home, `${home}/.config`, variables.XDG_CONFIG_HOME].includes(folder);
}

/** Whether one of its files starts knowhow or names its address; null if a file cannot be read. */
function isConnected({ id }: Client, around: PlaceContext): boolean | null {
  const known = MCP_CLIENT_IDS.find((client) => client === id);
  if (known === undefined) return false;
  const files = [...placesFor(id, "user", around), ...placesFor(id, "project", around)];
  try {
    return files.some((file) => {
      const text = textOf(file) ?? "";
      // Such a file can have megabytes, and is parsed only if it can contain the answer.
      return text.includes("knowhow") && hasServer(text, MCP_CLIENTS[known]);
    });
  } catch {
    return null;
  }
}

/** An entry of the usual name, or one of another name that mentions knowhow in its command. */
function hasServer(text: string, { editor, container }: McpClient): boolean {
  const tables = container(text);
  if (editor.find(text, { container: tables, name: "knowhow" }) !== undefined) return true;
  const servers = editor.find(text, { container: tables.slice(0, -1), name: tables.at(-1) ?? "" });
  return servers !== undefined && /\bknowhow\b/.test(servers.raw);
}

function placesFor(id: string, scope: "user" | "project", around: PlaceContext): readonly string[] {
  const known = MCP_CLIENT_IDS.find((client) => client === id);
  const client = CLIENTS.find((row) => row.id === id);
  if (known === undefined || (scope === "project" && client?.mcp?.project.length === 0)) return [];
  return scope === "user" ? userPlaces(client?.mcp?.user ?? [], around) : placesOf(known, scope, around);
}

function textOf(file: string): string | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

function namesIn(directory: string): readonly string[] {
  if (!existsSync(directory)) return [];
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
