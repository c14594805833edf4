import type { Runtime, Skill, ToolResult } from "@knowhow/runtime";
import { oneLine } from "@knowhow/runtime/toolkit";
import type { CallToolResult, InputRequiredResult } from "@modelcontextprotocol/server";
import type { CallRequest } from "./call-request.ts";
import type { ClientState } from "./client-state.ts";
import { runOperation } from "./run-operation.ts";
import { scriptOperations } from "./script-operations.ts";
import { toCallResult } from "./tool-result.ts";

/** What a client is told about a tool of a skill. */
export interface OperationDescription {
  readonly description: string;
  /** Plain JSON Schema. */
  readonly inputSchema: unknown;
  /** Plain JSON Schema of the structured content. */
  readonly outputSchema?: { readonly type: "object" };
}

/** A tool of a mounted skill. */
export interface SkillOperation {
  /** The part after the skill's name: `read` in `pdf.read`. */
  readonly operation: string;
  readonly readOnly: boolean;
  /** Undefined if the tool cannot be used. */
  describe(): Promise<OperationDescription | undefined>;
  run(
    args: Readonly<Record<string, unknown>>,
    client: Pick<ClientState, "session" | "isShared">,
    request: CallRequest,
  ): Promise<CallToolResult | InputRequiredResult>;
}

/** One kind of tool: returns the tools for a skill, or none if the skill has no use for it. */
type OperationKind = (skill: Skill, runtime: Runtime) => Promise<readonly SkillOperation[]>;

/** Every kind of tool that a skill can bring. */
const KINDS: readonly OperationKind[] = [readOperation, runOperation];

/** The tools of a skill, in a fixed order. */
export async function operationsOf(
  skill: Skill,
  runtime: Runtime,
  { scripts }: { readonly scripts: boolean },
): Promise<readonly SkillOperation[]> {
  const operations = (await Promise.all(KINDS.map((kind) => kind(skill, runtime)))).flat();
  if (!scripts) return operations;
  const taken = new Set(operations.map(({ operation }) => operation));
  return [...operations, ...(await scriptOperations(skill, runtime, taken))];
}

type PerformRead = (
  args: Readonly<Record<string, unknown>>,
  client: Pick<ClientState, "session" | "isShared">,
) => Promise<ToolResult>;

/** Reads the skill's instructions, one section of them, or one of its files. */
async function readOperation(skill: Skill, runtime: Runtime): Promise<readonly SkillOperation[]> {
  const { name } = skill;
  const load = runtime.profile.tools.find(({ operation }) => operation === "load");
  const read = runtime.profile.tools.find(({ operation }) => operation === "read");
  if (load === undefined) return [];
  const named = (naming: { readonly arguments?: Readonly<Record<string, string>> }, key: string) =>
    naming.arguments?.[key] ?? key;
  // The arguments that the profile's own tool takes.
  const offered = read === undefined ? [] : Object.keys(read.properties ?? READ_PROPERTIES);
  const properties = Object.fromEntries(
    Object.entries(READ_PROPERTIES).filter(([key]) => offered.includes(key)),
  );
  const known = Object.keys(properties);
  const perform: PerformRead = async (args, client) => {
    const session = await client.session();
    const again = client.isShared;
    const loadIt = () => session.call(load.name, { [named(load, "name")]: name }, { again });
    const unknown = Object.keys(args).find((key) => !known.includes(key));
    if (unknown !== undefined) {
      const text = `Unknown argument "${unknown.slice(0, 60)}". This tool takes: ${known.join(", ") || "no arguments"}.`;
      return { text, isError: true, metadata: {} };
    }
    if (read === undefined || Object.keys(args).length === 0) return loadIt();
    // Sections require a loaded skill, and a topic may have mounted this one without loading it.
    if (args.section !== undefined) await loadIt();
    const given = Object.entries(args).map(([key, value]) => [named(read, key), value]);
    return session.call(read.name, { ...Object.fromEntries(given), [named(read, "name")]: name });
  };
  return [
    {
      operation: "read",
      readOnly: true,
      describe: async () => ({
        description: `Read the instructions of the skill "${oneLine(name)}" again${read === undefined ? "" : ", or one of its files"}.`,
        inputSchema: { type: "object", properties },
      }),
      run: async (args, client) => toCallResult(await perform(args, client)),
    },
  ];
}

const READ_PROPERTIES = {
  path: {
    type: "string",
    minLength: 1,
    maxLength: 1024,
    description: "A file path as listed by the skill.",
  },
  section: {
    type: "string",
    minLength: 1,
    maxLength: 200,
    description: "A key from the skill's outline.",
  },
  page: {
    type: "integer",
    minimum: 1,
    maximum: 10_000,
    description: "Page number within a long file.",
  },
} as const;
