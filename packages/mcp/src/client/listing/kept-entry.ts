import { isRecord } from "../../shared/is-record.ts";
import type { ServerLimits } from "../limits.ts";
import { nameOf, type RemoteSkill } from "../remote-skill.ts";
import { readEntry } from "./read-entry.ts";
import { readIndexEntry, readManifestSkill } from "./read-legacy.ts";

/** A listed skill as plain JSON, in the form in which its server described it. */
export function toKeptEntry(skill: RemoteSkill): unknown {
  const { shape, uri, frontmatter, files } = skill;
  const { description } = frontmatter;
  const listed = files === "dynamic" ? [] : [...files.values()];
  if (shape === "extension") {
    const resources = files === "dynamic" ? files : listed.map(({ path: _, ...resource }) => resource);
    return { shape, uri, frontmatter, resources };
  }
  if (shape === "index") return { shape, name: nameOf(skill), description, url: uri, ...digestOf(listed) };
  if (shape === "resources") return { shape, uri, description };
  const rows = listed.map(({ path, size, digest }) => ({ path, size, hash: digest }));
  // A manifest without hashes commits to nothing, so its rows were not kept.
  return {
    shape,
    uri,
    description,
    manifest: { files: files === "dynamic" ? [{ path: "SKILL.md" }] : rows },
  };
}

/** Reads what `toKeptEntry` wrote, with the same rules as for a server's response; undefined for anything else. */
export function readKeptEntry(value: unknown, limits: ServerLimits): RemoteSkill | undefined {
  if (!isRecord(value)) return undefined;
  if (value.shape === "extension") {
    const reading = readEntry(value, limits);
    return "skill" in reading ? reading.skill : undefined;
  }
  const reading = readOlder(value, limits);
  return typeof reading === "string" ? undefined : reading;
}

function readOlder(
  { shape, ...entry }: Readonly<Record<string, unknown>>,
  limits: ServerLimits,
): RemoteSkill | string {
  const { uri, url, description, manifest } = entry;
  if (shape === "index") return typeof url === "string" ? readIndexEntry(entry, url) : "it has no uri";
  if (shape !== "manifest" && shape !== "resources") return "its format is unknown";
  if (typeof uri !== "string" || typeof description !== "string") return "it has no uri or description";
  return readManifestSkill(
    { uri, description },
    shape === "manifest" ? (manifest ?? null) : undefined,
    limits,
  );
}

function digestOf([own]: readonly { readonly digest: string }[]): { readonly digest?: string } {
  return own === undefined ? {} : { digest: own.digest };
}
