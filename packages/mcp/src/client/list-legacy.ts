import { diagnose } from "@knowhow/runtime";
import type { Client, RequestOptions } from "@modelcontextprotocol/client";
import { ANY_RESULT } from "./any-result.ts";
import { isRecord } from "./is-record.ts";
import { cutOff, type ListingContext, refusals } from "./list-skills.ts";
import type { Listing } from "./listing.ts";
import { readIndexEntry, readManifestSkill } from "./read-legacy.ts";
import type { RemoteSkill } from "./remote-skill.ts";

const INDEX = "skill://index.json";
/** Bytes of an index or a manifest. */
const MAX_BYTES = 1024 * 1024;
/** Manifests that are read at the same time. */
const AT_ONCE = 8;

/**
 * Lists the skills of a server that only has `skill://` resources: by its `index.json`, or by each skill's `_manifest`.
 * Both are listings; no file of a skill is read. A skill without digests counts as dynamic.
 */
export async function listLegacySkills(context: ListingContext): Promise<Listing> {
  const { path } = context;
  const { resources, isCut } = await listResources(context);
  const index = resources.find(({ uri }) => uri === INDEX);
  const read = index === undefined ? await byManifests(resources, context) : await byIndex(context);
  const named = new Set<string>();
  const skills = read.skills.filter(({ root }) => !named.has(root) && named.add(root));
  const legacy = diagnose("mcp.legacy", "the server offers its skills in an older shape than the extension", {
    path,
    hint: "without listed digests a skill must be approved in every session",
  });
  return {
    skills,
    diagnostics: [
      ...(skills.length > 0 ? [legacy] : []),
      ...refusals(read.refused, path),
      ...(isCut ? [cutOff(path, "too many resources")] : []),
    ],
  };
}

interface LegacyReading {
  readonly skills: readonly RemoteSkill[];
  readonly refused: readonly string[];
}

interface LegacyResource {
  readonly uri: string;
  readonly description?: string;
}

async function listResources({
  client,
  options,
  limits,
}: ListingContext): Promise<{ resources: readonly LegacyResource[]; isCut: boolean }> {
  const resources: LegacyResource[] = [];
  const cursors = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < limits.pages; page += 1) {
    const params = cursor === undefined ? {} : { cursor };
    const result = await client.request({ method: "resources/list", params }, ANY_RESULT, options);
    const items = isRecord(result) && Array.isArray(result.resources) ? result.resources : [];
    for (const item of items) {
      if (!isRecord(item) || typeof item.uri !== "string" || !item.uri.startsWith("skill://")) continue;
      // A skill has a SKILL.md, perhaps a manifest, and at most so many files.
      if (resources.length >= limits.entries * 4) return { resources, isCut: true };
      const { uri, description } = item;
      resources.push({ uri, ...(typeof description === "string" ? { description } : {}) });
    }
    const next = isRecord(result) ? result.nextCursor : undefined;
    if (typeof next !== "string") return { resources, isCut: false };
    if (cursors.has(next)) return { resources, isCut: true };
    cursors.add(next);
    cursor = next;
  }
  return { resources, isCut: true };
}

async function byIndex({ client, options, limits }: ListingContext): Promise<LegacyReading> {
  const index = await readJson(INDEX, client, options);
  const entries = isRecord(index) && Array.isArray(index.skills) ? index.skills : [];
  const readings = entries.slice(0, limits.entries).map((entry) => readIndexEntry(entry, INDEX));
  return split(readings);
}

async function byManifests(
  resources: readonly LegacyResource[],
  { client, options, limits }: ListingContext,
): Promise<LegacyReading> {
  const uris = new Set(resources.map(({ uri }) => uri));
  const found = resources
    .filter(({ uri }) => /^skill:\/\/[^/]+\/SKILL\.md$/.test(uri))
    .slice(0, limits.entries);
  const readings: (RemoteSkill | string)[] = [];
  const waiting = found.entries();
  const work = async () => {
    for (const [at, resource] of waiting) {
      const manifestUri = `${resource.uri.slice(0, -"SKILL.md".length)}_manifest`;
      const manifest = uris.has(manifestUri) ? await readJson(manifestUri, client, options) : undefined;
      readings[at] = readManifestSkill(resource, manifest, limits);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return split(readings);
}

function split(readings: readonly (RemoteSkill | string)[]): LegacyReading {
  return {
    skills: readings.flatMap((reading) => (typeof reading === "string" ? [] : [reading])),
    refused: readings.filter((reading) => typeof reading === "string"),
  };
}

/** A small JSON resource; undefined when it is something else. */
async function readJson(uri: string, client: Client, options: RequestOptions): Promise<unknown> {
  const { contents } = await client.readResource({ uri }, { ...options, cacheMode: "bypass" });
  const [content] = contents;
  if (content === undefined || !("text" in content) || content.text.length > MAX_BYTES) return undefined;
  try {
    return JSON.parse(content.text);
  } catch {
    return undefined;
  }
}
