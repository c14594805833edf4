import type { Diagnostic, Runtime } from "@knowhow/runtime";
import type { ClientCatalog, ConnectingClient } from "@knowhow/runtime/authoring";
import type { ScriptGrant } from "@knowhow/runtime/scripts";
import { checkArgument, checkOptions, type Kind, kinds } from "@knowhow/runtime/toolkit";
import { type CacheHint, McpServer, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { SkillsExtension } from "@modelcontextprotocol/server/ext/skills";
import { VERSION } from "../shared/version.ts";
import { type ChangedList, createChanges } from "./changes.ts";
import { clientCatalogs } from "./client-catalogs.ts";
import { createPrompts } from "./prompts/prompts.ts";
import { librarySource, type SkillServerCheck } from "./resources/library-source.ts";
import { fileServer } from "./resources/served-files.ts";
import { callRequest } from "./tools/call-request.ts";
import { type ClientState, clientState } from "./tools/client-state.ts";
import { type ResolveTopic, resolveTopicWith } from "./tools/resolve-topic.ts";
import { styleFor, type ToolNameStyle } from "./tools/tool-names.ts";
import { createTools } from "./tools/tools.ts";
import { visibleSkills } from "./visible-skills.ts";

/** Options of a skill server. All are optional. */
export interface SkillServerOptions {
  /** Name of the server for clients. Default `knowhow`. */
  readonly name?: string;
  /** Version of the server for clients. Default that of this package. */
  readonly version?: string;
  /** Finds the skills for a topic. Default the runtime's matcher, then its search. */
  readonly resolve?: ResolveTopic;
  /** Whether loading a skill mounts its tools. Default true. */
  readonly toolSets?: boolean;
  /** How the tools of a skill are named. Default depends on the client. */
  readonly toolNames?: ToolNameStyle;
  /** Maximum number of tokens for the catalog, if the client shows that much. Default 2,000. */
  readonly instructionTokens?: number;
  /** Whether the catalog repeats skills that the client lists itself. Default false. */
  readonly repeatListed?: boolean;
  /** How often each skill was used, by name. If a client cannot show all names, used skills are listed first. */
  readonly uses?: Readonly<Record<string, number>>;
  /**
   * Directory in which the clients work. Default unknown: then skills of a project are always part of the catalog,
   * because the client may list those of another project.
   */
  readonly cwd?: string;
  /**
   * What scripts of skills may use, or `false`: clients cannot run scripts. Every run needs the user's approval. Default
   * neither a directory nor other limits.
   */
  readonly scripts?: ScriptGrant | false;
  /** Number of entries per page of a list. Default 100. */
  readonly pageSize?: number;
  /** How long newer clients may cache lists and files. Default not at all. */
  readonly cacheHint?: CacheHint;
  /** Whether to watch for edits; without it they are noticed when the runtime is reloaded. Default true. */
  readonly watch?: boolean;
}

/** The skills of a runtime, for any number of connections. */
export interface SkillServer {
  /**
   * Creates a server for one lasting connection, with its own session and mounted tools. It notifies its client of
   * changes. Without a client, the catalog is one that every client shows in full.
   */
  connection(client?: ConnectingClient): McpServer;
  /**
   * Creates a server for one request of a client without a connection. Its session and mounted tools are kept under the
   * client's name.
   */
  request(client?: ConnectingClient): McpServer;
  /**
   * Mounts the tools of the skills for a topic, for every client that is connected now or later. Returns the names of
   * the skills; empty if none matches or tool sets are turned off.
   */
  activateTopic(topic: string): Promise<readonly string[]>;
  /** Unmounts the tools of a skill for every client. Returns false if no client had them. */
  deactivate(skill: string): boolean;
  /**
   * Calls the listener when a list changes, for transports that notify clients themselves. Returns a function that
   * removes it.
   */
  onChanged(listener: (lists: readonly ChangedList[]) => void): () => void;
  /** Skills requested so far that cannot be served, or only with a rewritten frontmatter. */
  diagnostics(): readonly Diagnostic[];
  /** Checks every skill as if a client requested it. */
  check(): Promise<SkillServerCheck>;
  close(): void;
}

/** Maximum number of stateless clients to keep apart; the least recently used one is dropped. */
const MAX_CLIENTS = 64;
const MAX_COMPLETIONS = 100;
/** Maximum number of questions that one call of a workflow asks through an older client. */
const MAX_QUESTIONS = 100;
const NAME_TEMPLATE = "skill://{name}/SKILL.md";
const FILE_TEMPLATE = "skill://{name}/{+path}";

const RUNTIME = kinds.objectWith(
  { session: { kind: kinds.callable, required: true }, match: { kind: kinds.callable, required: true } },
  "a runtime, awaited",
);

const SERVER_OPTIONS: Readonly<Record<keyof SkillServerOptions, Kind>> = {
  name: kinds.filledText,
  version: kinds.filledText,
  resolve: kinds.callable,
  toolSets: kinds.flag,
  toolNames: kinds.oneOf(["dotted", "plain"]),
  instructionTokens: kinds.number(0),
  repeatListed: kinds.flag,
  uses: kinds.recordOf(kinds.number(0), "numbers of uses by name"),
  cwd: kinds.filledText,
  scripts: kinds.either("an object or false", kinds.oneOf([false]), kinds.mapping),
  pageSize: kinds.wholeNumber(1),
  cacheHint: kinds.mapping,
  watch: kinds.flag,
};

/** Serves the skills of a runtime over MCP. Nothing is read or hashed before a client requests it. */
export function createSkillServer(runtime: Runtime, options: SkillServerOptions = {}): SkillServer {
  checkArgument("createSkillServer", "runtime", runtime, RUNTIME);
  checkOptions("createSkillServer", options, SERVER_OPTIONS);
  const { pageSize = 100, toolSets = true, cacheHint = { ttlMs: 0, cacheScope: "private" } } = options;
  const source = librarySource(runtime, fileServer(runtime), pageSize);
  const extension = new SkillsExtension({ source, cacheHint, onWarning: () => undefined });
  const prompts = createPrompts(runtime, pageSize);
  const scripts = options.scripts === false ? undefined : (options.scripts ?? {});
  const resolve = options.resolve ?? resolveTopicWith(runtime);
  const tools = createTools({
    runtime,
    resolve,
    toolSets,
    scripts: scripts !== undefined,
    rewrites: source.rewrites,
  });
  const { instructionTokens: tokens, repeatListed, cwd, uses } = options;
  const catalogFor = clientCatalogs(runtime, { tokens, repeatListed, cwd, uses });
  /** The catalog with a tool's description, for clients that do not show instructions. */
  const catalogWithTool = (client: ConnectingClient | undefined): string => {
    const { place, text } = catalogFor(client);
    return place === "tool" ? text : "";
  };
  const changes = createChanges(runtime);
  const clients = new Map<string, ClientState>();
  /** The clients with a lasting connection, and how each is notified. */
  const connected = new Map<ClientState, () => void>();
  /** Wire names of the skills whose tools the host mounted for everyone. */
  const forEveryone = new Set<string>();
  const newClient = (): ClientState => {
    const client = clientState(runtime, scripts);
    for (const wire of forEveryone) client.mounted.mount(wire);
    return client;
  };
  /** Changes the mounted tools of every client, and notifies those for which something changed. */
  const changeEveryone = (change: (client: ClientState) => boolean): boolean => {
    const told = [...connected].map(([client, tell]) => {
      const isChanged = change(client);
      if (isChanged) tell();
      return isChanged;
    });
    const kept = [...clients.values()].map(change);
    if (kept.includes(true)) changes.tell(["tools"]);
    return [...told, ...kept].includes(true);
  };

  const build = (
    client: ConnectingClient | undefined,
    stateOf: (client: string) => ClientState,
    toolsChanged: () => void,
  ): McpServer => {
    const info = {
      name: options.name ?? "knowhow",
      title: "Agent Skills",
      version: options.version ?? VERSION,
    };
    const mcp = new McpServer(info, {
      capabilities: {
        tools: { listChanged: true },
        prompts: { listChanged: true },
        resources: { listChanged: true },
        completions: {},
      },
      instructions: instructionsFor(catalogFor(client)),
      inputRequired: { maxRounds: MAX_QUESTIONS },
    });
    extension.attach(mcp);
    const { server } = mcp;
    const context = () => {
      const known = server.getClientVersion() ?? client;
      const name = known?.name ?? "";
      return {
        client: stateOf(name),
        catalog: catalogWithTool(known),
        style: options.toolNames ?? styleFor(name),
        changed: toolsChanged,
      };
    };
    server.setRequestHandler("tools/list", async () => ({ tools: await tools.list(context()) }));
    server.setRequestHandler("tools/call", ({ params }, request) =>
      tools.call(
        params.name,
        params.arguments,
        context(),
        callRequest(request, server.getClientCapabilities()),
      ),
    );
    server.setRequestHandler("prompts/list", async ({ params }) => {
      const { items, ...rest } = await prompts.list(params?.cursor);
      return { prompts: [...items], ...rest };
    });
    server.setRequestHandler("prompts/get", async ({ params }) => {
      const { result, runs } = await prompts.get(params.name, params.arguments ?? {});
      if (runs) await tools.offerRun(context());
      return result;
    });
    server.setRequestHandler("resources/list", ({ params }) => {
      const { items, ...rest } = source.resources(params?.cursor);
      return { resources: [...items], ...rest };
    });
    server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: TEMPLATES }));
    server.setRequestHandler("completion/complete", async ({ params }) => {
      const values = await complete(params);
      const shown = values.slice(0, MAX_COMPLETIONS);
      return { completion: { values: shown, total: values.length, hasMore: shown.length < values.length } };
    });
    return mcp;
  };

  const complete = async ({ ref, argument, context }: CompletionRequest): Promise<readonly string[]> => {
    if (ref.type === "ref/prompt") return prompts.complete(ref.name, argument.name, argument.value);
    if (ref.uri !== NAME_TEMPLATE && ref.uri !== FILE_TEMPLATE)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, "Resource template not found");
    if (argument.name === "name")
      return [...visibleSkills(runtime.library).own.keys()].filter((wire) => wire.startsWith(argument.value));
    const skill = context?.arguments?.name;
    if (argument.name !== "path" || skill === undefined) return [];
    return source.paths(skill, argument.value);
  };

  const rememberedFor = (client: string): ClientState => {
    const known = clients.get(client) ?? newClient();
    clients.delete(client);
    clients.set(client, known);
    const [oldest] = clients.keys();
    if (clients.size > MAX_CLIENTS && oldest !== undefined) clients.delete(oldest);
    return known;
  };

  return {
    connection: (introduced) => {
      const client = newClient();
      const tell = () => mcp.sendToolListChanged();
      const mcp = build(introduced, () => client, tell);
      let catalog = catalogWithTool(introduced);
      const isCatalogChanged = () => {
        const before = catalog;
        catalog = catalogWithTool(mcp.server.getClientVersion() ?? introduced);
        return catalog !== before;
      };
      connected.set(client, tell);
      const stop = changes.listen((lists, skills) => {
        if (isCatalogChanged() || lists.includes("tools") || skills.some(client.mounted.has))
          mcp.sendToolListChanged();
        if (lists.includes("prompts")) mcp.sendPromptListChanged();
        if (lists.includes("resources")) mcp.sendResourceListChanged();
      });
      mcp.server.onclose = () => {
        stop();
        connected.delete(client);
      };
      if (options.watch !== false) changes.watch();
      return mcp;
    },
    request: (introduced) => {
      if (options.watch !== false) changes.watch();
      return build(introduced, rememberedFor, () => changes.tell(["tools"]));
    },
    activateTopic: async (topic) => {
      checkArgument("activateTopic", "topic", topic, kinds.filledText);
      const found = toolSets ? await tools.find(topic) : [];
      for (const { wire } of found) forEveryone.add(wire);
      changeEveryone(({ mounted }) => found.map(({ wire }) => mounted.mount(wire)).includes(true));
      return found.map(({ name }) => name);
    },
    deactivate: (skill) => {
      const wire = visibleSkills(runtime.library).names.wireOf.get(skill) ?? skill;
      const wasForEveryone = forEveryone.delete(wire);
      return changeEveryone(({ mounted }) => mounted.unmount(wire)) || wasForEveryone;
    },
    onChanged: (listener) =>
      changes.listen((lists, skills) => {
        const isMounted = [...clients.values()].some(({ mounted }) => skills.some(mounted.has));
        listener(isMounted && !lists.includes("tools") ? ["tools", ...lists] : lists);
      }),
    diagnostics: source.diagnostics,
    check: source.check,
    close: changes.close,
  };
}

function instructionsFor({ place, text }: ClientCatalog): string {
  return place === "instructions" ? text : "";
}

interface CompletionRequest {
  readonly ref:
    | { readonly type: "ref/prompt"; readonly name: string }
    | { readonly type: "ref/resource"; readonly uri: string };
  readonly argument: { readonly name: string; readonly value: string };
  readonly context?: { readonly arguments?: Readonly<Record<string, string>> | undefined } | undefined;
}

const TEMPLATES = [
  {
    name: "skill",
    uriTemplate: NAME_TEMPLATE,
    description: "The instructions of a skill",
    mimeType: "text/markdown",
  },
  { name: "skill-file", uriTemplate: FILE_TEMPLATE, description: "A file of a skill" },
];
