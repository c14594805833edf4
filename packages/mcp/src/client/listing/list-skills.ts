import type { Diagnostic } from "@knowhow/runtime";
import { diagnose } from "@knowhow/runtime/toolkit";
import type { Client, RequestOptions, StandardSchemaV1 } from "@modelcontextprotocol/client";
import { SKILLS_LIST_METHOD } from "@modelcontextprotocol/client/ext/skills";
import { isRecord } from "../../shared/is-record.ts";
import type { ServerLimits } from "../limits.ts";
import type { Listing, RemoteSkill } from "../remote-skill.ts";
import { readEntry } from "./read-entry.ts";

/** The context of a listing. */
export interface ListingContext {
  readonly client: Client;
  readonly options: RequestOptions;
  readonly limits: ServerLimits;
  /** Path of the server's skills, for messages. */
  readonly path: string;
}

/** Maximum number of rejected entries to report individually. */
const MAX_REPORTED = 20;

/** Lists the skills of a server with the extension: pages of entries, without reading any file. */
export async function listSkills(context: ListingContext): Promise<Listing> {
  const { limits, path } = context;
  const collected = await collectEntries(context);
  const readings = collected.entries.map((entry) => readEntry(entry, limits));
  const counts = new Map<string, number>();
  for (const reading of readings) {
    const key = "skill" in reading ? reading.skill.root : undefined;
    if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const skills: RemoteSkill[] = [];
  const refused: string[] = [];
  for (const reading of readings) {
    if ("problem" in reading) refused.push(`${reading.uri ?? "an entry"}: ${reading.problem}`);
    else if ((counts.get(reading.skill.root) ?? 0) > 1)
      refused.push(`${reading.skill.uri}: the same uri is listed more than once`);
    else skills.push(reading.skill);
  }
  const diagnostics = [...refusals(refused, path), ...collected.diagnostics];
  return { skills, diagnostics, ...(collected.ttlMs === undefined ? {} : { ttlMs: collected.ttlMs }) };
}

/** Diagnostics for rejected entries, and the number of those that are not listed. */
export function refusals(refused: readonly string[], path: string): readonly Diagnostic[] {
  const rest = refused.length - MAX_REPORTED;
  const told = rest > 0 ? [...refused.slice(0, MAX_REPORTED), `and ${rest} more entries`] : refused;
  return told.map((message) =>
    diagnose("mcp.entry-refused", `a skill was refused: ${message.slice(0, 500)}`, {
      path,
      hint: "report it to the server's operator",
    }),
  );
}

/** The diagnostic for a truncated listing. */
export function cutOff(path: string, what: string): Diagnostic {
  return diagnose("mcp.listing-limit", `the listing was cut off after ${what}`, {
    path,
    hint: "raise the limit for this server, or use a server with fewer skills",
  });
}

interface CollectedEntries {
  readonly entries: readonly unknown[];
  readonly diagnostics: readonly Diagnostic[];
  readonly ttlMs?: number;
}

async function collectEntries({ client, options, limits, path }: ListingContext): Promise<CollectedEntries> {
  const entries: unknown[] = [];
  const cursors = new Set<string>();
  let ttl: { readonly ttlMs?: number } = {};
  let cursor: string | undefined;
  let bytes = 0;
  for (let page = 0; page < limits.pages; page += 1) {
    const params = cursor === undefined ? {} : { cursor };
    const result = await client.request({ method: SKILLS_LIST_METHOD, params }, ANY_RESULT, options);
    if (!isRecord(result) || !Array.isArray(result.skills))
      throw new TypeError(`${SKILLS_LIST_METHOD} returned no list of skills`);
    if (page === 0 && typeof result.ttlMs === "number") ttl = { ttlMs: result.ttlMs };
    for (const entry of result.skills) {
      bytes += JSON.stringify(entry).length;
      const limit =
        entries.length >= limits.entries
          ? `${limits.entries} skills`
          : bytes > limits.listingBytes
            ? `${limits.listingBytes} bytes`
            : undefined;
      if (limit !== undefined) return { entries, diagnostics: [cutOff(path, limit)], ...ttl };
      entries.push(entry);
    }
    const next = result.nextCursor;
    if (typeof next !== "string") return { entries, diagnostics: [], ...ttl };
    if (cursors.has(next)) return { entries, diagnostics: [cutOff(path, "a repeated page")], ...ttl };
    cursors.add(next);
    cursor = next;
  }
  return { entries, diagnostics: [cutOff(path, `${limits.pages} pages`)], ...ttl };
}

/** Accepts any result. Entries are validated one by one, so that an invalid one does not affect the others. */
export const ANY_RESULT: StandardSchemaV1<unknown, unknown> = {
  "~standard": { version: 1, vendor: "knowhow", validate: (value) => ({ value }) },
};
