import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { SkillEdit } from "@knowhow/runtime/authoring";
import { CliError } from "../../io/cli-error.ts";
import { editText } from "../../io/edit-text.ts";
import { EXIT } from "../../io/exit-codes.ts";
import { workingDirectory } from "../../runtime/settings.ts";
import type { Call, Command } from "../../table/command.ts";
import { answerOf, reviewOf, useProposal } from "./use-proposal.ts";

const SKILL_FILE = "SKILL.md";
const MAX_BYTES = 1024 * 1024;

/** `knowhow review edit <id> [file]`: changes a file of a proposal before it is applied. */
export const reviewEdit: Command = (call) =>
  useProposal(call, async (found, runtime) => {
    const [id = "", path = SKILL_FILE] = call.args.positionals;
    const { content } = await runtime.proposals.get(id);
    const file = content.after.find((each) => each.path === path);
    const before = file === undefined ? "" : new TextDecoder().decode(file.bytes);
    const text = await newText(path, before, call);
    if (text === undefined || text === before) return answerOf({ ...found, action: "unchanged" }, EXIT.no);
    const edit: Omit<SkillEdit, "name"> =
      path === SKILL_FILE ? { action: "edit", content: text } : { action: "write_file", path, content: text };
    await runtime.proposals.edit(id, edit);
    return answerOf(await reviewOf(id, "edited", runtime));
  });

async function newText(path: string, before: string, { args, io }: Call): Promise<string | undefined> {
  const from = args.text("from");
  if (from === "-") return io.readInput?.(MAX_BYTES);
  if (from !== undefined) return readFile(resolve(workingDirectory(args, io), from), "utf8");
  if (io.ask === undefined)
    throw new CliError("cli.missing-argument", "there is no terminal for an editor", "add --from FILE");
  return editText(path, before, io.env);
}
