import type { Runtime } from "@knowhow/runtime";
import type { ConnectingClient } from "@knowhow/runtime/authoring";
import { type Changes, createChanges } from "./changes.ts";
import { type CatalogFor, clientCatalogs } from "./client-catalogs.ts";
import type { SkillServerOptions } from "./create-skill-server.ts";
import { createPrompts, type Prompts } from "./prompts/prompts.ts";
import { type LibrarySource, librarySource } from "./resources/library-source.ts";
import { fileServer } from "./resources/served-files.ts";
import { type ClientState, type SessionState, sessionState, sharedState } from "./tools/client-state.ts";
import { resolveTopicWith } from "./tools/resolve-topic.ts";
import { createTools, type Tools } from "./tools/tools.ts";

/** What the server needs of a runtime whose library is loaded. */
export interface ServerParts {
  readonly runtime: Runtime;
  readonly source: LibrarySource;
  readonly prompts: Prompts;
  readonly tools: Tools;
  readonly changes: Changes;
  readonly catalogFor: CatalogFor;
  /** The state of a new connection: a session of its own, if the profile says so. */
  connectionState(client: ConnectingClient | undefined): ClientState | SessionState;
  /** The state of a client without a connection, which has no conversation that the server could know. */
  requestState(): ClientState;
}

/** Everything that does not depend on a client. Nothing is read or hashed before a client requests it. */
export async function openParts(
  runtime: Runtime,
  options: SkillServerOptions & { readonly pageSize: number; readonly toolSets: boolean },
): Promise<ServerParts> {
  const { pageSize, toolSets, instructionTokens: tokens, repeatListed, cwd, preload = [] } = options;
  const uses = typeof options.uses === "function" ? await options.uses() : options.uses;
  const source = librarySource(runtime, fileServer(runtime), pageSize);
  const scripts = options.scripts === false ? undefined : (options.scripts ?? {});
  return {
    runtime,
    source,
    prompts: createPrompts(runtime, pageSize),
    tools: createTools({
      runtime,
      resolve: options.resolve ?? resolveTopicWith(runtime),
      toolSets,
      scripts: scripts !== undefined,
      rewrites: source.rewrites,
    }),
    changes: createChanges(runtime),
    catalogFor: clientCatalogs(runtime, { tokens, repeatListed, cwd, uses }),
    connectionState: (client) =>
      runtime.profile.mcp.connection === "session"
        ? sessionState(runtime, { client, scripts, preload, tokens })
        : sharedState(runtime, scripts),
    requestState: () => sharedState(runtime, scripts),
  };
}
