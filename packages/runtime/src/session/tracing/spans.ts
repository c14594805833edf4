import type { Injection, ToolResult, Turn } from "../../conversation.ts";
import type { LoadReason } from "../../events.ts";
import type { ResourceReading } from "../../library.ts";
import type { SpanAttributes, SpanHandle, SpanStart } from "../../ports.ts";
import type { Skill } from "../../skill.ts";

/** The body is already in the conversation and was not loaded again. */
const KNOWN = { "load.outcome": "known" } as const;

/** The span of a turn. */
export function turnSpan(turn: number): SpanStart {
  return { name: "turn", attributes: { turn } };
}

/** Adds the result of a turn, as numbers and names. */
export function describeTurn(span: SpanHandle, { delta, inject, tools, report }: Turn): void {
  span.set({
    "catalog.skills": report.catalog.total,
    "catalog.tokens": report.catalog.tokens,
    "delta.announced": delta !== undefined,
    "match.count": report.matches.length,
    "inject.count": inject.length,
    "inject.tokens": inject.reduce((sum, { tokens }) => sum + tokens, 0),
    "tool.count": tools.length,
    "skill.active": report.active,
  });
}

/** The span of loading a body. */
export function activationSpan(skill: Skill, reason: LoadReason): SpanStart {
  return { name: "activate", attributes: { ...identityOf(skill), "load.reason": reason } };
}

/** A loaded body. */
interface LoadedBody {
  readonly version: string;
  readonly tokens: number;
}

/** Adds the loaded body, or that none was loaded. */
export function describeBody(span: SpanHandle, loaded: LoadedBody | undefined): void {
  span.set(
    loaded === undefined
      ? { "load.outcome": "refused" }
      : { "load.outcome": "loaded", "skill.version": loaded.version, "load.tokens": loaded.tokens },
  );
}

/** Adds the result of a load that the model requested. */
export function describeLoad(span: SpanHandle, { isError, metadata }: ToolResult): void {
  const { skill_version: version, load_size_tokens: tokens } = metadata;
  const isKnown = metadata.already_loaded === true || metadata.already_preloaded === true;
  const isLoaded = !isError && typeof version === "string" && typeof tokens === "number";
  if (isKnown) span.set(KNOWN);
  else describeBody(span, isLoaded ? { version, tokens } : undefined);
}

/** Adds the result of a load that a message caused; `loaded` is the body that is now in the conversation. */
export function describeInjection(
  span: SpanHandle,
  {
    injection,
    note,
    leftOut,
  }: { readonly injection?: Injection; readonly note?: string; readonly leftOut?: number },
  loaded: LoadedBody | undefined,
): void {
  const isRefused = note !== undefined || leftOut !== undefined;
  if (!isRefused && injection?.kind !== "skill") span.set(KNOWN);
  else describeBody(span, injection === undefined ? undefined : loaded);
}

/** The span of reading a file or a section of a skill. */
export function readingSpan(skill: Skill): SpanStart {
  return { name: "resource.read", attributes: identityOf(skill) };
}

/** Adds the result of reading a file. The path is named only if it is a file of the skill. */
export function describeReading(span: SpanHandle, reading: ResourceReading): void {
  if (!reading.ok) span.set({ "read.outcome": "refused" });
  else {
    const { path, size, page, pages } = reading;
    span.set({ "read.outcome": "given", "read.bytes": size, "read.page": page, "read.pages": pages });
    span.setResource(path);
  }
}

/** Adds the result of reading one section of a body. */
export function describeSection(span: SpanHandle, { isError, metadata }: ToolResult): void {
  const { load_size_tokens: tokens } = metadata;
  const isGiven = !isError && typeof tokens === "number";
  span.set(isGiven ? { "read.outcome": "given", "read.tokens": tokens } : { "read.outcome": "refused" });
}

function identityOf(skill: Skill): SpanAttributes {
  return { "skill.name": skill.name, "skill.version": skill.version, "skill.level": skill.origin.level };
}
