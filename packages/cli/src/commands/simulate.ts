import { statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { isKnowhowError, type Runtime, type SkillLibrary } from "@knowhow/runtime";
import { type PlayedScript, parseScript, playScript, type Script } from "@knowhow/runtime/authoring";
import { temporaryProject } from "@knowhow/runtime/node";
import { CliError } from "../io/cli-error.ts";
import { EXIT } from "../io/exit-codes.ts";
import { reportSimulation } from "../report/simulate.ts";
import { openRuntime } from "../runtime/open-runtime.ts";
import { draftNotes, draftsOf, leftOutNotes, rehearseTexts, whyNoTexts } from "../runtime/rehearse.ts";
import { sayNotes } from "../runtime/say-notes.ts";
import { workingDirectory } from "../runtime/settings.ts";
import type { Arguments } from "../table/arguments.ts";
import type { Call, Command } from "../table/command.ts";

/** `knowhow simulate <script>`: replays a scripted conversation and shows what the model would have seen. */
export const simulate: Command = async (call) => {
  const { args, io } = call;
  const [place = ""] = args.positionals;
  const text = await readScript(resolve(workingDirectory(args, io), place), place);
  try {
    const { library, ...played } = await play(parseScript(text, { path: place }), call);
    const drafts = library === undefined ? undefined : draftsOf(library);
    if (library !== undefined)
      sayNotes([...draftNotes(library, drafts ?? []), ...leftOutNotes(library, whyNoTexts(call))], call.io);
    const data = { ...played, ...(drafts === undefined ? {} : { drafts }) };
    return {
      exit: data.ok ? EXIT.done : EXIT.no,
      data,
      text: (screen) => reportSimulation(data.steps, place, screen),
    };
  } catch (error) {
    // The script is an argument of this command.
    if (!isKnowhowError(error) || error.code !== "simulation.invalid") throw error;
    throw new CliError("cli.bad-value", error.message, { hint: error.hint });
  }
};

/** Nothing is executed, whatever the script asks for. */
async function play(
  script: Script,
  call: Call,
): Promise<PlayedScript & { readonly library?: SkillLibrary | undefined }> {
  const { args, io } = call;
  const named = args.text("in");
  if (named !== undefined) {
    refuseEdits(script);
    const runtime = await realProject(call, named);
    return { ...(await playScript(script, { open: () => runtime })), library: runtime.library };
  }
  // `--cwd` applies to the path of the script, not to the project that it runs in.
  const project = temporaryProject({
    env: io.env,
    open: ({ cwd, home, env, ...own }) =>
      openRuntime({ args: withoutCwd(args), io: { ...io, cwd, home, env } }, { ...own, audit: false }),
  });
  try {
    return await playScript(script, project);
  } finally {
    project.close();
  }
}

async function realProject(call: Call, named: string): Promise<Runtime> {
  const { args, io } = call;
  const cwd = resolve(workingDirectory(args, io), named);
  if (statSync(cwd, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new CliError("cli.bad-value", `--in: no such directory: ${named}`);
  return openRuntime({ args: withoutCwd(args), io: { ...io, cwd } }, rehearseTexts(call));
}

function withoutCwd(args: Arguments): Arguments {
  return { ...args, text: (name) => (name === "cwd" ? undefined : args.text(name)) };
}

/** `playScript` refuses edits as well; this names the option that is to blame. */
function refuseEdits({ path, lines }: Script): void {
  const edit = lines.find(({ step }) => step === "write" || step === "remove");
  if (edit === undefined) return;
  const message = `${path}:${edit.line}: "${edit.step}" is not allowed with --in`;
  throw new CliError("cli.bad-value", message, "leave out --in to run in a temporary project");
}

async function readScript(path: string, place: string): Promise<string> {
  return readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EISDIR") throw new CliError("cli.bad-value", `${place} is a directory`);
    if (error.code !== "ENOENT" && error.code !== "ENOTDIR") throw error;
    throw new CliError("cli.not-found", `no such file: ${place}`);
  });
}
