import { mayContainSecrets } from "../security/secret-files.ts";

const MAX_PATH = 200;
const MAX_DEPTH = 6;
const SEGMENT = /^[\p{L}\p{N}_][\p{L}\p{N}_. +@-]*$/u;
/** Windows opens a device for these, whatever the extension. */
const RESERVED = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/i;

/** Why a proposal may not write another file of a skill at this path; undefined if it may. */
export function pathProblem(path: string): string | undefined {
  if (path === "") return "the path is empty";
  if (path.length > MAX_PATH) return `the path is longer than ${MAX_PATH} characters`;
  if (/^[/\\~]|^[A-Za-z]:/.test(path)) return "the path must be relative to the skill's directory";
  if (path.includes("\\")) return "the path must use forward slashes";
  const segments = path.split("/");
  if (segments.includes("..")) return "the path must stay inside the skill's directory";
  if (segments.some((segment) => segment.startsWith("."))) return "hidden files cannot be proposed";
  if (segments.length > MAX_DEPTH) return `the path has more than ${MAX_DEPTH} parts`;
  if (mayContainSecrets(path)) return "files that may contain credentials cannot be proposed";
  if (segments.includes("node_modules")) return "installed packages cannot be proposed";
  if (segments.some((segment) => RESERVED.test(segment))) return "the name is reserved on Windows";
  if (!segments.every(isPlain))
    return "the path has characters that are not letters, digits, -, _, . or space";
  if (segments.at(-1)?.toLowerCase() === "skill.md")
    return segments.length === 1
      ? "SKILL.md is changed with the actions edit and patch"
      : "a skill cannot contain another skill";
  return undefined;
}

function isPlain(segment: string): boolean {
  return SEGMENT.test(segment) && !/[. ]$/.test(segment) && segment.normalize("NFC") === segment;
}
