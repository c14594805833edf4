import { once } from "../basics/once.ts";
import type { Outcome } from "../diagnostics.ts";
import { isKnowhowError } from "../errors.ts";
import { type Admit, type AdmitRequest, type Audience, SKILL_FILE } from "../gate.ts";
import type { ReadRequest, ResourceReading, SkillText } from "../library.ts";
import type { FileBytes, Ports } from "../ports.ts";
import type { Profile } from "../profile.ts";
import { mayContainSecrets } from "../security/secret-files.ts";
import type { Resource, Skill } from "../skill.ts";
import type { FileFacts, FileMemo } from "./file-memo.ts";
import { followInPlace, listInPlace, readInPlace, realPathOf, shownPath, unreadable } from "./in-place.ts";
import { runChecks } from "./run-checks.ts";

/**
 * A skill opened for an audience. Everything is read from exactly where discovery found the skill and within the
 * profile's limits, and every check runs before content is returned; a refusal throws `serving.not-admitted`. The
 * listing is made once, so open the skill again to see later changes.
 */
export interface OpenSkill {
  readonly skill: Skill;
  readonly audience: Audience;
  /** The current SKILL.md. */
  text(): Promise<SkillText>;
  /** Names and sizes of the other files. Files that may contain credentials are not listed for models and clients. */
  files(): Promise<Outcome<readonly Resource[]>>;
  /**
   * Digest and size of a file, hashed once until it changes. Undefined if the audience has no such file or it is larger
   * than `maxBytes`.
   */
  file(path: string, maxBytes?: number): Promise<OpenFile | undefined>;
  /** The bytes of a file; undefined if the audience has no such file. Throws if it cannot be read or is too large. */
  bytes(path: string, maxBytes?: number): Promise<Uint8Array | undefined>;
  /** A page of a file, or the reason why it cannot be read. */
  read(request: ReadRequest): Promise<ResourceReading>;
  /** SHA-256 digest of the whole directory. No check runs, because no content is returned. */
  digest(): Promise<string>;
}

/** A skill opened by the engine itself, which may read a text now and return it later. */
export interface ServedSkill extends OpenSkill {
  /** Reads the current SKILL.md without returning it. */
  fetchText(): Promise<UncheckedText>;
  /** Uses a SKILL.md that was read earlier instead of the current one. */
  fromText(text: string): UncheckedText;
}

/** A file of a skill. */
export interface OpenFile {
  readonly path: string;
  /** SHA-256 of the bytes, in lower-case hex. */
  readonly digest: string;
  /** Size in bytes. */
  readonly size: number;
  /** The bytes that were hashed or, if the digest was cached, the current bytes. */
  bytes(): Promise<Uint8Array>;
}

/** A SKILL.md that was read but not yet returned. */
export interface UncheckedText {
  /** Size in bytes. */
  readonly size: number;
  /** Returns the text after all checks, which run on each call. */
  checked(): Promise<SkillText>;
  /** The text as it was read, for storage only. */
  raw(): string;
}

/** What all skills of a runtime are opened with. */
export interface OpenContext {
  readonly profile: Profile;
  readonly ports: Pick<Ports, "files" | "hash">;
  readonly checks: readonly Admit[];
  readonly memo: FileMemo;
  readonly use?: ContentUse;
}

/** What the content of a skill is opened for. */
export type ContentUse = Pick<AdmitRequest, "trust" | "session" | "purpose">;

