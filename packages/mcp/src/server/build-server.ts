import type { OpeningRuntime } from "@knowhow/runtime";
import { type ConnectingClient, clientRoom, findingTool } from "@knowhow/runtime/authoring";
import { McpServer, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { SkillsExtension } from "@modelcontextprotocol/server/ext/skills";
import { VERSION } from "../shared/version.ts";
import type { ChangedList } from "./changes.ts";
import type { SkillServerOptions } from "./create-skill-server.ts";
import type { Page } from "./paginate.ts";
import type { ServerParts } from "./server-parts.ts";
import { callRequest } from "./tools/call-request.ts";
import type { ClientState } from "./tools/client-state.ts";
import { toolList } from "./tools/tool-list.ts";
import { styleFor } from "./tools/tool-names.ts";
import type { ToolContext } from "./tools/tools.ts";
import { visibleSkills } from "./visible-skills.ts";

/** A client that connects, or that sends one request. */
export interface Guest {
  /** As it introduced itself, if it did. */
  readonly client: ConnectingClient | undefined;
  /** What it is served from. */
  readonly begun: Promise<Begun>;
  /** The same, if it was there in time for the first answer. */
  readonly atOnce: Begun | undefined;
  /** True while the client is known to start without our tools if a list takes long. */
  isStarting(): boolean;
  /** Called when the list of its tools changes. */
  readonly changed: () => void;
  /** Called with a list that was left empty because the client would not wait for it. */
  readonly owed: (list: ChangedList) => void;
}

/** The loaded library, and the state of one client. */
export interface Begun {
  readonly parts: ServerParts;
  state(client: string): ClientState;
  /** The list of skills for the model. Where it goes depends on the client. */
  catalog(client: ConnectingClient | undefined): string;
}

export interface BuildOptions {
  readonly opening: OpeningRuntime;
  readonly extension: SkillsExtension;
  readonly options: SkillServerOptions & { readonly toolSets: boolean };
}

const MAX_COMPLETIONS = 100;
/** Maximum number of questions that one call of a workflow asks through an older client. */
const MAX_QUESTIONS = 100;
const SKILL_TEMPLATE = "skill://{name}";
const NAME_TEMPLATE = "skill://{name}/SKILL.md";
const FILE_TEMPLATE = "skill://{name}/{+path}";

/** A server for one guest. Tools are listed before the library is loaded; everything else waits for it. */
export function buildServer(guest: Guest, { opening, extension, options }: BuildOptions): McpServer {
  const { profile } = opening;
  const { client, begun, atOnce } = guest;
  const { toolSets } = options;
  const info = {
    name: options.name ?? "knowhow",
    title: "Agent Skills",
    version: options.version ?? VERSION,
  };
  const inInstructions = clientRoom(client).place === "instructions";
  const instructions = atOnce === undefined ? instructionsBefore(profile) : atOnce.catalog(client);
  const mcp = new McpServer(info, {
    capabilities: {
      tools: { listChanged: true },
      prompts: { listChanged: true },
      resources: { listChanged: true },
      completions: {},
    },
    instructions: inInstructions ? instructions : "",
    inputRequired: { maxRounds: MAX_QUESTIONS },
  });
  extension.attach(mcp);
  const { server } = mcp;
  let now = atOnce;
  begun.then(
    (given) => {
      now = given;
    },
    () => undefined,
  );

  const contextIn = ({ state, catalog }: Begun): ToolContext => {
    const known = server.getClientVersion() ?? client;
    const name = known?.name ?? "";
    // Instructions are read once, so a list that came later goes with a tool.
    const withTool = atOnce === undefined || clientRoom(known).place === "tool";
    return {
      client: state(name),
      catalog: withTool ? catalog(known) : "",
      style: options.toolNames ?? styleFor(name),
      changed: guest.changed,
    };
  };
  /** A page of a list; empty for now if the client would start without our tools otherwise. */
  const pageOf = async <Item>(
    list: ChangedList,
    cursor: string | undefined,
    read: (parts: ServerParts) => Page<Item> | Promise<Page<Item>>,
  ): Promise<Page<Item>> => {
    const isHurried = guest.isStarting();
    const page = isHurried && now === undefined ? undefined : await read((await begun).parts);
    if (page !== undefined && !(isHurried && cursor === undefined && page.nextCursor !== undefined))
      return page;
    guest.owed(list);
    return { items: [] };
  };

  server.setRequestHandler("tools/list", async () => {
    if (now !== undefined) return { tools: await now.parts.tools.list(contextIn(now)) };
    const scripts = options.scripts !== false;
    return { tools: [...toolList(await opening.tools(), { profile, toolSets, scripts, catalog: "" })] };
  });
  server.setRequestHandler("tools/call", async ({ params }, request) => {
    const given = await begun;
    const { name, arguments: args } = params;
    const asked = callRequest(request, server.getClientCapabilities());
    return given.parts.tools.call(name, args, contextIn(given), asked);
  });
  server.setRequestHandler("prompts/list", async ({ params }) => {
    const cursor = params?.cursor;
    const { items, ...rest } = await pageOf("prompts", cursor, ({ prompts }) => prompts.list(cursor));
    return { prompts: [...items], ...rest };
  });
  server.setRequestHandler("prompts/get", async ({ params }) =>
    (await begun).parts.prompts.get(params.name, params.arguments ?? {}),
  );
  server.setRequestHandler("resources/list", async ({ params }) => {
    const cursor = params?.cursor;
    const { items, ...rest } = await pageOf("resources", cursor, ({ source }) => source.resources(cursor));
    return { resources: [...items], ...rest };
  });
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: TEMPLATES }));
  server.setRequestHandler("completion/complete", async ({ params }) => {
    const values = await complete(params, (await begun).parts);
    const shown = values.slice(0, MAX_COMPLETIONS);
    return { completion: { values: shown, total: values.length, hasMore: shown.length < values.length } };
  });
  return mcp;
}

