import type { Runtime } from "@knowhow/runtime";
import { isWorkflowSkill } from "@knowhow/runtime/authoring";
import {
  type CallToolResult,
  type InputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
  type Tool,
} from "@modelcontextprotocol/server";
import { CATEGORY_KEY } from "../../shared/meta-keys.ts";
import { visibleSkills } from "../visible-skills.ts";
import type { CallRequest } from "./call-request.ts";
import type { ClientState } from "./client-state.ts";
import {
  ACTIVATE_TOOL,
  DEACTIVATE_TOOL,
  describeMountedTool,
  describeSessionTool,
  MAX_TOPIC,
} from "./describe-tools.ts";
import { mountedTools } from "./mounted-tools.ts";
import type { ResolveTopic } from "./resolve-topic.ts";
import { callRun } from "./run-call.ts";
import { runNaming } from "./run-operation.ts";
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
  find(topic: string): Promise<readonly { readonly name: string; readonly wire: string }[]>;
  list(context: ToolContext): Promise<Tool[]>;
  call(
    name: string,
    args: unknown,
    context: ToolContext,
    request: CallRequest,
  ): Promise<CallToolResult | InputRequiredResult>;
  /** Lists the tool that runs workflows from now on: hosts give the model only tools that are listed. */
  offerRun(context: ToolContext): Promise<void>;
}

export interface ToolsOptions {
  readonly runtime: Runtime;
  readonly resolve: ResolveTopic;
  /** False: loading a skill mounts no tools, and the tools for mounting are not offered. */
  readonly toolSets: boolean;
  /** True if scripts of skills can be run. */
  readonly scripts: boolean;
  /** Why a skill's SKILL.md is served with a rewritten frontmatter. */
  readonly rewrites: (name: string) => Promise<readonly string[]>;
}

/** Larger arguments are rejected before they are parsed. */
const MAX_ARGUMENT_CHARACTERS = 100_000;

