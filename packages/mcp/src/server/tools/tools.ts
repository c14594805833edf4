import type { Runtime, SkillLibrary } from "@knowhow/runtime";
import {
  type CallToolResult,
  type InputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
  type Tool,
} from "@modelcontextprotocol/server";
import { visibleSkills } from "../visible-skills.ts";
import type { CallRequest } from "./call-request.ts";
import type { ClientState } from "./client-state.ts";
import { ACTIVATE_TOOL, DEACTIVATE_TOOL, describeMountedTool, MAX_TOPIC } from "./describe-tools.ts";
import { mountedTools } from "./mounted-tools.ts";
import type { ResolveTopic } from "./resolve-topic.ts";
import { callRun } from "./run-call.ts";
import { toolList, withCategory } from "./tool-list.ts";
import type { ToolNameStyle } from "./tool-names.ts";
import { failed, toCallResult } from "./tool-result.ts";

/** The context of one call: the client and its state. */
export interface ToolContext {
  readonly client: ClientState;
  readonly style: ToolNameStyle;
  /** The catalog, if the client gets it with the tool that loads a skill; otherwise empty. */
  readonly catalog: string;
  /** Called when the list of tools changes. */
  readonly changed: () => void;
}

/** The tools of the server, for any client. */
export interface Tools {
  /** The skills for a topic that a model may see, with their names on the wire. */
  find(
    topic: string,
    library: SkillLibrary,
  ): Promise<readonly { readonly name: string; readonly wire: string }[]>;
  list(context: ToolContext): Promise<Tool[]>;
  call(
    name: string,
    args: unknown,
    context: ToolContext,
    request: CallRequest,
  ): Promise<CallToolResult | InputRequiredResult>;
}

export interface ToolsOptions {
  readonly runtime: Runtime;
  readonly resolve: ResolveTopic;
  /** True: loading a skill mounts its tools, and the tools for mounting are offered. */
  readonly toolSets: boolean;
  /** True if scripts of skills can be run. */
  readonly scripts: boolean;
  /** Why a skill's SKILL.md is served with a rewritten frontmatter. */
  readonly rewrites: (name: string) => Promise<readonly string[]>;
}

/** Larger arguments are rejected before they are parsed. */
const MAX_ARGUMENT_CHARACTERS = 100_000;

/**
 * The profile's skill tools. They are the same for a whole connection, unless tool sets are mounted: then there are two for
 * mounting and unmounting, and those of the mounted skills.
 */