/** Opens a skill for an audience. Nothing is read until a method is called. */
export function openSkill(skill: Skill, audience: Audience, context: OpenContext): ServedSkill {
  const { profile, ports, checks, memo, use = {} } = context;
  const { files, hash } = ports;
  const { limits } = profile.discovery;
  const limitOf = (path: string, maxBytes = limits.resourceBytes) =>
    path === SKILL_FILE ? Math.min(maxBytes, limits.skillBytes) : maxBytes;

  const fetch = async (path: string, maxBytes: number): Promise<FileBytes | undefined> => {
    try {
      return await readInPlace(skill, path, limitOf(path, maxBytes), files);
    } catch (error) {
      if (isKnowhowError(error)) throw error;
      throw cannotRead(skill, path, error);
    }
  };

  const fetchBytes = async (path: string, maxBytes: number): Promise<Uint8Array> => {
    const bytes = (await fetch(path, maxBytes))?.bytes;
    if (bytes === undefined) throw cannotRead(skill, path);
    return bytes;
  };

  const admit = async (path: string, bytes: Uint8Array): Promise<void> => {
    if (checks.length === 0) return;
    await runChecks(checks, {
      part: "content",
      ...use,
      skill,
      path,
      audience,
      digest: hash.sha256(bytes),
      size: bytes.length,
      bytes: async () => bytes.slice(),
    });
  };

  /** A listing covers the whole skill, so the checks run once, and a server's files are not fetched for it. */
  const admitListing = once(async (): Promise<void> => {
    const bytes = () => fetchBytes(SKILL_FILE, limits.skillBytes);
    await runChecks(checks, { part: "listing", ...use, skill, path: SKILL_FILE, audience, bytes });
  });

  const listing = once(async (): Promise<Outcome<readonly Resource[]>> => {
    const { value, diagnostics } = await listInPlace(skill, limits, files);
    // If the library listed the files, one that was added later belongs to the next library.
    const known = skill.resources && new Set(skill.resources.map(({ path }) => path));
    const isListed = ({ path }: Resource) =>
      known?.has(path) !== false && (audience === "user" || !mayContainSecrets(path));
    return { value: value.filter(isListed), diagnostics };
  });

  const admittedListing = async (): Promise<Outcome<readonly Resource[]>> => {
    await admitListing();
    return listing();
  };

  const has = async (path: string): Promise<boolean> =>
    path === SKILL_FILE || (await listing()).value.some((resource) => resource.path === path);

  const factsOf = async (path: string, maxBytes: number): Promise<KnownFile | undefined> => {
    const real = realPathOf(skill, path);
    const stat = await files.stat(real);
    if (stat?.kind !== "file" || stat.size > maxBytes) return undefined;
    const known = memo.get(real, stat);
    if (known !== undefined) return { facts: known };
    const read = await fetch(path, maxBytes);
    if (read?.bytes === undefined) return undefined;
    const facts = { digest: hash.sha256(read.bytes), size: read.bytes.length };
    memo.set(real, read.stat, facts);
    return { facts, hashed: read.bytes };
  };

  const give = async (path: string, bytes: Uint8Array): Promise<Uint8Array> => {
    await admit(path, bytes);
    return bytes;
  };

  const unchecked = (bytes: Uint8Array): UncheckedText => ({
    size: bytes.length,
    checked: async () => {
      await admit(SKILL_FILE, bytes);
      const { skillText } = await import("./skill-text.ts");
      return skillText(skill, bytes, ports);
    },
    raw: () => new TextDecoder().decode(bytes),
  });
  const fetchText = async (): Promise<UncheckedText> =>
    unchecked(await fetchBytes(SKILL_FILE, limits.skillBytes));

  return {
    skill,
    audience,
    fetchText,
    fromText: (text) => unchecked(new TextEncoder().encode(text)),
    text: async () => (await fetchText()).checked(),
    files: admittedListing,
    file: async (path, maxBytes) => {
      await admitListing();
      if (!(await has(path))) return undefined;
      const limit = limitOf(path, maxBytes);
      const known = await factsOf(path, limit);
      if (known === undefined) return undefined;
      const bytes = async () => give(path, known.hashed ?? (await fetchBytes(path, limit)));
      return { path, ...known.facts, bytes };
    },
    bytes: async (path, maxBytes) =>
      (await has(path)) ? give(path, await fetchBytes(path, limitOf(path, maxBytes))) : undefined,
    read: async (request) => {
      const { readFile } = await import("./read-file.ts");
      const { contentTypes } = profile.activation;
      const bytes = async (path: string, maxBytes: number) => give(path, await fetchBytes(path, maxBytes));
      return readFile(request, {
        skill,
        audience,
        contentTypes,
        has,
        listing: async () => (await admittedListing()).value,
        follow: (path) => followInPlace(skill, path, files),
        bytes,
      });
    },
    digest: async () => {
      const { digestSkill } = await import("./digest-skill.ts");
      return digestSkill(skill, limits, ports);
    },
  };
}

/** What is known about a file, and its bytes if they had to be read. */
interface KnownFile {
  readonly facts: FileFacts;
  readonly hashed?: Uint8Array;
}

function cannotRead(skill: Skill, path: string, cause?: unknown) {
  const what = `the file ${path === SKILL_FILE ? skill.path : shownPath(path)}`;
  return unreadable(skill, what, cause === undefined ? {} : { cause, hint: failure(cause) });
}

/** Why reading failed, without the paths in the message of the system. */
function failure(cause: unknown): string {
  const code: unknown = cause instanceof Error && "code" in cause ? cause.code : undefined;
  const reason = cause instanceof Error && code === undefined ? cause.message : `reading failed with ${code}`;
  return `${reason.slice(0, 200)}; check the file and its permissions, then try again`;
}
