import type { Diagnostic, Runtime, Skill } from "@knowhow/runtime";
import { contentTypeOf, diagnose, mapConcurrently, oneLine } from "@knowhow/runtime/toolkit";
import type { Resource } from "@modelcontextprotocol/server";
import type {
  SkillReadResult,
  SkillSource,
  Skill as WireSkill,
} from "@modelcontextprotocol/server/ext/skills";
import { NOTES_KEY, REWRITTEN_KEY } from "../../shared/meta-keys.ts";
import { parseSkillUri, skillUri } from "../../shared/skill-uri.ts";
import { clip, MAX_DESCRIPTION } from "../clip.ts";
import { cursorAfter, type Page, paginate } from "../paginate.ts";
import { visibleSkills } from "../visible-skills.ts";
import type { FileServer, Refusal } from "./served-files.ts";

/** The skills of a library for the skills extension. Nothing is read before it is requested. */
export interface LibrarySource extends Required<Omit<SkillSource, "listResources">> {
  /** A page of resources for clients without the extension: every SKILL.md with its name and description. */
  resources(cursor: string | undefined): Page<Resource>;
  /** Paths of a skill's files that start with a text. */
  paths(wire: string, start: string): Promise<readonly string[]>;
  /** Why a skill's SKILL.md is served with a rewritten frontmatter; empty if it is served unchanged. */
  rewrites(name: string): Promise<readonly string[]>;
  /** Diagnostics about the skills requested so far. */
  diagnostics(): readonly Diagnostic[];
  /** Checks every skill as if a client requested it. */
  check(): Promise<SkillServerCheck>;
}

/** The result of serving a whole library. */
export interface SkillServerCheck {
  readonly served: number;
  /**
   * Number of skills without a manifest, because they have too many files, or files that are too large or unreadable.
   */
  readonly dynamic: number;
  readonly diagnostics: readonly Diagnostic[];
}

const SKILL_MD = "SKILL.md";
const DIRECTORY_TYPE = "inode/directory";

/** Maximum number of characters of a page, which has at least one skill: clients read 10 MiB at once. */
const MAX_PAGE_CHARACTERS = 2 * 1024 * 1024;
/** Digest, size and punctuation of a row in a manifest. */
const ROW_CHARACTERS = 128;

/** Skills that are checked at the same time: verdicts that come together are stored together. */
const CHECKED_AT_ONCE = 16;

/** Serves the current library of a runtime. */
export function librarySource(runtime: Runtime, server: FileServer, pageSize: number): LibrarySource {
  const noticed = new Map<string, readonly Diagnostic[]>();
  const visible = () => visibleSkills(runtime.library).own;
  /** The skill of an address, which has its name in the library or the one on the wire. */
  const skillAt = (uri: string) => {
    const address = parseSkillUri(uri);
    const named = visibleSkills(runtime.library).names.wireOf.get(address?.skill ?? "");
    const wire = visible().has(address?.skill ?? "") ? address?.skill : named;
    const skill = visible().get(wire ?? "");
    return address === undefined || wire === undefined || skill === undefined
      ? undefined
      : { wire, skill, path: address.path };
  };

  const entryOf = async (wire: string, skill: Skill): Promise<WireSkill | undefined> => {
    const own = await server.skillMd(skill, wire);
    if ("refused" in own) {
      noticed.set(wire, [notServed(skill, own)]);
      return undefined;
    }
    const { files, gaps } = await server.manifest(skill, own.size);
    noticed.set(wire, [
      ...(own.reasons.length > 0 ? [rewritten(skill, own.reasons)] : []),
      ...(gaps.length > 0 ? [noManifest(skill, gaps)] : []),
    ]);
    const rows = [
      { uri: skillUri(wire, SKILL_MD), digest: own.digest, size: own.size },
      ...[...files].map(([path, { digest, size }]) => ({ uri: skillUri(wire, path), digest, size })),
    ];
    const meta = {
      ...(own.reasons.length === 0 ? {} : { [REWRITTEN_KEY]: [...own.reasons] }),
      ...(gaps.length === 0 ? {} : { [NOTES_KEY]: gaps.map(oneLine) }),
    };
    return {
      uri: skillUri(wire, SKILL_MD),
      frontmatter: { ...own.frontmatter },
      resources: gaps.length > 0 ? "dynamic" : rows.sort(byUri),
      ...(Object.keys(meta).length === 0 ? {} : { _meta: meta }),
    };
  };

  return {
    list: async ({ cursor }) => {
      const page = paginate([...visible()], cursor, pageSize, ([wire]) => skillUri(wire));
      const skills: WireSkill[] = [];
      let characters = 0;
      let before = "";
      for (const [wire, skill] of page.items) {
        const entry = await entryOf(wire, skill);
        characters += entry === undefined ? 0 : charactersOf(entry);
        if (characters > MAX_PAGE_CHARACTERS && skills.length > 0)
          return { skills, nextCursor: cursorAfter(skillUri(before)) };
        if (entry !== undefined) skills.push(entry);
        before = wire;
      }
      return { skills, ...cursorOf(page) };
    },
    get: async (uri) => {
      const address = parseSkillUri(uri);
      const skill = address?.path === SKILL_MD ? visible().get(address.skill) : undefined;
      return address === undefined || skill === undefined ? undefined : entryOf(address.skill, skill);
    },
    read: async (uri) => {
      const found = skillAt(uri);
      if (found === undefined) return undefined;
      const { skill, wire } = found;
      // `skill://name` is the skill itself.
      const path = found.path === "" ? SKILL_MD : found.path;
      const bytes =
        path === SKILL_MD ? await server.skillMdBytes(skill, wire) : await server.bytes(skill, path);
      return bytes === undefined ? undefined : toContent(bytes, path);
    },
    readDirectory: async (uri, { cursor }) => {
      const address = parseSkillUri(uri);
      const skill = address === undefined ? undefined : visible().get(address.skill);
      if (address === undefined || skill === undefined) return undefined;
      const children = childrenOf(address, (await server.list(skill)).paths);
      if (children === undefined) return undefined;
      const page = paginate(children, cursor, pageSize, ({ uri: key }) => key);
      return { resources: [...page.items], ...cursorOf(page) };
    },
    resources: (cursor) => {
      const page = paginate([...visible()], cursor, pageSize, ([wire]) => skillUri(wire));
      return {
        items: page.items.map(([wire, { description }]) => ({
          uri: skillUri(wire, SKILL_MD),
          name: wire,
          description: clip(description.split("\n").map(oneLine).join("\n"), MAX_DESCRIPTION),
          mimeType: "text/markdown",
        })),
        ...cursorOf(page),
      };
    },
    paths: async (wire, start) => {
      const skill = visible().get(wire);
      if (skill === undefined) return [];
      const { paths } = await server.list(skill);
      return [SKILL_MD, ...paths].filter((path) => path.startsWith(start));
    },
    rewrites: async (name) => {
      const wire = visibleSkills(runtime.library).names.wireOf.get(name);
      const skill = wire === undefined ? undefined : visible().get(wire);
      if (wire === undefined || skill === undefined) return [];
      const own = await server.skillMd(skill, wire);
      return "refused" in own ? own.refused : own.reasons;
    },
    diagnostics: () => {
      // Drops diagnostics about removed skills.
      for (const wire of noticed.keys()) if (!visible().has(wire)) noticed.delete(wire);
      return [...noticed.values()].flat();
    },
    check: async () => {
      noticed.clear();
      const counts = { served: 0, dynamic: 0 };
      await mapConcurrently([...visible()], CHECKED_AT_ONCE, async ([wire, skill]) => {
        const entry = await entryOf(wire, skill);
        if (entry !== undefined) counts.served += 1;
        if (entry?.resources === "dynamic") counts.dynamic += 1;
      });
      const inOrder = [...visible().keys()].flatMap((wire) => noticed.get(wire) ?? []);
      return { ...counts, diagnostics: inOrder };
    },
  };
}

