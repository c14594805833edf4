import { compareText } from "../../basics/words.ts";
import type { ScanFile, SkillBytes } from "../../scan.ts";
import type { Skill } from "../../skill.ts";
import type { ContentChanges, ListChange, ReviewedContent, TrustDecision } from "../../trust.ts";
import { asksFor } from "./asks-for.ts";
import { findHosts } from "./find-hosts.ts";

/** Characters of text that are kept of one file, and of a skill. */
const FILE_CHARACTERS = 64 * 1024;
const SKILL_CHARACTERS = 128 * 1024;

/** Hosts that are kept; more than this is a list of links, not of hosts that a script talks to. */
const KEPT_HOSTS = 500;

const SCRIPT =
  /\.(?:sh|bash|zsh|fish|ps1|psm1|bat|cmd|py|pyw|rb|pl|php|js|mjs|cjs|ts|mts|cts|lua|exe|dll|so|dylib|jar|wasm)$/i;

/** What to remember of a skill's content, so that a later change can be shown. */
export function reviewedContent(
  skill: Pick<Skill, "allowedTools" | "fields">,
  { subject, files }: Pick<SkillBytes, "subject" | "files">,
  digest: string,
): ReviewedContent {
  const texts: Record<string, string> = {};
  const hosts = new Set<string>();
  let left = SKILL_CHARACTERS;
  for (const { path, bytes } of [...subject.files].sort(ownFirst)) {
    const text = textOf(bytes);
    if (text === undefined) continue;
    for (const host of findHosts(text)) if (hosts.size < KEPT_HOSTS) hosts.add(host);
    if (text.length > Math.min(left, FILE_CHARACTERS)) continue;
    left -= text.length;
    texts[path] = text;
  }
  return {
    digest,
    files: Object.fromEntries(files),
    texts,
    asksFor: asksFor(skill),
    scripts: subject.files
      .filter(isScript)
      .map(({ path }) => path)
      .sort(compareText),
    hosts: [...hosts].sort(compareText),
  };
}

/** How content differs from what was decided about before. */
export function contentChanges(
  before: ReviewedContent,
  after: ReviewedContent,
  { at, state }: Pick<TrustDecision, "at" | "state">,
): ContentChanges {
  const files = listChange(Object.keys(before.files), Object.keys(after.files));
  const isChanged = (path: string) =>
    Object.hasOwn(before.files, path) &&
    Object.hasOwn(after.files, path) &&
    before.files[path] !== after.files[path];
  const changed = Object.keys(after.files).filter(isChanged).sort(compareText);
  const different = [...files.removed, ...files.added, ...changed].sort(compareText);
  return {
    since: at,
    state,
    files: { ...files, changed },
    texts: different.flatMap((path) => {
      const [old, now] = [textAt(before, path), textAt(after, path)];
      if (old === undefined && now === undefined) return [];
      return [
        { path, ...(old === undefined ? {} : { before: old }), ...(now === undefined ? {} : { after: now }) },
      ];
    }),
    asksFor: listChange(before.asksFor, after.asksFor),
    scripts: {
      ...listChange(before.scripts, after.scripts),
      changed: after.scripts.filter((path) => before.scripts.includes(path) && isChanged(path)),
    },
    hosts: listChange(before.hosts, after.hosts),
  };
}

/** The kept text of a file. */
function textAt({ texts }: ReviewedContent, path: string): string | undefined {
  return Object.hasOwn(texts, path) ? texts[path] : undefined;
}

function listChange(before: readonly string[], after: readonly string[]): ListChange {
  const [old, now] = [new Set(before), new Set(after)];
  return {
    added: [...now].filter((item) => !old.has(item)).sort(compareText),
    removed: [...old].filter((item) => !now.has(item)).sort(compareText),
  };
}

function ownFirst(a: ScanFile, b: ScanFile): number {
  const rank = ({ path }: ScanFile) => (/^skill\.md$/i.test(path) ? 0 : 1);
  return rank(a) - rank(b) || compareText(a.path, b.path);
}

function isScript({ path, bytes, isExecutable = false }: ScanFile): boolean {
  return isExecutable || SCRIPT.test(path) || (bytes[0] === 0x23 && bytes[1] === 0x21);
}

function textOf(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
