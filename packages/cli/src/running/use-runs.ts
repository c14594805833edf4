import type { ConfiguredServers } from "@knowhow/mcp/client";
import type { EventListener, Runtime } from "@knowhow/runtime";
import type { FindSecrets, RunTool, ToolCallContext } from "@knowhow/runtime/workflows";
import { useRuntime } from "../runtime/open-runtime.ts";
import { sayNotes } from "../runtime/say-notes.ts";
import { workingDirectory } from "../runtime/settings.ts";
import type { Call } from "../table/command.ts";
import { openTools } from "../tools/open-tools.ts";
import { namedInputs } from "./read-inputs.ts";
import { scriptGrant } from "./script-grant.ts";
import { variableOf } from "./variable-of.ts";

/** Runs a command's work with the library and with the tools that its runs may use. */
export async function useRuns<Result>(
  call: Call,
  work: (runtime: Runtime) => Promise<Result>,
  { onEvent }: { readonly onEvent?: EventListener } = {},
): Promise<Result> {
  let servers: () => ConfiguredServers | undefined = () => undefined;
  const shared = await openShared(call);
  const directoryOf = ({ directory }: ToolCallContext): string => {
    // Runs in a database may come from another machine, and must not choose a directory of this one.
    const stored = shared === undefined ? directory : undefined;
    return stored ?? workingDirectory(call.args, call.io);
  };
  const serverTools = async (): Promise<readonly RunTool[]> => {
    const { value = [], diagnostics = [] } = (await servers()?.opened()?.tools()) ?? {};
    sayNotes(
      diagnostics.map(({ message }) => message),
      call.io,
    );
    return value;
  };
  const workflows = {
    ...openTools({ ...call, directoryOf, serverTools }),
    scripts: scriptGrant(call),
    secrets: findSecrets(call),
  };
  const own = {
    workflows,
    ...(shared === undefined ? {} : { runs: shared }),
    ...(onEvent === undefined ? {} : { onEvent }),
  };
  try {
    return await useRuntime(
      call,
      async (runtime, connected) => {
        servers = connected;
        return work(runtime);
      },
      { own },
    );
  } finally {
    await shared?.close();
  }
}

/** The runs of `--postgres` or KNOWHOW_RUNS_URL; undefined for those in the user's state directory. */
async function openShared({ args, io }: Call) {
  const url = args.text("postgres") ?? io.env.KNOWHOW_RUNS_URL ?? "";
  if (url === "") return undefined;
  const { openSharedRuns } = await import("./shared-runs.ts");
  return openSharedRuns(url);
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
