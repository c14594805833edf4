import { isRecord } from "../../shared/is-record.ts";
import type { ServerLimits } from "../limits.ts";
import type { RemoteFile, RemoteSkill } from "../remote-skill.ts";
import { lastSegment, pathBelow, skillRoot, uriBelow } from "../skill-uri.ts";

const DIGEST = /^sha256:[0-9a-f]{64}$/;
/** agentskills.io: a description has at most 1,024 characters. Older formats have longer ones, which are truncated. */
const MAX_DESCRIPTION = 1_024;
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/**
 * A skill as FastMCP 3 lists it: a resource `skill://<directory>/SKILL.md` with a manifest; or what is wrong with it.
 */
export function readManifestSkill(
  { uri, description }: { readonly uri: string; readonly description: string },
  manifest: unknown,
  limits: ServerLimits,
): RemoteSkill | string {
  const place = placeOf(uri);
  if (typeof place === "string") return `${uri}: ${place}`;
  const frontmatter = { name: place.name, description: description.slice(0, MAX_DESCRIPTION) };
  const skill = { uri, root: place.root, frontmatter };
  if (manifest === undefined) return { ...skill, files: "dynamic", shape: "resources" };
  const files = readManifest(manifest, uri, place.root, limits);
  return typeof files === "object" && "problem" in files
    ? `${uri}: ${files.problem}`
    : { ...skill, files, shape: "manifest" };
}

/**
 * An entry of `skill://index.json`, or what is wrong with it. Only the SKILL.md itself is known, so only that can be
 * read.
 */
export function readIndexEntry(entry: unknown, index: string): RemoteSkill | string {
  if (!isRecord(entry) || typeof entry.name !== "string") return "an entry of the index has no name";
  const { name, type, description, url, digest } = entry;
  if (type !== undefined && type !== "skill-md") return `"${name}": its type is not "skill-md"`;
  const written = typeof url === "string" ? url : `skill://${encodeURIComponent(name)}/SKILL.md`;
  const uri = URL.canParse(written, index) ? new URL(written, index).href : written;
  const place = placeOf(uri);
  if (typeof place === "string") return `"${name}": ${place}`;
  if (place.name !== name) return `"${name}": its directory name differs`;
  const shown = typeof description === "string" ? description.slice(0, MAX_DESCRIPTION) : "";
  const frontmatter = { name, description: shown };
  const isListed = typeof digest === "string" && DIGEST.test(digest);
  const files = isListed ? new Map([["SKILL.md", { path: "SKILL.md", uri, digest }]]) : "dynamic";
  return { uri, root: place.root, frontmatter, files, shape: "index" };
}

function placeOf(uri: string): { readonly root: string; readonly name: string } | string {
  const place = skillRoot(uri);
  if ("problem" in place) return place.problem;
  const name = lastSegment(place.root);
  return NAME.test(name) ? { root: place.root, name } : "its directory name is not a valid skill name";
}

interface Problem {
  readonly problem: string;
}

function readManifest(
  manifest: unknown,
  skillUri: string,
  root: string,
  limits: ServerLimits,
): RemoteSkill["files"] | Problem {
  if (!isRecord(manifest) || !Array.isArray(manifest.files))
    return { problem: "its manifest cannot be read" };
  if (manifest.files.length > limits.files) return { problem: `it has more than ${limits.files} files` };
  const files = new Map<string, RemoteFile>();
  let bytes = 0;
  for (const row of manifest.files) {
    if (!isRecord(row) || typeof row.path !== "string")
      return { problem: "its manifest names a file without a path" };
    const { path: written, size, hash } = row;
    const uri = written === "SKILL.md" ? skillUri : uriBelow(root, written);
    const place = pathBelow(root, uri);
    if ("problem" in place || place.path !== written)
      return { problem: "its manifest names a file outside the skill" };
    if (typeof hash !== "string" || !DIGEST.test(hash)) return "dynamic";
    if (files.has(written)) return { problem: "its manifest names a file twice" };
    const isSize = typeof size === "number" && Number.isSafeInteger(size) && size >= 0;
    bytes += isSize ? size : 0;
    if (bytes > limits.skillBytes) return { problem: `its files total more than ${limits.skillBytes} bytes` };
    files.set(written, { path: written, uri, digest: hash, ...(isSize ? { size } : {}) });
  }
  return files.has("SKILL.md") ? files : { problem: "its manifest does not name its SKILL.md" };
}
