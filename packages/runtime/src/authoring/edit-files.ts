import { compareText, formatNumber } from "../basics/words.ts";
import { SKILL_FILE } from "../gate.ts";
import type { ProposalFile } from "../proposal.ts";
import { decodeText, isBinary } from "../serving/decode-text.ts";
import { pathProblem } from "./check-path.ts";
import { PROPOSAL_LIMITS } from "./limits.ts";
import { refused } from "./refused.ts";
import type { SkillEdit } from "./skill-edit.ts";

/** The files that a skill would have after a change. Throws `authoring.refused` if the change cannot be made. */
export function editFiles(edit: SkillEdit, before: readonly ProposalFile[]): readonly ProposalFile[] {
  if (edit.action === "delete") return [];
  const after = new Map(before.map((file) => [file.path, file]));
  for (const file of writtenBy(edit, after)) {
    const same = [...after.keys()].find((path) => path !== file.path && fold(path) === fold(file.path));
    if (same !== undefined)
      throw refused(`${file.path} and ${same} are the same file on some systems`, "use the existing path");
    const around = [...after.keys()].find((path) => isInside(file.path, path) || isInside(path, file.path));
    if (around !== undefined)
      throw refused(`${file.path} and ${around}: a file cannot be a directory, too`, "choose another path");
    after.set(file.path, file);
  }
  const files = [...after.values()].sort((a, b) => compareText(a.path, b.path));
  checkSizes(files);
  return files;
}

/** A file with this text, which is never executable. */
export function textFile(path: string, text: string): ProposalFile {
  if (/[\0\p{Cs}]/u.test(text))
    throw refused(`the content of ${path} is not text`, "remove NUL characters and lone surrogates");
  return { path, bytes: new TextEncoder().encode(text), isExecutable: false };
}

function writtenBy(edit: SkillEdit, before: ReadonlyMap<string, ProposalFile>): readonly ProposalFile[] {
  const { action, path = SKILL_FILE } = edit;
  if (action === "create" || action === "edit")
    return [
      textFile(SKILL_FILE, needed(edit, "content")),
      ...Object.entries(edit.files ?? {}).map(([other, text]) => textFile(checkedPath(other), text)),
    ];
  if (action === "write_file") return [textFile(checkedPath(needed(edit, "path")), needed(edit, "content"))];
  // Also a text that is not found tells something about a file: nobody may try one out on hidden or secret files.
  const file = before.get(path === SKILL_FILE ? path : checkedPath(path));
  if (file === undefined)
    throw refused(`the skill has no file "${path.slice(0, 200)}"`, `it has ${shown([...before.keys()])}`);
  if (isBinary(file.bytes)) throw refused(`${path} is not a text file`);
  return [textFile(path, patched(edit, decodeText(file.bytes), path))];
}

function patched(edit: SkillEdit, text: string, path: string): string {
  const old = needed(edit, "oldText");
  const now = needed(edit, "newText", { empty: true });
  const at = text.indexOf(old);
  if (at < 0)
    throw refused(`the old text does not occur in ${path}`, "view the file, and copy the text exactly");
  if (text.indexOf(old, at + 1) >= 0)
    throw refused(`the old text occurs more than once in ${path}`, "add lines around it until it is unique");
  return `${text.slice(0, at)}${now}${text.slice(at + old.length)}`;
}

function needed(
  edit: SkillEdit,
  key: "content" | "path" | "oldText" | "newText",
  { empty = false } = {},
): string {
  const value = edit[key];
  if (value === undefined || (value === "" && !empty))
    throw refused(`the action ${edit.action} needs ${WRITTEN[key]}`);
  return value;
}

/** The arguments as models know them. */
const WRITTEN = {
  content: "`content`",
  path: "`path`",
  oldText: "`old_text`",
  newText: "`new_text`",
} as const;

function checkedPath(path: string): string {
  const problem = pathProblem(path);
  if (problem !== undefined) throw refused(`the file "${path.slice(0, 200)}" is refused: ${problem}`);
  return path;
}

function checkSizes(files: readonly ProposalFile[]): void {
  const { skillBytes, fileBytes, totalBytes, files: most } = PROPOSAL_LIMITS;
  if (files.length > most) throw refused(`the skill would have more than ${most} files`);
  for (const { path, bytes } of files) {
    const limit = path === SKILL_FILE ? skillBytes : fileBytes;
    if (bytes.length > limit) throw refused(`${path} would have more than ${formatNumber(limit)} bytes`);
  }
  const total = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (total > totalBytes)
    throw refused(`the files would have more than ${formatNumber(totalBytes)} bytes together`);
}

/** True if a path lies below another, also where letter case does not count. */
function isInside(path: string, directory: string): boolean {
  return fold(path).startsWith(`${fold(directory)}/`);
}

function fold(path: string): string {
  return path.normalize("NFKC").toLowerCase();
}

function shown(paths: readonly string[]): string {
  const open = paths.filter((path) => path === SKILL_FILE || pathProblem(path) === undefined);
  return open.slice(0, 20).join(", ");
}