/** The MIME type of a file; `application/octet-stream` if the extension is unknown. */
function mimeTypeOf(path: string): string {
  return contentTypeOf(path) ?? "application/octet-stream";
}

/** Approximate size of an entry on the wire. */
function charactersOf({ frontmatter, resources }: WireSkill): number {
  const rows = resources === "dynamic" ? [] : resources;
  return rows.reduce((sum, { uri }) => sum + uri.length + ROW_CHARACTERS, JSON.stringify(frontmatter).length);
}

/** The direct children of a directory; undefined if it is empty. */
function childrenOf(
  { skill, path }: { readonly skill: string; readonly path: string },
  paths: readonly string[],
): Resource[] | undefined {
  const base = path === "" ? "" : `${path}/`;
  const children = new Map<string, Resource>();
  for (const file of path === "" ? [SKILL_MD, ...paths] : paths) {
    if (!file.startsWith(base)) continue;
    const [name = "", ...below] = file.slice(base.length).split("/");
    const mimeType = below.length > 0 ? DIRECTORY_TYPE : mimeTypeOf(name);
    children.set(name, { uri: skillUri(skill, base + name), name, mimeType });
  }
  return children.size === 0 ? undefined : [...children.values()].sort(byUri);
}

/** Text if the bytes can be decoded without loss, otherwise the bytes. */
function toContent(bytes: Uint8Array, path: string): SkillReadResult {
  const mimeType = mimeTypeOf(path);
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes("\u0000") ? { bytes, mimeType } : { text, mimeType };
  } catch {
    return { bytes, mimeType };
  }
}

function cursorOf({ nextCursor }: Page<unknown>): { nextCursor?: string } {
  return nextCursor === undefined ? {} : { nextCursor };
}

function byUri(a: { readonly uri: string }, b: { readonly uri: string }): number {
  return a.uri < b.uri ? -1 : 1;
}

function notServed(
  skill: Skill,
  { refused, hint = "clients can still load it with the skill tools" }: Refusal,
): Diagnostic {
  return diagnose("mcp.not-served", `"${skill.name}" cannot be served: ${refused.join("; ")}`, {
    path: skill.path,
    hint,
  });
}

function noManifest(skill: Skill, gaps: readonly string[]): Diagnostic {
  return diagnose("mcp.no-manifest", `"${skill.name}" is served without a manifest: ${gaps.join("; ")}`, {
    path: skill.path,
    hint: "clients ask for approval each time such a skill is used; make it smaller, or make its files readable",
  });
}

function rewritten(skill: Skill, reasons: readonly string[]): Diagnostic {
  return diagnose(
    "mcp.rewritten",
    `"${skill.name}" is served with a normalised frontmatter: ${reasons.join("; ")}`,
    {
      path: skill.path,
      hint: `\`knowhow validate --rules mcp ${pasteable(skill.directory)}\` shows what to change`,
    },
  );
}

/** A path that can be pasted into any shell; other names are not put into a command. */
function pasteable(path: string): string {
  return /^[\w./:\\-]+$/.test(path) ? path : "<its directory>";
}