/** The instructions of a connection that begins before the library is loaded. */
function instructionsBefore(profile: OpeningRuntime["profile"]): string {
  const { heading, instructions } = profile.catalog;
  const tool = findingTool(profile);
  const how = tool === undefined ? "" : ` Find skills for a task with \`${tool}\`.`;
  return `${heading}\n${instructions}\n(The skills are not listed here, because they were still being read.${how})`;
}

interface CompletionRequest {
  readonly ref:
    | { readonly type: "ref/prompt"; readonly name: string }
    | { readonly type: "ref/resource"; readonly uri: string };
  readonly argument: { readonly name: string; readonly value: string };
  readonly context?: { readonly arguments?: Readonly<Record<string, string>> | undefined } | undefined;
}

async function complete(
  { ref, argument, context }: CompletionRequest,
  { runtime, prompts, source }: ServerParts,
): Promise<readonly string[]> {
  if (ref.type === "ref/prompt") return prompts.complete(ref.name, argument.name, argument.value);
  if (![SKILL_TEMPLATE, NAME_TEMPLATE, FILE_TEMPLATE].includes(ref.uri))
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, "Resource template not found");
  if (argument.name === "name")
    return [...visibleSkills(runtime.library).own.keys()].filter((wire) => wire.startsWith(argument.value));
  const skill = context?.arguments?.name;
  if (argument.name !== "path" || skill === undefined) return [];
  return source.paths(skill, argument.value);
}

const INSTRUCTIONS = { description: "The instructions of a skill", mimeType: "text/markdown" } as const;

const TEMPLATES = [
  { name: "skill-itself", uriTemplate: SKILL_TEMPLATE, ...INSTRUCTIONS },
  { name: "skill", uriTemplate: NAME_TEMPLATE, ...INSTRUCTIONS },
  { name: "skill-file", uriTemplate: FILE_TEMPLATE, description: "A file of a skill" },
];
