import { resolve } from "node:path";
import type { Runtime } from "@knowhow/runtime";
import { EMBEDDER_FORMS, type EmbedderChoice, readEmbedderChoice } from "@knowhow/runtime/node";
import { CliError } from "../io/cli-error.ts";
import type { Call } from "../table/command.ts";
import { sanitise } from "../terminal/sanitise.ts";
import { openRuntime, useRuntime } from "./open-runtime.ts";
import { type Settings, workingDirectory } from "./settings.ts";

/** Like `useRuntime`, with the embedders that matching needs. */
export async function useMatcher<Result>(
  call: Pick<Call, "args" | "io">,
  settings: Settings,
  work: (runtime: Runtime) => Result | Promise<Result>,
  open: typeof openRuntime = openRuntime,
): Promise<Result> {
  return useRuntime(call, await withEmbedders(call, settings), work, open);
}

/** Adds the embedder that the command line or the configuration asks for to the settings. */
export async function withEmbedders(
  { args, io }: Pick<Call, "args" | "io">,
  settings: Settings,
): Promise<Settings> {
  const written = args.text("embedder");
  const choice =
    written === undefined ? settings.matching.embedder : chosen(written, workingDirectory(args, io));
  const { loadEmbedders } = await import("./load-embedders.ts");
  const { embedders, notes } = await loadEmbedders(choice, io.env.KNOWHOW_EMBEDDINGS_KEY);
  sayNotes(notes, io);
  return { ...settings, options: { ...settings.options, embedders } };
}

/** Prints notes for the user, on stderr because stdout is for the result. */
export function sayNotes(notes: readonly string[], io: Call["io"]): void {
  for (const note of notes) io.stderr.write(`knowhow: ${sanitise(note)}\n`);
}

function chosen(written: string, cwd: string): EmbedderChoice {
  const choice = readEmbedderChoice(written);
  if (choice === undefined)
    throw new CliError(
      "cli.bad-value",
      `invalid value "${written}" for --embedder`,
      `expected ${EMBEDDER_FORMS}`,
    );
  return "path" in choice ? { ...choice, path: resolve(cwd, choice.path) } : choice;
}
