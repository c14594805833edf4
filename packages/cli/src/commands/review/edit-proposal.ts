import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { isKnowhowError, type KnowhowError, type Runtime } from "@knowhow/runtime";
import type { SkillEdit } from "@knowhow/runtime/authoring";
import { CliError } from "../../io/cli-error.ts";
import { editText } from "../../io/edit-text.ts";
import type { Io } from "../../io/io.ts";
import { workingDirectory } from "../../runtime/settings.ts";
import type { Call } from "../../table/command.ts";
import { sanitise } from "../../terminal/sanitise.ts";

const SKILL_FILE = "SKILL.md";
const MAX_BYTES = 1024 * 1024;

/**
 * Lets the user change a file of a proposal; false if nothing changed. The path is `SKILL.md` if there is none. A text that is
 * refused is not lost: the user can go on with it.
 */
export async function editProposal(
  { id, path = SKILL_FILE }: { readonly id: string; readonly path: string | undefined },
  call: Call,
  { proposals }: Runtime,
): Promise<boolean> {
  const { content } = await proposals.get(id);
  const file = content.after.find((each) => each.path === path);
  const before = file === undefined ? "" : new TextDecoder().decode(file.bytes);
  for (let start = before; ; ) {
    const text = await newText(path, start, call);
    if (text === undefined || text === before) return false;
    try {
      const edit: Omit<SkillEdit, "name"> =
        path === SKILL_FILE
          ? { action: "edit", content: text }
          : { action: "write_file", path, content: text };
      await proposals.edit(id, edit);
      return true;
    } catch (error) {
      if (!isKnowhowError(error) || call.args.has("from")) throw error;
      if (!(await isWantedAgain(error, call))) return false;
      start = text;
    }
  }
}

async function isWantedAgain(error: KnowhowError, { io }: Call): Promise<boolean> {
  writeError(error.message, error.hint, io);
  const answer = await io.ask?.("Edit it again? [Y/n] ");
  return answer !== undefined && !/^n/i.test(answer);
}

/** Tells of an error after which the command goes on. */
export function writeError(message: string, hint: string | undefined, { stderr }: Pick<Io, "stderr">): void {
  stderr.write(`knowhow: ${sanitise(message)}\n${hint === undefined ? "" : `  hint: ${sanitise(hint)}\n`}`);
}

async function newText(path: string, before: string, { args, io }: Call): Promise<string | undefined> {
  const from = args.text("from");
  if (from === "-") return io.readInput?.(MAX_BYTES);
  if (from !== undefined) return readFile(resolve(workingDirectory(args, io), from), "utf8");
  if (io.ask === undefined)
    throw new CliError("cli.missing-argument", "there is no terminal for an editor", "add --from FILE");
  const hint = "set the variable EDITOR, or use `knowhow review edit ID --from FILE`";
  return editText(path, before, { env: io.env, hint });
}