/** The profile's skill tools, two for mounting and unmounting, and those of the mounted skills. */
export function createTools({ runtime, resolve, toolSets, scripts, rewrites }: ToolsOptions): Tools {
  const { tools: namings } = runtime.profile;
  const loadNaming = namings.find(({ operation }) => operation === "load");
  const operationOf = (tool: string) => namings.find(({ name }) => name === tool)?.operation;
  const visible = () => visibleSkills(runtime.library);
  const reserved = new Set([
    ACTIVATE_TOOL.name,
    DEACTIVATE_TOOL.name,
    ...namings.flatMap(({ name, aliases = [] }) => [name, ...aliases]),
  ]);

  const mountedFor = ({ client }: ToolContext, style: ToolNameStyle) =>
    mountedTools(client.mounted.list(), style, { runtime, reserved, scripts });

  const run = scripts ? namings.find(({ operation }) => operation === "run") : runNaming(runtime);

  /** The tool that runs workflows and scripts is offered once a skill is known to have one. */
  const canRun = async (context: ToolContext): Promise<boolean> => {
    if (run === undefined) return false;
    if (context.client.isToldToRun) return true;
    const isKnown = [...visible().forModel.values()].some((skill) => isWorkflowSkill(skill) === true);
    if (isKnown && runNaming(runtime) !== undefined) return true;
    if (!toolSets) return context.client.offers(run.name);
    return (await mountedFor(context, context.style)).some(({ operation }) => !operation.readOnly);
  };

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
    const known =
      typeof asked === "string" && !runtime.library.has(asked)
        ? visible().names.nameOf.get(asked)
        : undefined;
    const session = await context.client.session();
    const found = known === undefined ? args : { ...args, [key]: known };
    if (run !== undefined && naming?.operation === "run")
      return callRun({ runtime, session, tool: name, skill: String(known ?? asked), args: found, request });
    const couldRun = await canRun(context);
    // Clients keep a connection over many conversations without reporting when one ends, so a load returns the text
    // again.
    const result = await session.call(name, found, { again: true, signal: request.signal });
    const loaded = known ?? asked;
    if (result.isError || naming?.operation !== "load" || typeof loaded !== "string")
      return toCallResult(result);
    const wire = visible().names.wireOf.get(loaded);
    const names = wire === undefined ? [] : await mount([wire], context);
    if (!toolSets && !couldRun && (await canRun(context))) context.changed();
    return toCallResult(result, [...mountNote(names), ...(await rewriteNote(loaded))]);
  };

  // Where the profile's own contract has other values than strings in `metadata`, a rewrite is the normal case.
  const severity = runtime.profile.format.severities["format.metadata-value"];
  const isNormal = (reason: string) =>
    (severity === "info" || severity === "off") && reason.startsWith("frontmatter metadata ");

  const rewriteNote = async (name: string): Promise<readonly string[]> => {
    const reasons = (await rewrites(name)).filter((reason) => !isNormal(reason));
    if (reasons.length === 0) return [];
    return [
      `Read as a skill:// resource, it has a normalised frontmatter, because strict clients reject the original: ${reasons.join("; ")}.`,
    ];
  };

  const find: Tools["find"] = async (topic) =>
    (await resolve(topic)).flatMap((name) => {
      const wire = visible().names.wireOf.get(name);
      return wire !== undefined && visible().forModel.has(wire) ? [{ name, wire }] : [];
    });

  const activate = async (
    args: Readonly<Record<string, unknown>>,
    context: ToolContext,
  ): Promise<CallToolResult> => {
    const { topic } = args;
    if (typeof topic !== "string" || topic.trim() === "" || topic.length > MAX_TOPIC)
      return failed(`Provide a "topic": a few words, at most ${MAX_TOPIC} characters.`);
    const found = await find(topic);
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
    const wire = visible().names.wireOf.get(name) ?? name;
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
    if (namings.some((row) => row.name === name || row.aliases?.includes(name) === true))
      return callSession(name, args, context, request);
    if (toolSets && name === ACTIVATE_TOOL.name) return activate(args, context);
    if (toolSets && name === DEACTIVATE_TOOL.name) return deactivate(args, context);
    const both = [...(await mountedFor(context, "dotted")), ...(await mountedFor(context, "plain"))];
    const tool = toolSets ? both.find((row) => row.name === name) : undefined;
    if (tool === undefined)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `Tool ${JSON.stringify(name.slice(0, 100))} not found`,
      );
    context.client.mounted.mount(tool.skill);
    return tool.operation.run(args, await context.client.session(), request);
  };

  return {
    find,
    list: async (context) => {
      if (visible().forModel.size === 0) return [];
      const mounted = toolSets ? await mountedFor(context, context.style) : [];
      const runs = await canRun(context);
      const own = (await runtime.tools()).filter((tool) => runs || operationOf(tool.name) !== "run");
      const carrier = loadNaming?.name ?? own[0]?.name;
      return [
        ...own.map((tool) =>
          describeSessionTool(tool, {
            operation: operationOf(tool.name),
            catalog: tool.name === carrier ? context.catalog : "",
          }),
        ),
        ...(toolSets ? [ACTIVATE_TOOL] : []),
        ...(mounted.length > 0 ? [DEACTIVATE_TOOL] : []),
        ...(await Promise.all(mounted.map(describeMountedTool))).flat(),
      ].map(withCategory);
    },
    call: async (...given) => withCategory(await call(...given)),
    offerRun: async (context) => {
      const couldRun = await canRun(context);
      context.client.isToldToRun = true;
      if (!couldRun) context.changed();
    },
  };
}

/** Marks a tool or a result as one of the group `skills`. */
function withCategory<Item extends Pick<Tool, "_meta">>(item: Item): Item {
  return { ...item, _meta: { ...item._meta, [CATEGORY_KEY]: "skills" } };
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
