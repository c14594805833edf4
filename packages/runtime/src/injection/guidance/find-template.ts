import type { Resource } from "../../skill.ts";

/** Where a skill may name the file with its output template. */
export interface TemplateHints {
  /** The `output` field. */
  readonly output?: string | undefined;
  /** The text of the section "Output Template". */
  readonly section?: string | undefined;
  readonly resources: readonly Resource[];
}

const USUAL = "assets/template.md";
const MAX_SECTION = 16_384;
/** Maximum number of partial matches of a path to try. */
const MAX_TRIES = 64;
const INSIDE_PATH = /[\p{L}\p{N}_/.\\-]/u;

/**
 * The file with a skill's output template: the one that `output` names, else the first that the section mentions, else
 * the conventional one if there is no section. Always a key of the listing, so that nothing else is ever read.
 */
export function findTemplate({ output, section = "", resources }: TemplateHints): string | undefined {
  const listed = new Set(resources.map(({ path }) => path));
  const named = output?.trim().replace(/^\.\//, "");
  if (named !== undefined && listed.has(named)) return named;
  const text = section.slice(0, MAX_SECTION);
  if (text.trim() === "") return listed.has(USUAL) ? USUAL : undefined;
  let best: { readonly path: string; readonly at: number } | undefined;
  for (const path of listed) {
    const at = path === "" ? -1 : mentionOf(path, text);
    const isBetter = best === undefined || at < best.at;
    if (at >= 0 && isBetter) best = { path, at };
  }
  return best?.path;
}

/** Index at which a text mentions a path as a whole, or -1. */
export function mentionOf(path: string, text: string): number {
  let at = text.indexOf(path);
  for (let tries = 0; at >= 0 && tries < MAX_TRIES; tries += 1) {
    const before = text[at - 1] ?? " ";
    const relative = text.slice(Math.max(0, at - 2), at) === "./" && !INSIDE_PATH.test(text[at - 3] ?? " ");
    const behind = text.slice(at + path.length, at + path.length + 2);
    const ends = !INSIDE_PATH.test(behind[0] ?? " ") || /^\.(?:\s|$)/.test(behind);
    if (ends && (relative || !INSIDE_PATH.test(before))) return at;
    at = text.indexOf(path, at + path.length);
  }
  return -1;
}
