import { isRecord } from "../../shared/is-record.ts";
import type { ServerLimits } from "../limits.ts";
import type { RemoteFile, RemoteSkill } from "../remote-skill.ts";
import { lastSegment, pathBelow, skillRoot } from "../skill-uri.ts";

/** A valid entry of a listing; or the reason for its rejection, with its URI if it has one. */
export type EntryReading =
  | { readonly skill: RemoteSkill }
  | { readonly problem: string; readonly uri: string | undefined };

const DIGEST = /^sha256:[0-9a-f]{64}$/;
const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Parses one entry of `skills/list` (SEP-2640). An entry that deviates in any way is rejected, with the reason. */
export function readEntry(value: unknown, limits: ServerLimits): EntryReading {
  const uri = isRecord(value) && typeof value.uri === "string" ? value.uri : undefined;
  const refuse = (problem: string): EntryReading => ({ problem, uri });
  if (!isRecord(value) || uri === undefined) return refuse("it has no uri");
  const place = skillRoot(uri);
  if ("problem" in place) return refuse(place.problem);
  const { root } = place;
  const { frontmatter, resources } = value;
  if (!isRecord(frontmatter)) return refuse("it has no frontmatter");
  const wrong = frontmatterProblem(frontmatter, lastSegment(root));
  if (wrong !== undefined) return refuse(wrong);
  if (resources === "dynamic")
    return { skill: { uri, root, frontmatter, files: "dynamic", shape: "extension" } };
  const files = readFiles(resources, uri, root, limits);
  return typeof files === "string"
    ? refuse(files)
    : { skill: { uri, root, frontmatter, files, shape: "extension" } };
}

/** agentskills.io, and SEP-2640: the last segment of the skill's path is its name. */
function frontmatterProblem(
  frontmatter: Readonly<Record<string, unknown>>,
  segment: string,
): string | undefined {
  const { name, description, compatibility, metadata } = frontmatter;
  if (typeof name !== "string" || name.length > 64 || !NAME.test(name))
    return "its name is not 1–64 lower-case letters, digits and single hyphens";
  if (name !== segment) return `its name is "${name}", but its directory has a different name`;
  if (typeof description !== "string" || description === "" || lengthOf(description) > 1_024)
    return "its description is not a string of 1–1024 characters";
  if (compatibility !== undefined && (typeof compatibility !== "string" || lengthOf(compatibility) > 500))
    return "its compatibility is not a string of at most 500 characters";
  if (metadata !== undefined && !(isRecord(metadata) && Object.values(metadata).every(isText)))
    return "its metadata is not a mapping from strings to strings";
  return undefined;
}

/** All files of a skill by path, or what is wrong with the list. */
function readFiles(
  resources: unknown,
  skillUri: string,
  root: string,
  limits: ServerLimits,
): ReadonlyMap<string, RemoteFile> | string {
  if (!Array.isArray(resources)) return 'its resources are neither a list nor "dynamic"';
  if (resources.length > limits.files)
    return `it has ${resources.length} files; the limit is ${limits.files}`;
  const files = new Map<string, RemoteFile>();
  let bytes = 0;
  for (const resource of resources) {
    const file = readFile(resource, root);
    if (typeof file === "string") return file;
    if (files.has(file.path)) return `"${file.path}" is listed more than once`;
    files.set(file.path, file);
    bytes += file.size ?? 0;
    if (bytes > limits.skillBytes) return `its files total more than ${limits.skillBytes} bytes`;
  }
  const own = files.get("SKILL.md");
  if (own === undefined || own.uri !== skillUri) return "its resources do not include its SKILL.md";
  return hidden(files) ?? files;
}

/** A path that is both a file and a directory could be served as either. */
function hidden(files: ReadonlyMap<string, RemoteFile>): string | undefined {
  for (const path of files.keys()) {
    for (let cut = path.lastIndexOf("/"); cut > 0; cut = path.lastIndexOf("/", cut - 1)) {
      if (files.has(path.slice(0, cut))) return `"${path.slice(0, cut)}" is both a file and a directory`;
    }
  }
  return undefined;
}

function readFile(resource: unknown, root: string): RemoteFile | string {
  if (!isRecord(resource)) return "one of its resources is not a mapping";
  const { uri, digest, size } = resource;
  if (typeof uri !== "string") return "one of its resources has no uri";
  const place = pathBelow(root, uri);
  if ("problem" in place) return `a file is refused: ${place.problem}`;
  if (typeof digest !== "string" || !DIGEST.test(digest)) return `"${place.path}" has no SHA-256 digest`;
  if (typeof size !== "number" || !Number.isSafeInteger(size) || size < 0)
    return `"${place.path}" has no size`;
  return { path: place.path, uri, digest, size };
}

function lengthOf(text: string): number {
  return text.length <= 500 ? text.length : Array.from(text.slice(0, 4_096)).length;
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}
