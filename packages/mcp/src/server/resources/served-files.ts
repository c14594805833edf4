import {
  isKnowhowError,
  type KnowhowError,
  type OpenSkill,
  type Runtime,
  type Skill,
} from "@knowhow/runtime";
import { formatCount } from "@knowhow/runtime/toolkit";
import { isAddressable } from "../../shared/skill-uri.ts";
import { type PortableSkill, portableSkill } from "./portable-skill.ts";

/** MCP skills extension: hosts accept this much, servers should not publish more. */
const MAX_FILES = 512;
const MAX_BYTES = 16_777_216;
/** Maximum number of skills whose parsed SKILL.md is cached; the oldest are dropped first. */
const MAX_REMEMBERED = 200_000;
const SKILL_MD = "SKILL.md";

/** The SKILL.md of a skill as it is served, without its bytes. */
export type ServedSkillMd = Omit<PortableSkill, "bytes">;

/** Published facts about a file. */
export interface FileDigest {
  readonly digest: string;
  readonly size: number;
}

/** The other files of a skill, by path. */
export interface ServedFiles {
  readonly files: ReadonlyMap<string, FileDigest>;
  /** Files that are missing or exceed the limits, so that no complete manifest can be given. */
  readonly gaps: readonly string[];
}

/** Serves skills to clients, always from the files themselves; only the parsed SKILL.md is cached, by digest. */
export interface FileServer {
  skillMd(skill: Skill, wire: string): Promise<ServedSkillMd | Refusal>;
  /** The bytes of the SKILL.md as served. */
  skillMdBytes(skill: Skill, wire: string): Promise<Uint8Array | undefined>;
  /** Names of the other files. */
  list(skill: Skill): Promise<{ readonly paths: readonly string[]; readonly gaps: readonly string[] }>;
  manifest(skill: Skill, own: number): Promise<ServedFiles>;
  /** The bytes of one of the other files; undefined if there is none of this path for clients. */
  bytes(skill: Skill, path: string): Promise<Uint8Array | undefined>;
}

/** Why a skill cannot be served. */
export interface Refusal {
  readonly refused: readonly string[];
  /** What would help; undefined if the skill is still available through the skill tools. */
  readonly hint?: string;
}

/** A SKILL.md as it was last served. */
interface Remembered {
  readonly wire: string;
  /** Digest of the file, not of what is served. */
  readonly digest: string;
  readonly served: ServedSkillMd | Refusal;
}

/** Serves the files of a runtime's skills. */
export function fileServer(runtime: Runtime): FileServer {
  const remembered = new Map<string, Remembered>();
  const open = (skill: Skill) => runtime.open(skill, { audience: "client" });

  const remember = (path: string, row: Remembered): void => {
    remembered.delete(path);
    remembered.set(path, row);
    const oldest = remembered.size > MAX_REMEMBERED ? remembered.keys().next().value : undefined;
    if (oldest !== undefined) remembered.delete(oldest);
  };

  const list = async (opened: OpenSkill): Promise<Listing> => {
    try {
      const { value, diagnostics } = await opened.files();
      const addressable = value.filter(({ path }) => isAddressable(path));
      const gaps = diagnostics.flatMap(({ severity, message }) => (severity === "info" ? [] : [message]));
      const left = value.length - addressable.length;
      return {
        files: addressable,
        gaps:
          left === 0
            ? gaps
            : [
                ...gaps,
                `${formatCount(left, "file has a name", "files have names")} that cannot be used in a URI`,
              ],
      };
    } catch (error) {
      if (!isKnowhowError(error)) throw error;
      return { files: [], gaps: [error.message] };
    }
  };

  return {
    skillMd: (skill, wire) =>
      unlessWithheld(
        async () => {
          const file = await open(skill).file(SKILL_MD);
          if (file === undefined) return UNREADABLE;
          const known = remembered.get(skill.path);
          if (known?.wire === wire && known.digest === file.digest) return known.served;
          const portable = await portableSkill(await file.bytes(), knownOf(skill, wire));
          const served = "refused" in portable ? portable : withoutBytes(portable);
          remember(skill.path, { wire, digest: file.digest, served });
          return served;
        },
        ({ message, hint = "none of it can be served" }) => ({ refused: [message], hint }),
      ),
    skillMdBytes: (skill, wire) =>
      unlessWithheld(
        async () => {
          const bytes = await open(skill).bytes(SKILL_MD);
          const portable =
            bytes === undefined ? UNREADABLE : await portableSkill(bytes, knownOf(skill, wire));
          return "refused" in portable ? undefined : portable.bytes;
        },
        () => undefined,
      ),
    list: async (skill) => {
      const { files, gaps } = await list(open(skill));
      return { paths: files.map(({ path }) => path), gaps };
    },
    manifest: async (skill, own) => {
      const opened = open(skill);
      const { files, gaps } = await list(opened);
      const without = (gap: string) => ({ files: new Map(), gaps: [gap] });
      if (gaps.length > 0) return { files: new Map(), gaps };
      if (files.length + 1 > MAX_FILES) return without(`it has more than ${MAX_FILES} files`);
      const found = new Map<string, FileDigest>();
      let room = MAX_BYTES - own;
      for (const { path, size: listed } of files) {
        if (listed > room) return without(`its files total more than ${MAX_BYTES} bytes`);
        const file = await unlessWithheld(
          () => opened.file(path, room),
          () => undefined,
        );
        if (file === undefined) return without(`the file ${path} cannot be read`);
        const { digest, size } = file;
        room -= size;
        found.set(path, { digest: `sha256:${digest}`, size });
      }
      return { files: found, gaps: [] };
    },
    bytes: (skill, path) =>
      unlessWithheld(
        async () => {
          const opened = open(skill);
          return isAddressable(path) ? await opened.bytes(path, MAX_BYTES) : undefined;
        },
        () => undefined,
      ),
  };
}

interface Listing {
  readonly files: readonly { readonly path: string; readonly size: number }[];
  readonly gaps: readonly string[];
}

const UNREADABLE: Refusal = { refused: ["its SKILL.md can no longer be read"] };

function knownOf({ description }: Skill, wire: string) {
  return { name: wire, description };
}

function withoutBytes({ bytes: _bytes, ...served }: PortableSkill): ServedSkillMd {
  return served;
}

/** A file that cannot be read or is withheld does not affect the others. */
async function unlessWithheld<Value, Other>(
  work: () => Promise<Value>,
  otherwise: (error: KnowhowError) => Other,
): Promise<Value | Other> {
  try {
    return await work();
  } catch (error) {
    if (!isKnowhowError(error)) throw error;
    return otherwise(error);
  }
}
