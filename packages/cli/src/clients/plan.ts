import { isDeepStrictEqual } from "node:util";
import { KnowhowError } from "@knowhow/runtime";
import type { Entry, FoundEntry, Target } from "./config-editor.ts";
import { KIND_KEYS, type McpClient } from "./mcp-clients.ts";
import { startsKnowhow } from "./server-command.ts";

/** The new text, and what is needed to undo the change. */
export interface Plan {
  readonly action: "installed" | "updated" | "unchanged" | "removed";
  readonly text: string;
  readonly target: Target;
  /** The tables that were created for the entry. */
  readonly created: readonly string[];
  /** The previous entry of this name, if it was not ours. */
  readonly replaced: string | undefined;
}

/** What is known about an earlier installation under this name. */
export interface Remembered {
  readonly entry: Entry;
  readonly created: readonly string[];
  readonly replaced: string | undefined;
}

export interface PlanOptions {
  readonly name: string;
  readonly force: boolean;
  readonly remembered: Remembered | undefined;
}

/** The text with our entry. Throws if the name belongs to another entry, unless `force`. */
export function planInstall(client: McpClient, text: string, entry: Entry, options: PlanOptions): Plan {
  const { editor } = client;
  const { remembered, force } = options;
  const target = { container: client.container(text), name: options.name };
  const found = editor.find(text, target);
  if (found === undefined) {
    return { action: "installed", ...editor.add(text, target, entry), target, replaced: undefined };
  }
  const kept = { target, created: remembered?.created ?? [], replaced: remembered?.replaced };
  if (isOurs(found, remembered)) {
    const drop = KIND_KEYS.filter((key) => !(key in entry) && found.members?.has(key) === true);
    const updated = editor.update(text, target, { set: entry, drop });
    return { action: updated === text ? "unchanged" : "updated", text: updated, ...kept };
  }
  if (!force) throw foreign(options.name, "use --force to replace it, or --name for another name");
  return {
    action: "updated",
    text: editor.overwrite(text, target, entry),
    target,
    created: [],
    replaced: found.raw,
  };
}

/**
 * The text without our entry; the entry that it replaced is restored. Throws if the entry is not ours, unless `force`.
 */
export function planUninstall(client: McpClient, text: string, options: PlanOptions): Plan {
  const { editor } = client;
  const { remembered, force } = options;
  const target = { container: client.container(text), name: options.name };
  const found = editor.find(text, target);
  const none = { target, created: [], replaced: undefined };
  if (found === undefined) return { action: "unchanged", text, ...none };
  if (!isOurs(found, remembered) && !force) throw foreign(options.name, "use --force to remove it");
  const without =
    remembered?.replaced === undefined
      ? editor.remove(text, target, remembered?.created ?? [])
      : editor.replace(text, target, remembered.replaced);
  return { action: "removed", text: without, ...none };
}

/** An entry is ours if we recorded it, or if it starts our server. */
function isOurs(found: FoundEntry, remembered: Remembered | undefined): boolean {
  const { members } = found;
  if (members === undefined) return false;
  const entry = remembered?.entry ?? {};
  const keys = Object.keys(entry);
  if (keys.length > 0 && keys.every((key) => isDeepStrictEqual(members.get(key), entry[key]))) return true;
  const words = [members.get("command"), members.get("args")]
    .flat()
    .filter((word) => typeof word === "string");
  return startsKnowhow(words);
}

function foreign(name: string, hint: string): KnowhowError {
  return new KnowhowError(
    "mcp.install-conflict",
    `an entry named "${name}" is there already and does not start knowhow`,
    {
      hint,
    },
  );
}
