import { nearestWord } from "../basics/words.ts";
import { isKnowhowError } from "../errors.ts";
import { type Audience, SKILL_FILE } from "../gate.ts";
import type { ReadRequest, ResourceReading } from "../library.ts";
import type { ActivationPolicy } from "../profile.ts";
import { mayContainSecrets } from "../security/secret-files.ts";
import type { Resource, Skill } from "../skill.ts";
import { contentTypeOf } from "./content-type.ts";
import { decodeText, isBinary } from "./decode-text.ts";
import { shownPath } from "./in-place.ts";
import { pageOf } from "./page-of.ts";

/** What reading a file needs from the opened skill. */
export interface ReadContext {
  readonly skill: Skill;
  readonly audience: Audience;
  readonly contentTypes: ActivationPolicy["contentTypes"];
  /** True for a path of the skill that the audience may know about. */
  readonly has: (path: string) => Promise<boolean>;
  /** The file names that the audience may see, after all checks. */
  readonly listing: () => Promise<readonly Resource[]>;
  /** The listed file that a link inside the skill's directory leads to; undefined if it leads nowhere else. */
  readonly follow: (path: string) => Promise<string | undefined>;
  /** The bytes of a listed file, after all checks. */
  readonly bytes: (path: string, maxBytes: number) => Promise<Uint8Array>;
}

/** Maximum size of a binary file. Models cannot use larger ones. */
const MAX_BINARY_BYTES = 256 * 1024;
const MAX_TEXT_BYTES = 16 * 1024 * 1024;

/**
 * Returns a page of a file. The path is a key of the skill's listing; a link only stands for another key, so that every
 * check applies to the file that is read.
 */
export async function readFile(request: ReadRequest, context: ReadContext): Promise<ResourceReading> {
  const { skill, audience } = context;
  const path = request.path === undefined || request.path === "" ? SKILL_FILE : request.path;
  const crossing = audience === "model" ? crossServerRefusal(skill, request.active ?? []) : undefined;
  if (crossing !== undefined) return refuse(crossing);
  if (audience !== "user" && mayContainSecrets(path))
    return refuse(`Files such as "${shownPath(path)}" may contain credentials and cannot be read`);
  try {
    if (await context.has(path)) return await give(path, request, context);
    const target = request.links === true ? await context.follow(path) : undefined;
    if (target === undefined || !(await context.has(target)))
      return unlisted(skill, await context.listing(), path);
    return await readFile({ ...request, path: target, links: false }, context);
  } catch (error) {
    if (!isKnowhowError(error) || !OWN_CODES.has(error.code)) throw error;
    return refuse(
      error.code.startsWith("serving.")
        ? `${error.message}${error.hint === undefined ? "" : `; ${error.hint}`}`
        : `File not found or not readable: ${shownPath(path)} in the skill "${skill.name}"`,
    );
  }
}

async function give(path: string, { page = 1 }: ReadRequest, context: ReadContext): Promise<ResourceReading> {
  return write(path, await context.bytes(path, MAX_TEXT_BYTES), page, context);
}

/** Errors of the gate that become a message for the reader; errors of a source are thrown. */
const OWN_CODES: ReadonlySet<string> = new Set([
  "serving.not-admitted",
  "serving.files-changed",
  "runtime.unreadable-skill",
]);

function write(
  path: string,
  bytes: Uint8Array,
  page: number,
  { contentTypes }: ReadContext,
): ResourceReading {
  const known = contentTypes === "by-ending" ? contentTypeOf(path) : markdownOrPlain(path);
  const common = { ok: true, path, size: bytes.length } as const;
  if (path === SKILL_FILE || !isBinary(bytes)) {
    const contentType = path === SKILL_FILE ? "text/markdown" : (known ?? "text/plain");
    return { ...common, ...pageOf(decodeText(bytes), page), contentType, encoding: "utf-8" };
  }
  if (bytes.length > MAX_BINARY_BYTES)
    return refuse(
      `${shownPath(path)} is a binary file of ${bytes.length} bytes; the limit is ${MAX_BINARY_BYTES}`,
    );
  const isUnknown = contentTypes === "by-ending" && (known ?? "text/plain") === "text/plain";
  const contentType = isUnknown ? "application/octet-stream" : (known ?? "text/plain");
  return { ...common, text: toBase64(bytes), page: 1, pages: 1, contentType, encoding: "base64" };
}

/**
 * The reason why a model may not read this file now; undefined if it may. Instructions of one server's skill must not
 * lead to the files of another server (SEP-2640), unless that other skill is loaded explicitly, which the user can see.
 */
function crossServerRefusal(skill: Skill, active: readonly Skill[]): string | undefined {
  const { remote } = skill.origin;
  if (remote === undefined || active.some(({ name }) => name === skill.name)) return undefined;
  const other = active.find(({ origin }) => origin.remote !== undefined && origin.remote !== remote);
  return other === undefined
    ? undefined
    : `"${other.name}" is active and comes from a different server than "${skill.name}"; load "${skill.name}" before you read its files`;
}

function unlisted(skill: Skill, listing: readonly Resource[], path: string): ResourceReading {
  const near = nearestWord(
    path,
    listing.map((resource) => resource.path),
  );
  const known = listing.slice(0, 10).map((resource) => resource.path);
  const help =
    near !== undefined
      ? `Did you mean "${shownPath(near)}"?`
      : known.length === 0
        ? "The skill has no files besides its instructions."
        : `It has: ${known.map(shownPath).join(", ")}.`;
  return refuse(`File not found: "${shownPath(path)}" is not a file of the skill "${skill.name}". ${help}`);
}

function refuse(message: string): ResourceReading {
  return { ok: false, message };
}

function markdownOrPlain(path: string): string {
  return path.toLowerCase().endsWith(".md") ? "text/markdown" : "text/plain";
}

function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (let start = 0; start < bytes.length; start += 32_768) {
    binary += String.fromCharCode(...bytes.subarray(start, start + 32_768));
  }
  return btoa(binary);
}
