import { join } from "node:path";
import { checkOptions } from "../../basics/check-options.ts";
import { anything } from "../../basics/kinds.ts";
import type { SkillChange, SkillWriter } from "../../proposal.ts";
import { mayContainSecrets } from "../../security/secret-files.ts";
import { type Disk, nodeDisk } from "../state/disk.ts";
import { replaceFolder, settleFolder } from "../state/replace-folder.ts";

/**
 * Writes the directories of skills on this machine. A new file can be read by everyone, as one that a user creates; a file
 * that only its owner could read stays so, and so does one that may contain credentials.
 */
export function fileSkillWriter(options: { readonly disk?: Disk } = {}): SkillWriter {
  checkOptions("fileSkillWriter", options, { disk: anything });
  const { disk = nodeDisk } = options;
  return {
    replace: async ({ id, directory, files, confirm }) => {
      const change = { id: checked(id), folder: directory, confirm };
      const modes = files && (await Promise.all(files.map((file) => withMode(file, directory, disk))));
      return replaceFolder({ ...change, files: modes }, disk);
    },
    settle: ({ id, directory }) => settleFolder({ id: checked(id), folder: directory }, disk),
  };
}

/** The id is part of a file name. */
function checked(id: string): string {
  if (/^[A-Za-z0-9-]{1,80}$/.test(id)) return id;
  throw new TypeError(`invalid id of a change: ${id}`);
}

async function withMode(
  { path, bytes, isExecutable }: NonNullable<SkillChange["files"]>[number],
  directory: string,
  disk: Disk,
) {
  const before = await disk.lstat(join(directory, ...path.split("/"))).catch(() => undefined);
  const isPrivate = mayContainSecrets(path) || (before !== undefined && (before.mode & 0o077) === 0);
  const mode = isExecutable ? 0o755 : 0o644;
  return { path, bytes, mode: isPrivate ? mode & 0o700 : mode };
}
