import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Runtime } from "@knowhow/runtime";
import type { SkillEdit } from "@knowhow/runtime/authoring";
import { CliError } from "../../io/cli-error.ts";
import { editText } from "../../io/edit-text.ts";
import { workingDirectory } from "../../runtime/settings.ts";
import type { Call } from "../../table/command.ts";

const SKILL_FILE = "SKILL.md";
const MAX_BYTES = 1024 * 1024;

/** Lets the user change a file of a proposal; false if nothing changed. The path is `SKILL.md` if there is none. */
export async function editProposal(
  { id, path = SKILL_FILE }: { readonly id: string; readonly path: string | undefined },
  call: Call,
  { proposals }: Runtime,
): Promise<boolean> {
  const { content } = await proposals.get(id);
  const file = content.after.find((each) => each.path === path);
  const before = file === undefined ? "" : new TextDecoder().decode(file.bytes);
  const text = await newText(path, before, call);
  if (text === undefined || text === before) return false;
  const edit: Omit<SkillEdit, "name"> =
    path === SKILL_FILE ? { action: "edit", content: text } : { action: "write_file", path, content: text };
  await proposals.edit(id, edit);
  return true;
}

async function newText(path: string, before: string, { args, io }: Call): Promise<string | undefined> {
  const from = args.text("from");
  if (from === "-") return io.readInput?.(MAX_BYTES);
  if (from !== undefined) return readFile(resolve(workingDirectory(args, io), from), "utf8");
  if (io.ask === undefined)
    throw new CliError("cli.missing-argument", "there is no terminal for an editor", "add --from FILE");
  return editText(path, before, io.env);
}
