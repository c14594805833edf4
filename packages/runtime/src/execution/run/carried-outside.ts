import { isRecord } from "../../basics/is-record.ts";
import type { RunTool } from "../../run.ts";
import type { CompiledStep } from "./compile-skill.ts";
import { pathUse } from "./followed-paths.ts";
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
  /(?:^|[._-])(?:bash|shell|sh|zsh|fish|pwsh|ssh|exec|execute|eval|evaluate|run|spawn|subprocess|command|terminal|powershell|cmd|repl|python|node|script)(?:$|[._-])/i;

/** True if text from outside can be dangerous as an argument of this tool. Of others, arguments need not be looked at. */
export function canEndanger({ sideEffects, name }: RunTool): boolean {
  return sideEffects !== "read" || RUNS.test(separated(name));
}

/** Why text from outside must not reach a tool without a person; undefined if it may. */
export function outsideDanger(
  tool: RunTool,
  input: unknown,
  carried: readonly OutsideArgument[],
): string | undefined {
  if (carried.length === 0) return undefined;
  if (tool.sideEffects === "execute" || RUNS.test(separated(tool.name)))
    return "text from outside could be run as a command";
  if (tool.sideEffects === "read") return undefined;
  const uses = new Set(textsIn(input).map(pathUse));
  if (uses.has("instructions"))
    return "text from outside could become part of a skill or of what agents are told";
  if (uses.has("run-later")) return "text from outside could be run later, because programs run this file";
  return undefined;
}

/** `runCommand` → `run-Command`, `HTTPExec` → `HTTP-Exec`. */
function separated(name: string): string {
  return name.replace(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, "-");
}

/** All texts in a value, also the names in it: some tools take files as `{ path: text }`. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isRecord(value) ? [...Object.keys(value), ...Object.values(value).flatMap(textsIn)] : [];
}
