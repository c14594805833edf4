import { statSync } from "node:fs";
import type { EventListener, Runtime } from "@knowhow/runtime";
import type { FindSecrets, RunTool, RunView, ToolCallContext } from "@knowhow/runtime/workflows";
import { CliError } from "../io/cli-error.ts";
import { type OpenLibrary, openLibrary } from "../runtime/open-runtime.ts";
import { rehearseTexts } from "../runtime/rehearse.ts";
import { sayNotes } from "../runtime/say-notes.ts";
import { workingDirectory } from "../runtime/settings.ts";
import type { Call } from "../table/command.ts";
import { openTools } from "../tools/open-tools.ts";
import { openStore, type RunStore } from "./open-store.ts";
import { namedInputs } from "./read-inputs.ts";
import { scriptGrant } from "./script-grant.ts";
import { variableOf } from "./variable-of.ts";

/** The stored runs, and the libraries that they use. */
export interface OpenRuns {
  readonly store: RunStore;
  /** The library of a directory, with the tools that its runs may use; opened once. Default the current directory. */
  library(directory?: string): Promise<Runtime>;
}

/** Runs a command's work with the stored runs, and closes everything that it has opened. */
export async function useRuns<Result>(
  call: Call,
  work: (opened: OpenRuns) => Promise<Result>,
  { onEvent }: { readonly onEvent?: EventListener } = {},
): Promise<Result> {
  const isPlan = call.args.has("dry-run");
  if (call.args.has("pending") && !isPlan)
    throw new CliError("cli.bad-value", "--pending needs --dry-run: only trusted skills are run");
  const store = await openStore(call);
  const libraries = new Map<string, Promise<OpenLibrary>>();
  const library = async (directory?: string): Promise<Runtime> => {
    const cwd = directory ?? workingDirectory(call.args, call.io);
    const known = libraries.get(cwd) ?? openFor(call, { cwd, store, onEvent });
    libraries.set(cwd, known);
    try {
      return (await known).runtime;
    } catch (error) {
      libraries.delete(cwd);
      throw error;
    }
  };
  try {
    return await work({ store, library });
  } finally {
    for (const opened of await Promise.allSettled(libraries.values()))
      if (opened.status === "fulfilled") await opened.value.close();
    await store.close();
  }
}

/** The library of the directory that a run was started in, whatever the current one is. */
export async function libraryOf(run: RunView, { store, library }: OpenRuns): Promise<Runtime> {
  const directory = homeOf(run.definition.directory, store);
  if (directory !== null) return library(directory);
  throw new CliError(
    "cli.directory-missing",
    `the run ${run.id} waits for its directory ${run.definition.directory}, which no longer exists`,
    `create it again, or end the run with \`knowhow runs cancel ${run.id}\``,
  );
}

/**
 * The directory whose library a run uses, undefined for the current one; null if it no longer exists. The directory of another
 * machine means nothing here.
 */
export function homeOf(directory: string | undefined, { isShared }: RunStore): string | undefined | null {
  if (directory === undefined) return undefined;
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory() === true) return directory;
  return isShared ? undefined : null;
}

interface Place {
  readonly cwd: string;
  readonly store: RunStore;
  readonly onEvent: EventListener | undefined;
}

async function openFor(call: Call, { cwd, store, onEvent }: Place): Promise<OpenLibrary> {
  let opened: OpenLibrary | undefined;
  const directoryOf = ({ directory }: ToolCallContext): string => {
    // Runs in a database may come from another machine, and must not choose a directory of this one.
    const stored = store.isShared ? undefined : directory;
    return stored ?? workingDirectory(call.args, call.io);
  };
  const said = new Set<string>();
  const serverTools = async (): Promise<readonly RunTool[]> => {
    const { value = [], diagnostics = [] } = (await opened?.servers()?.opened()?.tools()) ?? {};
    const notes = diagnostics.map(({ message }) => message).filter((note) => !said.has(note));
    for (const note of notes) said.add(note);
    sayNotes(notes, call.io);
    return value;
  };
  const workflows = {
    ...openTools({ ...call, directoryOf, serverTools }),
    scripts: scriptGrant(call),
    secrets: findSecrets(call),
  };
  const tried = call.args.has("dry-run") ? rehearseTexts(call) : {};
  const own = { ...tried, cwd, workflows, runs: store.runs, ...(onEvent === undefined ? {} : { onEvent }) };
  opened = await openLibrary(call, { own });
  return opened;
}

/** Secret inputs are never stored: they come from `--input`, or from KNOWHOW_INPUT_NAME. */
function findSecrets({ args, io }: Call): FindSecrets {
  return (names) => {
    const given = namedInputs(args);
    return Object.fromEntries(
      names.flatMap((name) => {
        const value = given[name] ?? io.env[variableOf(name)];
        return value === undefined ? [] : [[name, value]];
      }),
    );
  };
}
