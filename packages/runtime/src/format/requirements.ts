import type { InstallHint, Requirements } from "../skill.ts";
import { readList, readText } from "./normalise.ts";
import { entryOf, type YamlMap, type YamlNode } from "./yaml/nodes.ts";

type ListKey = Exclude<keyof Requirements, "install">;

/** Where each requirement is written; a name with a dot is a nested key. */
export const REQUIREMENT_TABLE: readonly { readonly key: ListKey; readonly at: readonly string[] }[] = [
  { key: "os", at: ["requires.os", "os", "platforms", "prerequisites.os", "prerequisites.platforms"] },
  { key: "bins", at: ["requires.bins", "prerequisites.bins", "prerequisites.commands"] },
  { key: "anyBins", at: ["requires.anyBins", "requires.any_bins", "prerequisites.anyBins"] },
  {
    key: "env",
    at: ["requires.env", "prerequisites.env", "prerequisites.env_vars", "required_environment_variables"],
  },
  { key: "hosts", at: ["requires.hosts", "requires.network", "prerequisites.hosts"] },
  { key: "config", at: ["requires.config", "prerequisites.config"] },
  { key: "tools", at: ["requires.tools", "requires_tools", "requires_toolsets", "prerequisites.tools"] },
  { key: "absentTools", at: ["fallback_for_tools", "fallback_for_toolsets", "requires.absentTools"] },
];

/** Keys that contain requirements. */
export const REQUIREMENT_KEYS: ReadonlySet<string> = new Set([
  ...REQUIREMENT_TABLE.flatMap((row) => row.at.map((at) => at.split(".")[0] ?? "")),
  "install",
]);

/** The keys that are read below a key such as `requires`; none for a key without nested ones. */
export function nestedRequirements(key: string): readonly string[] {
  return REQUIREMENT_TABLE.flatMap(({ at }) =>
    at.flatMap((path) => (path.startsWith(`${key}.`) ? [path.slice(key.length + 1)] : [])),
  );
}

/**
 * Reads `requires`, `prerequisites`, `platforms` and their vendor spellings into one shape. Per kind, the first one
 * found wins.
 */
export function readRequirements(places: readonly YamlMap[]): Requirements | undefined {
  const found: { -readonly [Key in keyof Requirements]?: Requirements[Key] } = {};
  for (const place of places) {
    if (!place.entries.some((entry) => REQUIREMENT_KEYS.has(entry.key))) continue;
    for (const row of REQUIREMENT_TABLE) {
      if (found[row.key] !== undefined) continue;
      const names = row.at.flatMap((at) => namesIn(nodeAt(place, at)));
      if (names.length > 0) found[row.key] = row.key === "os" ? names.map(osName) : names;
    }
    const install = entryOf(place, "install")?.value;
    if (found.install === undefined && install?.kind === "list")
      found.install = install.items.flatMap(installHint);
  }
  return Object.keys(found).length === 0 ? undefined : found;
}

function nodeAt(place: YamlMap, at: string): YamlNode | undefined {
  const [outer = "", inner] = at.split(".");
  const node = entryOf(place, outer)?.value;
  if (inner === undefined) return node;
  return node?.kind === "map" ? entryOf(node, inner)?.value : undefined;
}

/** Names in a list or a comma-separated string. For a list of mappings, their `name`, without optional ones. */
function namesIn(node: YamlNode | undefined): readonly string[] {
  if (node === undefined) return [];
  if (node.kind !== "list") return readList(node) ?? [];
  return node.items.flatMap((item) => {
    if (item.kind !== "map") return readList(item) ?? [];
    const optional = entryOf(item, "optional")?.value;
    const name = entryOf(item, "name")?.value;
    const isOptional = optional !== undefined && readText(optional) === "true";
    return name === undefined || isOptional ? [] : (readList(name) ?? []);
  });
}

/** One spelling per operating system: linux, darwin, win32. */
function osName(name: string): string {
  const lower = name.toLowerCase();
  if (lower === "macos" || lower === "mac" || lower === "osx") return "darwin";
  if (lower === "windows" || lower === "win") return "win32";
  return lower;
}

function installHint(node: YamlNode): readonly InstallHint[] {
  if (node.kind !== "map") return [];
  const get = (key: string) => {
    const value = entryOf(node, key)?.value;
    return value === undefined ? undefined : readText(value);
  };
  const kind = get("kind") ?? "other";
  const target = get("formula") ?? get("package") ?? get("module") ?? get("url") ?? get("id");
  const label = get("label") ?? (target === undefined ? undefined : `${kind} install ${target}`);
  return label === undefined ? [] : [{ kind, label }];
}
