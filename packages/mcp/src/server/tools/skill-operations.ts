import type { Runtime, Session, Skill, ToolResult } from "@knowhow/runtime";
import { oneLine } from "@knowhow/runtime/toolkit";

/** A tool of a mounted skill. */
export interface SkillOperation {
  /** The part after the skill's name: `read` in `pdf.read`. */
  readonly operation: string;
  readonly description: string;
  /** Plain JSON Schema. */
  readonly inputSchema: unknown;
  readonly readOnly: boolean;
  run(args: Readonly<Record<string, unknown>>, session: Session): Promise<ToolResult>;
}

/** One kind of tool: returns the tools for a skill, or none if the skill has no use for it. */
type OperationKind = (skill: Skill, runtime: Runtime) => readonly SkillOperation[];

/** Every kind of tool that a skill can bring. */
const KINDS: readonly OperationKind[] = [readOperation];

/** The tools of a skill, in a fixed order. */
export function operationsOf(skill: Skill, runtime: Runtime): readonly SkillOperation[] {
  return KINDS.flatMap((kind) => kind(skill, runtime));
}

/** Reads the skill's instructions, one section of them, or one of its files. */
function readOperation(skill: Skill, runtime: Runtime): readonly SkillOperation[] {
  const { name } = skill;
  const load = runtime.profile.tools.find(({ operation }) => operation === "load");
  const read = runtime.profile.tools.find(({ operation }) => operation === "read");
  if (load === undefined) return [];
  const named = (naming: { readonly arguments?: Readonly<Record<string, string>> }, key: string) =>
    naming.arguments?.[key] ?? key;
  return [
    {
      operation: "read",
      description: `Read the instructions of the skill "${oneLine(name)}" again, or one of its files or sections.`,
      inputSchema: {
        type: "object",
        properties: {
          ...(read === undefined
            ? {}
            : {
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
              }),
        },
      },
      readOnly: true,
      run: async (args, session) => {
        const loadIt = () => session.call(load.name, { [named(load, "name")]: name }, { again: true });
        if (Object.keys(args).length === 0) return loadIt();
        if (read === undefined) return { text: "This tool takes no arguments.", isError: true, metadata: {} };
        // Sections require a loaded skill, and a topic may have mounted this one without loading it.
        if (args.section !== undefined) await loadIt();
        const given = Object.entries(args).map(([key, value]) => [named(read, key), value]);
        return session.call(read.name, { ...Object.fromEntries(given), [named(read, "name")]: name });
      },
    },
  ];
}
