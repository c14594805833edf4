import { diagnose } from "@knowhow/runtime/toolkit";
import { ProtocolError } from "@modelcontextprotocol/client";
import { isRecord } from "../../shared/is-record.ts";
import type { Listing, RemoteSkill } from "../remote-skill.ts";
import { ANY_RESULT, cutOff, type ListingContext, refusals } from "./list-skills.ts";
import { readIndexEntry, readManifestSkill } from "./read-legacy.ts";

const INDEX = "skill://index.json";
/** Maximum number of characters of an index or a manifest. */
const MAX_CHARACTERS = 1024 * 1024;
/** Number of manifests to read concurrently. */
const AT_ONCE = 8;

/**
 * Lists the skills of a server that only has `skill://` resources: by its `index.json`, or by each skill's `_manifest`.
 * Both are listings; no file of a skill is read. A skill without digests counts as dynamic.
 */
export async function listLegacySkills(context: ListingContext): Promise<Listing> {
  const { path, limits } = context;
  const room: Room = { characters: limits.listingBytes, isFull: false };
  const resources = await listResources(context, room);
  const index = resources.find(({ uri }) => uri === INDEX);
  const read =
    index === undefined ? await byManifests(resources, context, room) : await byIndex(context, room);
  const named = new Set<string>();
  const skills = read.skills.filter(({ root }) => !named.has(root) && named.add(root));
  const legacy = diagnose("mcp.legacy", "the server offers its skills in a format older than the extension", {
    path,
    hint: "without listed digests a skill must be approved in every session",
  });
  return {
    skills,
    diagnostics: [
      ...(skills.length > 0 ? [legacy] : []),
      ...refusals(read.refused, path),
      ...(room.isFull ? [cutOff(path, "too many resources")] : []),
    ],
  };
}

/** What is left of the limits for the whole listing, and whether something was omitted. */
interface Room {
  characters: number;
  isFull: boolean;
}

/** Returns true if it was within the limits. */
function takes(room: Room, characters: number): boolean {
  room.characters -= characters;
  room.isFull ||= room.characters < 0;
  return room.characters >= 0;
}

interface LegacyReading {
  readonly skills: readonly RemoteSkill[];
  readonly refused: readonly string[];
}

interface LegacyResource {
  readonly uri: string;
  readonly description: string;
}

async function listResources(
  { client, options, limits }: ListingContext,
  room: Room,
): Promise<readonly LegacyResource[]> {
  const resources: LegacyResource[] = [];
  const cursors = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < limits.pages; page += 1) {
    const params = cursor === undefined ? {} : { cursor };
    const result = await client.request({ method: "resources/list", params }, ANY_RESULT, options);
    if (!isRecord(result) || !Array.isArray(result.resources))
      throw new TypeError("resources/list returned no list of resources");
    for (const item of result.resources) {
      if (!isRecord(item) || typeof item.uri !== "string" || !item.uri.startsWith("skill://")) continue;
      const { uri } = item;
      const description = typeof item.description === "string" ? item.description : "";
      // A skill has a SKILL.md, perhaps a manifest, and a limited number of files.
      room.isFull ||= resources.length >= limits.entries * 4;
      if (room.isFull || !takes(room, uri.length + description.length)) return resources;
      resources.push({ uri, description });
    }
    const next = result.nextCursor;
    if (typeof next !== "string") return resources;
    if (cursors.has(next)) break;
    cursors.add(next);
    cursor = next;
  }
  room.isFull = true;
  return resources;
}

async function byIndex(context: ListingContext, room: Room): Promise<LegacyReading> {
  const index = await readJson(INDEX, context, room);
  if (!isRecord(index) || !Array.isArray(index.skills))
    throw new TypeError(`${INDEX} contains no list of skills`);
  const { entries } = context.limits;
  room.isFull ||= index.skills.length > entries;
  return split(index.skills.slice(0, entries).map((entry) => readIndexEntry(entry, INDEX)));
}

async function byManifests(
  resources: readonly LegacyResource[],
  context: ListingContext,
  room: Room,
): Promise<LegacyReading> {
  const { limits } = context;
  const uris = new Set(resources.map(({ uri }) => uri));
  const all = resources.filter(({ uri }) => /^skill:\/\/[^/]+\/SKILL\.md$/.test(uri));
  room.isFull ||= all.length > limits.entries;
  const found = all.slice(0, limits.entries);
  const readings: (RemoteSkill | string)[] = [];
  const waiting = found.entries();
  const work = async () => {
    for (const [at, resource] of waiting) {
      const manifestUri = `${resource.uri.slice(0, -"SKILL.md".length)}_manifest`;
      const manifest = uris.has(manifestUri) ? await readJson(manifestUri, context, room) : undefined;
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

/** A small JSON resource; null if it is not JSON, was refused, or exceeds the limits. */
async function readJson(uri: string, { client, options }: ListingContext, room: Room): Promise<unknown> {
  try {
    const read = await client.request({ method: "resources/read", params: { uri } }, ANY_RESULT, options);
    const [content] = isRecord(read) && Array.isArray(read.contents) ? read.contents : [];
    const text: unknown = isRecord(content) ? content.text : undefined;
    if (typeof text !== "string" || text.length > MAX_CHARACTERS) return null;
    return takes(room, text.length) ? JSON.parse(text) : null;
  } catch (error) {
    // An invalid response affects only this skill; no response fails the listing.
    if (error instanceof ProtocolError || error instanceof SyntaxError) return null;
    throw error;
  }
}