export function createTools({ runtime, resolve, toolSets, scripts, rewrites }: ToolsOptions): Tools {
  const { tools: own, authoring } = runtime.profile;
  const namings = [
    ...own.filter(({ mountedOnly }) => mountedOnly !== true),
    ...(authoring.mode === "propose" ? authoring.tools : []),
  ];
  const loadNaming = namings.find(({ operation }) => operation === "load");
  const visible = ({ client }: ToolContext) => visibleSkills(client.library());
  const reserved = new Set([
    ACTIVATE_TOOL.name,
    DEACTIVATE_TOOL.name,
    ...namings.flatMap(({ name, aliases = [] }) => [name, ...aliases]),
  ]);

  const mountedFor = ({ client }: ToolContext, style: ToolNameStyle) =>
    mountedTools(client, style, { runtime, reserved, scripts });

  const mount = async (skills: readonly string[], context: ToolContext): Promise<readonly string[]> => {
    if (!toolSets) return [];
    const added = skills.map((skill) => context.client.mounted.mount(skill));
    if (added.includes(true)) context.changed();
    return (await mountedFor(context, context.style))
      .filter(({ skill }) => skills.includes(skill))
      .map(({ name }) => name);
  };

  const callSession = async (
    name: string,
    args: Readonly<Record<string, unknown>>,
    context: ToolContext,
    request: CallRequest,
  ) => {
    const naming = namings.find((row) => row.name === name || row.aliases?.includes(name));
    const key = naming?.arguments?.name ?? "name";
    const asked = args[key];
    const { names } = visible(context);
    const known =
      typeof asked === "string" && !context.client.library().has(asked) ? names.nameOf.get(asked) : undefined;
    const session = await context.client.session();
    const found = known === undefined ? args : { ...args, [key]: known };
    if (naming?.operation === "run")
      return callRun({ runtime, session, tool: name, skill: String(known ?? asked), args: found, request });
    const again = context.client.isShared;
    const result = await session.call(name, found, { again, signal: request.signal });
    const loaded = known ?? asked;
    if (result.isError || naming?.operation !== "load" || typeof loaded !== "string")
      return toCallResult(result);
    const wire = names.wireOf.get(loaded);
    const mounted = wire === undefined ? [] : await mount([wire], context);
    return toCallResult(result, [...mountNote(mounted), ...(await rewriteNote(loaded))]);
  };

  const rewriteNote = async (name: string): Promise<readonly string[]> => {
    // Where the profile has its own text for everything, nothing is added to it.
    const reasons = runtime.profile.mcp.connection === "session" ? [] : await rewrites(name);
    if (reasons.length === 0) return [];
    return [
      `Read as a skill:// resource, it has a normalised frontmatter, because strict clients reject the original: ${reasons.join("; ")}.`,
    ];
  };

  const find: Tools["find"] = async (topic, library) => {
    const { names, forModel } = visibleSkills(library);
    return (await resolve(topic)).flatMap((name) => {
      const wire = names.wireOf.get(name);
      return wire !== undefined && forModel.has(wire) ? [{ name, wire }] : [];
    });
  };

  const activate = async (
    args: Readonly<Record<string, unknown>>,
    context: ToolContext,
  ): Promise<CallToolResult> => {
    const { topic } = args;
    if (typeof topic !== "string" || topic.trim() === "" || topic.length > MAX_TOPIC)
      return failed(`Provide a "topic": a few words, at most ${MAX_TOPIC} characters.`);
    const found = await find(topic, context.client.library());
    if (found.length === 0)
      return toCallResult({ text: "No skill matches this topic.", isError: false, metadata: { skills: [] } });
    const names = await mount(
      found.map(({ wire }) => wire),
      context,
    );
    const load = loadNaming === undefined ? "" : ` Load one with \`${loadNaming.name}\` before you begin.`;
    const text = `Skills for this topic: ${found.map(({ name }) => name).join(", ")}.${load}`;
    return toCallResult(
      { text, isError: false, metadata: { skills: found.map(({ name }) => name) } },
      mountNote(names),
    );
  };

  const deactivate = (args: Readonly<Record<string, unknown>>, context: ToolContext): CallToolResult => {
    const { name } = args;
    if (typeof name !== "string")
      return failed('Provide the "name" of the skill whose tools should be removed.');
    const wire = visible(context).names.wireOf.get(name) ?? name;
    if (!context.client.mounted.unmount(wire))
      return failed(
        `This skill has no tools to remove. Skills with tools: ${context.client.mounted.list().join(", ") || "none"}.`,
      );
    context.changed();
    return toCallResult({
      text: `The tools of ${wire} were removed.`,
      isError: false,
      metadata: { skill: name },
    });
  };

  const call: Tools["call"] = async (name, given, context, request) => {
    const args = readArguments(given);
    if (args === undefined)
      return failed(
        `The arguments must be an object of at most ${MAX_ARGUMENT_CHARACTERS} characters of JSON.`,
      );
    const isOwn = (asked: string) =>
      namings.some((row) => row.name === asked || row.aliases?.includes(asked) === true);
    if (isOwn(name)) return callSession(name, args, context, request);
    if (toolSets && name === ACTIVATE_TOOL.name) return activate(args, context);
    if (toolSets && name === DEACTIVATE_TOOL.name) return deactivate(args, context);
    const both = [...(await mountedFor(context, "dotted")), ...(await mountedFor(context, "plain"))];
    const tool = toolSets ? both.find((row) => row.name === name) : undefined;
    const plain = name.replaceAll(".", "_");
    if (tool === undefined && isOwn(plain)) return callSession(plain, args, context, request);
    if (tool === undefined)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `Tool ${JSON.stringify(name.slice(0, 100))} not found`,
      );
    context.client.mounted.mount(tool.skill);
    return tool.operation.run(args, context.client, request);
  };

  return {
    find,
    list: async (context) => {
      const { client, catalog, style } = context;
      const { profile } = runtime;
      const definitions = await runtime.tools();
      if (client.isShared && visible(context).forModel.size === 0) {
        // Without skills, a model can still propose the first one.
        const proposing = definitions.filter(({ name }) => authoring.tools.some((row) => row.name === name));
        return [...toolList(proposing, { profile, toolSets: false, scripts, catalog: "" })];
      }
      const mounted = toolSets ? await mountedFor(context, style) : [];
      return [
        ...toolList(definitions, { profile, toolSets, scripts, catalog }),
        ...[
          ...(mounted.length > 0 ? [DEACTIVATE_TOOL] : []),
          ...(await Promise.all(mounted.map(describeMountedTool))).flat(),
        ].map(withCategory),
      ];
    },
    call: async (...given) => withCategory(await call(...given)),
  };
}

/** The arguments as an object with own keys; undefined if they are not an object or too large. */
function readArguments(given: unknown): Readonly<Record<string, unknown>> | undefined {
  if (given === undefined) return {};
  if (typeof given !== "object" || given === null || Array.isArray(given)) return undefined;
  if (JSON.stringify(given).length > MAX_ARGUMENT_CHARACTERS) return undefined;
  return Object.fromEntries(Object.entries(given));
}

function mountNote(names: readonly string[]): readonly string[] {
  return names.length === 0 ? [] : [`Tools now available: ${names.join(", ")}.`];
}
