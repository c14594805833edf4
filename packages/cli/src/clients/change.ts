import { existsSync, readdirSync } from "node:fs";
import { type Environment, KnowhowError } from "@knowhow/runtime";
import { knowhowDirectories } from "@knowhow/runtime/node";
import type { McpClientId } from "@knowhow/runtime/toolkit";
import type { Entry, Target } from "./config-editor.ts";
import { ConfigFault, placeOf } from "./config-fault.ts";
import { type ConfigFile, readConfigFile, realPlace } from "./config-file.ts";
import { type McpScope, placesOf } from "./config-places.ts";
import { type DiffLine, diffLines } from "./diff-lines.ts";
import { MCP_CLIENTS, type McpClient } from "./mcp-clients.ts";
import { type Plan, planInstall, planUninstall } from "./plan.ts";
import { type InstallRecord, type RecordPlace, readRecord, recordPlace, sha256 } from "./record.ts";

/** A change of a client's configuration. */
export interface McpChange {
  readonly client: McpClientId;
  readonly scope: McpScope;
  /** The name of the entry. */
  readonly name: string;
  /** The entry to write; undefined to remove it. */
  readonly entry: Entry | undefined;
  /** Also replace or remove an entry of this name that is not ours. */
  readonly force: boolean;
  readonly environment: Environment;
  /** The root of the project. */
  readonly project: string;
}

/** The effect of a change. */
export interface PlannedChange {
  readonly file: ConfigFile;
  readonly place: RecordPlace;
  readonly record: InstallRecord | undefined;
  readonly plan: Plan;
  /** The new content of the file; undefined if the file is removed because we created it. */
  readonly bytes: Uint8Array | undefined;
  /** The differences to show, with possible secrets masked. */
  readonly diff: readonly DiffLine[];
}

/** Finds and reads the file and computes its new content. Nothing is written. */
export async function planChange(change: McpChange): Promise<PlannedChange> {
  const client = MCP_CLIENTS[change.client];
  const file = await findFile(client, change);
  const state = knowhowDirectories(change.environment).state;
  const place = recordPlace(state, file.path, change.name);
  const record = await readRecord(place);
  const plan = await withPlaces(file, async () => {
    const options = { name: change.name, force: change.force, remembered: record };
    return change.entry === undefined
      ? planUninstall(client, file.text, options)
      : planInstall(client, file.text, change.entry, options);
  });
  const bytes = await outcome(change, { file, place, record, plan });
  return { file, place, record, plan, bytes, diff: preview(client, change, { file, plan, bytes }) };
}

/** The path of the file to change, without reading it. */
export function configPath({ client, scope, environment, project }: McpChange): string {
  const paths = placesOf(client, scope, { environment, project, list });
  return paths.find((path) => existsSync(path)) ?? paths[0] ?? "";
}

/** The file that already has the entry, else an existing one, else the one to create. */
async function findFile(client: McpClient, change: McpChange): Promise<ConfigFile> {
  const { environment, project, scope } = change;
  const paths = placesOf(client.id, scope, { environment, project, list });
  const files: ConfigFile[] = [];
  for (const path of paths) {
    const file = await readConfigFile(path);
    if (scope === "project") await refuseOutside(path, file.path, project);
    const target = (): Target => ({ container: client.container(file.text), name: change.name });
    const has = await withPlaces(file, async () => client.editor.find(file.text, target()) !== undefined);
    if (has) return file;
    files.push(file);
  }
  const [first] = files;
  if (first === undefined) throw new Error(`${client.id} has no configuration file`);
  return files.find((file) => file.bytes !== undefined) ?? first;
}

/** A repository could contain a link to a file of the user in place of the project's configuration. */
async function refuseOutside(named: string, real: string, project: string): Promise<void> {
  const root = (await realPlace(project)).replaceAll("\\", "/");
  if (real.replaceAll("\\", "/").startsWith(`${root}/`)) return;
  throw new KnowhowError("mcp.install-failed", `${named} leads out of the project, to ${real}`, {
    hint: "the configuration of a project must be inside the project; use --scope user for your own",
  });
}

/** Adds line and column to a fault. */
async function withPlaces<T>(file: ConfigFile, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ConfigFault)) throw error;
    const { line, column } = placeOf(file.text, error.at);
    const message = `${file.path}:${line}:${column} cannot be edited safely: ${error.message}`;
    throw new KnowhowError("mcp.install-unreadable", message, {
      hint: "nothing was changed; fix it, or use --print and paste the entry yourself",
      cause: error,
    });
  }
}

/** If the file was not changed since, undoing restores exactly the previous content. */
async function outcome(
  { entry }: McpChange,
  { file, place, record, plan }: Pick<PlannedChange, "file" | "place" | "record" | "plan">,
): Promise<Uint8Array | undefined> {
  const edited = new TextEncoder().encode(plan.text);
  const isUntouched = file.bytes !== undefined && record?.after === sha256(file.bytes);
  if (
    entry !== undefined ||
    plan.action !== "removed" ||
    record === undefined ||
    !isUntouched ||
    !record.restorable
  )
    return edited;
  if (!record.existed) return undefined;
  const original = await readConfigFile(place.original);
  return original.bytes ?? edited;
}

/** Keys of an entry whose old values may be shown. */
const PLAIN_KEYS = ["type", "command", "args", "url", "httpUrl"];

function preview(
  client: McpClient,
  change: McpChange,
  { file, plan, bytes }: Pick<PlannedChange, "file" | "plan" | "bytes">,
): readonly DiffLine[] {
  const text = bytes === undefined ? "" : new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const mask = (shown: string, keys: readonly string[]): string =>
    shown === "" ? "" : client.editor.mask(shown, plan.target, keys);
  const now = change.entry === undefined ? [] : Object.keys(change.entry);
  const before = plan.replaced === undefined ? [...PLAIN_KEYS, ...now] : [];
  return diffLines(mask(file.text, before), mask(text, now));
}

function list(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
