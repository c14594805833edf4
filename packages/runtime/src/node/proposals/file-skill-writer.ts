import type { SkillChange, SkillWriter } from "../../proposal.ts";
import type { Disk } from "../state/disk.ts";
import { replaceFolder, settleFolder } from "../state/replace-folder.ts";

/** Writes the directories of skills on this machine. A new file can be read by everyone, as one that a user creates. */
export function fileSkillWriter(options: { readonly disk?: Disk } = {}): SkillWriter {
  const { disk } = options;
  return {
    replace: ({ id, directory, files, confirm }) =>
      replaceFolder({ id: checked(id), folder: directory, files: files?.map(withMode), confirm }, disk),
    settle: ({ id, directory }) => settleFolder({ id: checked(id), folder: directory }, disk),
  };
}

/** The id is part of a file name. */
function checked(id: string): string {
  if (/^[A-Za-z0-9-]{1,80}$/.test(id)) return id;
  throw new TypeError(`invalid id of a change: ${id}`);
}

function withMode({ path, bytes, isExecutable }: NonNullable<SkillChange["files"]>[number]) {
  return { path, bytes, mode: isExecutable ? 0o755 : 0o644 };
}
