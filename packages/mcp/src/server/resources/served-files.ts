import { holdsSecrets, isKnowhowError, type Runtime, type Skill } from "@knowhow/runtime";
import { isAddressable } from "../../shared/skill-uri.ts";
import { type FileDigest, fileDigests, fileMemo } from "./file-digests.ts";
import { type PortableSkill, portableSkill } from "./portable-skill.ts";

/** MCP skills extension: hosts accept this much, servers should not publish more. */
const MAX_FILES = 512;
const MAX_BYTES = 16_777_216;

/** The SKILL.md of a skill as it is served, without its bytes. */
export type ServedSkillMd = Omit<PortableSkill, "bytes">;

/** The other files of a skill, by their paths. */
export interface ServedFiles {
  readonly files: ReadonlyMap<string, FileDigest>;
  /** What is not there or too much; then no complete manifest can be given. */
  readonly gaps: readonly string[];
}

/** Reads what is served of a skill, always from the files themselves; only digests are remembered. */
export interface FileServer {
  skillMd(skill: Skill, wire: string): Promise<ServedSkillMd | Refusal>;
  /** The bytes of the SKILL.md as served. */
  skillMdBytes(skill: Skill, wire: string): Promise<Uint8Array | undefined>;
  /** Names and sizes of the other files. */
  list(skill: Skill): Promise<{ readonly paths: readonly string[]; readonly gaps: readonly string[] }>;
  manifest(skill: Skill, own: number): Promise<ServedFiles>;
  /** The bytes of one of the other files, or undefined when the skill has none of this path. */
  bytes(skill: Skill, path: string): Promise<Uint8Array | undefined>;
  /** How many files were hashed or parsed so far. */
  readonly work: number;
}

/** Why a skill cannot be served. */
export interface Refusal {
  readonly refused: readonly string[];
}

/** Serves the files of a runtime's skills. */
export function fileServer(runtime: Runtime, now?: () => number): FileServer {
  const { files } = runtime;
  const { limits } = runtime.profile.discovery;
  const digests = fileDigests(files, now);
  const skillMds = fileMemo<{ readonly wire: string; readonly served: ServedSkillMd | Refusal }>(
    undefined,
    now,
  );
  let parsed = 0;

  const readSkillMd = async (skill: Skill, wire: string) => {
    const real = skill.real?.path ?? skill.path;
    const read =
      (await files.realpath(skill.path)) === real
        ? await files.readBytes(real, limits.skillBytes)
        : undefined;
    if (read?.bytes === undefined) return undefined;
    parsed += 1;
    const portable = await portableSkill(read.bytes, { name: wire, description: skill.description });
    return { real, stat: read.stat, portable };
  };

  const list: FileServer["list"] = async (skill) => {
    if (!/(?:^|\/)skill\.md$/i.test(skill.path)) return { paths: [], gaps: [] };
    try {
      const { value, diagnostics } = await runtime.resources(skill.name);
      const offered = value.map(({ path }) => path).filter((path) => !holdsSecrets(path));
      const paths = offered.filter(isAddressable);
      const gaps = diagnostics.map(({ message }) => message);
      const left = offered.length - paths.length;
      return { paths, gaps: left === 0 ? gaps : [...gaps, `${left} files have names that no URI can hold`] };
    } catch (error) {
      if (!isKnowhowError(error)) throw error;
      return { paths: [], gaps: [error.message] };
    }
  };

  const realOf = (skill: Skill, path: string) => `${skill.real?.directory ?? skill.directory}/${path}`;

  return {
    get work() {
      return digests.hashed + parsed;
    },
    skillMd: async (skill, wire) => {
      const real = skill.real?.path ?? skill.path;
      const stat = await files.stat(real);
      const known = stat === undefined ? undefined : skillMds.get(real, stat);
      if (known?.wire === wire) return known.served;
      const read = await readSkillMd(skill, wire);
      if (read === undefined) return { refused: ["its SKILL.md cannot be read any more"] };
      const served = "refused" in read.portable ? read.portable : withoutBytes(read.portable);
      skillMds.set(read.real, read.stat, { wire, served });
      return served;
    },
    skillMdBytes: async (skill, wire) => {
      const read = await readSkillMd(skill, wire);
      return read === undefined || "refused" in read.portable ? undefined : read.portable.bytes;
    },
    list,
    manifest: async (skill, own) => {
      const { paths, gaps } = await list(skill);
      if (gaps.length > 0) return { files: new Map(), gaps };
      if (paths.length + 1 > MAX_FILES)
        return { files: new Map(), gaps: [`it has more than ${MAX_FILES} files`] };
      const found = new Map<string, FileDigest>();
      let room = MAX_BYTES - own;
      for (const path of paths) {
        const file = await digests.of(realOf(skill, path), Math.max(0, room));
        if (file === undefined) return { files: new Map(), gaps: [await reasonFor(path, room)] };
        room -= file.size;
        found.set(path, file);
      }
      return { files: found, gaps: [] };

      async function reasonFor(path: string, left: number): Promise<string> {
        const stat = await files.stat(realOf(skill, path));
        return stat?.kind === "file" && stat.size > left
          ? `its files have more than ${MAX_BYTES} bytes`
          : `the file ${path} cannot be read`;
      }
    },
    bytes: async (skill, path) => {
      const { paths } = await list(skill);
      if (!paths.includes(path)) return undefined;
      const real = realOf(skill, path);
      return (await files.realpath(real)) === real
        ? (await files.readBytes(real, Math.min(limits.resourceBytes, MAX_BYTES)))?.bytes
        : undefined;
    },
  };
}

function withoutBytes({ bytes: _bytes, ...served }: PortableSkill): ServedSkillMd {
  return served;
}
