import type { Diagnostic, Runtime } from "@knowhow/runtime";
import { checkArgument, checkOptions, type Kind, kinds } from "@knowhow/runtime/toolkit";
import { type CacheHint, McpServer, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { SkillsExtension } from "@modelcontextprotocol/server/ext/skills";
import { VERSION } from "../shared/version.ts";
import { type ChangedList, createChanges } from "./changes.ts";
import { createInstructions } from "./instructions.ts";
import { createPrompts } from "./prompts/prompts.ts";
import { librarySource, type SkillServerCheck } from "./resources/library-source.ts";
import { fileServer } from "./resources/served-files.ts";
import { type ClientState, clientState } from "./tools/client-state.ts";
import { type ResolveTopic, resolveTopicWith } from "./tools/resolve-topic.ts";
import { styleFor, type ToolNameStyle } from "./tools/tool-names.ts";
import { createTools } from "./tools/tools.ts";
import { visibleSkills } from "./visible-skills.ts";

/** What a host decides about serving; everything has a default. */
export interface SkillServerOptions {
  /** What clients see as the server's name; `knowhow` when absent. */
  readonly name?: string;
  readonly version?: string;
  /** Finds the skills for a topic; the runtime's matcher or search when absent. */
  readonly resolve?: ResolveTopic;
  /** False: loading a skill mounts no tools. */
  readonly toolSets?: boolean;
  /** How the tools of a skill are named; by client when absent. */
  readonly toolNames?: ToolNameStyle;
  /** Tokens for the catalogue in the server's instructions. */
  readonly instructionTokens?: number;
  /** Entries per page of a list; 100 when absent. */
  readonly pageSize?: number;
  /** For how long newer clients may keep lists and files; not at all when absent. */
  readonly cacheHint?: CacheHint;
  /** False: edits are not noticed until somebody reloads the runtime. */
  readonly watch?: boolean;
}

/** The skills of a runtime, ready for any number of connections. */
export interface SkillServer {
  /** A server for one lasting connection: it has its own session and mounted tools, and tells its client what changed. */
  connection(): McpServer;
  /** A server for one request of a client without a connection; its session and what it mounts are remembered under the client's name. */
  request(): McpServer;
  /** Calls back when a list changed, for transports that tell it themselves; gives back what ends that. */
  onChanged(listener: (lists: readonly ChangedList[]) => void): () => void;
  /** Which of the skills that were asked for cannot be served, or only with another frontmatter. */
  diagnostics(): readonly Diagnostic[];
  /** Looks at every skill as if a client asked for it. */
  check(): Promise<SkillServerCheck>;
  close(): void;
}

/** More stateless clients than this are not told apart; the one that was heard of least recently is forgotten. */
const MAX_CLIENTS = 64;
const MAX_COMPLETIONS = 100;
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
  pageSize: kinds.wholeNumber(1),
  cacheHint: kinds.mapping,
  watch: kinds.flag,
};

/** Serves the skills of a runtime over MCP. Nothing is read or hashed before a client asks for it. */
export function createSkillServer(runtime: Runtime, options: SkillServerOptions = {}): SkillServer {
  checkArgument("createSkillServer", "runtime", runtime, RUNTIME);
  checkOptions("createSkillServer", options, SERVER_OPTIONS);
  const { pageSize = 100, toolSets = true, cacheHint = { ttlMs: 0, cacheScope: "private" } } = options;
  const source = librarySource(runtime, fileServer(runtime), pageSize);
  const extension = new SkillsExtension({ source, cacheHint, onWarning: () => undefined });
  const prompts = createPrompts(runtime, pageSize);
  const resolve = options.resolve ?? resolveTopicWith(runtime);
  const tools = createTools({ runtime, resolve, toolSets, rewrites: source.rewrites });
  const instructions = createInstructions(runtime, options.instructionTokens);
  const changes = createChanges(runtime);
  const clients = new Map<string, ClientState>();

  const build = (stateOf: (client: string) => ClientState, toolsChanged: () => void): McpServer => {
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
      instructions: instructions(),
    });
    extension.attach(mcp);
    const { server } = mcp;
    const context = () => {
      const name = server.getClientVersion()?.name ?? "";
      return {
        client: stateOf(name),
        style: options.toolNames ?? styleFor(name),
        changed: toolsChanged,
      };
    };
    server.setRequestHandler("tools/list", async () => ({ tools: await tools.list(context()) }));
    server.setRequestHandler("tools/call", ({ params }, { mcpReq }) =>
      tools.call(params.name, params.arguments, context(), mcpReq.signal),
    );
    server.setRequestHandler("prompts/list", ({ params }) => {
      const { items, ...rest } = prompts.list(params?.cursor);
      return { prompts: [...items], ...rest };
    });
    server.setRequestHandler("prompts/get", ({ params }) => prompts.get(params.name, params.arguments ?? {}));
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
    const known = clients.get(client) ?? clientState(runtime);
    clients.delete(client);
    clients.set(client, known);
    const [oldest] = clients.keys();
    if (clients.size > MAX_CLIENTS && oldest !== undefined) clients.delete(oldest);
    return known;
  };

  return {
    connection: () => {
      const client = clientState(runtime);
      const mcp = build(
        () => client,
        () => mcp.sendToolListChanged(),
      );
      const stop = changes.listen((lists, skills) => {
        if (lists.includes("tools") || skills.some(client.mounted.has)) mcp.sendToolListChanged();
        if (lists.includes("prompts")) mcp.sendPromptListChanged();
        if (lists.includes("resources")) mcp.sendResourceListChanged();
      });
      mcp.server.onclose = stop;
      if (options.watch !== false) changes.watch();
      return mcp;
    },
    request: () => {
      if (options.watch !== false) changes.watch();
      return build(rememberedFor, () => changes.tell(["tools"]));
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
