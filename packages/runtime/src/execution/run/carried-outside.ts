import { isRecord } from "../../basics/is-record.ts";
import type { RunTool } from "../../run.ts";
import type { CompiledStep } from "./compile-skill.ts";
import type { Frame } from "./frame.ts";
import { mergeSources, nameSources, type Sources, sourcesOf } from "./outside.ts";

/** An argument that has text from outside, and where that is from. */
export interface OutsideArgument {
  readonly name: string;
  readonly sources: Sources;
}

const NONE: readonly OutsideArgument[] = [];

/** The arguments of a step that have text from outside. */
export function carriedOutside({ reads }: CompiledStep, { scope }: Frame): readonly OutsideArgument[] {
  if (sourcesOf(reads.given, scope).length === 0) return NONE;
  return Object.entries(reads.with).flatMap(([name, read]) => {
    const sources = sourcesOf(read, scope);
    return sources.length === 0 ? [] : [{ name, sources }];
  });
}

/** A question with a sentence about the arguments that have text from outside. */
export function withOutside(question: string, carried: readonly OutsideArgument[]): string {
  if (carried.length === 0) return question;
  const sources = nameSources(mergeSources(carried.map((each) => each.sources)));
  return `${question} Text from outside (${sources}) is in: ${carried.map(({ name }) => name).join(", ")}.`;
}

/** Names of tools that run what they are given, whatever they declare. */
const RUNS =
  /(?:^|[._-])(?:bash|shell|sh|zsh|exec|execute|eval|run|command|terminal|powershell|cmd|python|node|script)(?:$|[._-])/i;
/** Files that agents follow as instructions. */
const INSTRUCTIONS =
  /(?:^|[\\/])(?:skill\.md|workflow\.ya?ml|agents\.md|claude\.md|gemini\.md)$|(?:^|[\\/])skills[\\/]/i;

/** Why text from outside must not reach a tool without a person; undefined if it may. */
export function outsideDanger(
  tool: RunTool,
  input: unknown,
  carried: readonly OutsideArgument[],
): string | undefined {
  if (carried.length === 0) return undefined;
  if (tool.sideEffects === "execute" || RUNS.test(tool.name))
    return "text from outside could be run as a command";
  if (tool.sideEffects !== "read" && textsIn(input).some((text) => INSTRUCTIONS.test(text)))
    return "text from outside could become part of a skill";
  return undefined;
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isRecord(value) ? Object.values(value).flatMap(textsIn) : [];
}
