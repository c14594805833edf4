import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { findProject, validateSkill } from "@knowhow/runtime";
import { nodeEnvironment, nodeFiles } from "@knowhow/runtime/node";
import type { Arguments } from "../arguments.ts";
import { CliError } from "../cli-error.ts";
import type { Command } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { isReservedName, suggestName } from "../new-skill-name.ts";
import { newSkillText } from "../new-skill-text.ts";
import { sanitise } from "../report/sanitise.ts";
import { workingDirectory } from "../settings.ts";
import { writeNewFile } from "../write-new-file.ts";

/** `knowhow new <name>`: writes a SKILL.md that is valid from the start, and never over an existing one. */
export const newSkill: Command = async ({ args, io }) => {
  const [name = ""] = args.positionals;
  const description = args.text("description");
  const text = newSkillText(name, description === undefined ? undefined : sanitise(description).trim());
  refuseInvalid(text, name);
  const directory = join(await skillsDirectory(args, io), name);
  await refuseExisting(directory);
  const path = join(directory, "SKILL.md");
  await writeNewFile(path, text);
  return {
    exit: EXIT.done,
    data: { name, directory, path },
    text: (screen) => {
      const place = screen.place(path);
      if (screen.quiet) return place;
      return [
        `${screen.paint("good", "✓")} wrote ${screen.paint("strong", place)}`,
        screen.paint(
          "faint",
          `  Say what it does and when to use it, then check it: knowhow lint ${screen.place(directory)}`,
        ),
      ].join("\n");
    },
  };
};

function refuseInvalid(text: string, name: string): void {
  const fault = validateSkill(text, { directoryName: name, fileName: "SKILL.md" }).diagnostics.find(
    (diagnostic) => diagnostic.severity === "error",
  );
  const better = suggestName(name);
  const advice = better === undefined ? undefined : `"${better}" can be used`;
  if (fault !== undefined) {
    const hint = better !== name ? (advice ?? fault.hint) : fault.hint;
    throw new CliError("cli.bad-value", fault.message, { hint });
  }
  if (isReservedName(name))
    throw new CliError("cli.bad-value", `no directory can be named "${name}" on Windows`, { hint: advice });
}

async function skillsDirectory(args: Arguments, io: Io): Promise<string> {
  const cwd = workingDirectory(args, io);
  const named = args.text("dir");
  if (named !== undefined) return resolve(cwd, named);
  const environment = nodeEnvironment({ cwd, home: io.home, variables: io.env });
  const { value: project } = await findProject(nodeFiles(), environment);
  return join(project.root, ".agents", "skills");
}

/** Also `skill.md` counts: on some file systems it is the same file. */
async function refuseExisting(directory: string): Promise<void> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const found = names.find((name) => name.toLowerCase() === "skill.md");
  if (found === undefined) return;
  throw new CliError(
    "cli.exists",
    `${join(directory, found)} is already there`,
    "choose another name, or edit that file",
  );
}
