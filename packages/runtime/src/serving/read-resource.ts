import { nearestWord } from "../basics/words.ts";
import type { Engine } from "../engine.ts";
import { escapeLine, oneLine } from "../injection/escape-text.ts";
import type { ResourceReading } from "../library.ts";
import type { Resource, Skill } from "../skill.ts";
import { contentTypeOf, isBinary } from "./content-type.ts";
import { sameResource } from "./same-place.ts";

/** Characters per page of a long text. */
const PAGE_CHARACTERS = 65_536;
/** Binary files above this are refused: no model reads them. */
const MAX_BINARY_BYTES = 256 * 1024;
const MAX_TEXT_BYTES = 16 * 1024 * 1024;

/** Gives a file that is in the skill's listing; the path is a key of that listing, never something to resolve. */
export async function readResource(
  skill: Skill,
  request: { readonly path: string; readonly page?: number },
  engine: Pick<Engine, "ports" | "profile"> & {
    readonly resources: (skill: Skill) => Promise<readonly Resource[]>;
  },
): Promise<ResourceReading> {
  const { files } = engine.ports;
  const { contentTypes } = engine.profile.activation;
  const resources = await engine.resources(skill);
  const resource = resources.find((candidate) => candidate.path === request.path);
  if (resource === undefined) return unlisted(skill, resources, request.path);
  const real = await sameResource(skill, resource.path, files);
  const read = real === undefined ? undefined : await files.readBytes(real, MAX_TEXT_BYTES);
  if (read?.bytes === undefined) {
    return {
      ok: false,
      message: `File not found or not readable: ${resource.path} in the skill "${skill.name}"`,
    };
  }
  const { bytes } = read;
  const contentType = contentTypeOf(resource.path, contentTypes);
  const common = { ok: true, path: resource.path, size: bytes.length } as const;
  if (!isBinary(bytes))
    return {
      ...common,
      ...pageOf(new TextDecoder().decode(bytes), request.page ?? 1),
      contentType,
      encoding: "utf-8",
    };
  if (bytes.length > MAX_BINARY_BYTES) {
    return {
      ok: false,
      message: `${resource.path} is a binary file of ${bytes.length} bytes; the limit is ${MAX_BINARY_BYTES}`,
    };
  }
  const isUnknown = contentTypes === "by-ending" && contentType === "text/plain";
  const type = isUnknown ? "application/octet-stream" : contentType;
  return { ...common, text: toBase64(bytes), page: 1, pages: 1, contentType: type, encoding: "base64" };
}

function unlisted(skill: Skill, resources: readonly Resource[], path: string): ResourceReading {
  const near = nearestWord(
    path,
    resources.map((resource) => resource.path),
  );
  const known = resources.slice(0, 10).map((resource) => resource.path);
  const help =
    near !== undefined
      ? `Did you mean "${shown(near)}"?`
      : known.length === 0
        ? "The skill has no files beside its instructions."
        : `It has: ${known.map(shown).join(", ")}.`;
  return {
    ok: false,
    message: `File not found: "${shown(path)}" is no file of the skill "${skill.name}". ${help}`,
  };
}

/** A path in a message is untrusted, whoever wrote it. */
function shown(path: string): string {
  return escapeLine(oneLine(path)).slice(0, 200);
}

function pageOf(text: string, page: number): { text: string; page: number; pages: number } {
  const pages = Math.max(1, Math.ceil(text.length / PAGE_CHARACTERS));
  const number = Math.min(Math.max(1, Math.floor(page)), pages);
  return { text: text.slice((number - 1) * PAGE_CHARACTERS, number * PAGE_CHARACTERS), page: number, pages };
}

function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (let start = 0; start < bytes.length; start += 32_768) {
    binary += String.fromCharCode(...bytes.subarray(start, start + 32_768));
  }
  return btoa(binary);
}
