import type { Injection, ToolResult, Turn } from "../../conversation.ts";
import type { LoadReason } from "../../events.ts";
import type { ResourceReading } from "../../library.ts";
import type { SpanAttributes, SpanHandle, SpanStart } from "../../ports.ts";
import type { Skill } from "../../skill.ts";

/** The model has the body already: it is pointed to, not loaded again. */
const KNOWN = { "load.outcome": "known" } as const;

/** A turn that begins. */
export function turnSpan(turn: number): SpanStart {
  return { name: "turn", attributes: { turn } };
}

/** What a turn gave, in numbers and names. */
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

/** A body that is about to be loaded. */
export function activationSpan(skill: Skill, reason: LoadReason): SpanStart {
  return { name: "activate", attributes: { ...identityOf(skill), "load.reason": reason } };
}

/** A body as it was loaded. */
interface LoadedBody {
  readonly version: string;
  readonly tokens: number;
}

/** The body that was loaded, or that none was. */
export function describeBody(span: SpanHandle, loaded: LoadedBody | undefined): void {
  span.set(
    loaded === undefined
      ? { "load.outcome": "refused" }
      : { "load.outcome": "loaded", "skill.version": loaded.version, "load.tokens": loaded.tokens },
  );
}

/** How the model's own request for a body ended. */
export function describeLoad(span: SpanHandle, { isError, metadata }: ToolResult): void {
  const { skill_version: version, load_size_tokens: tokens } = metadata;
  const isKnown = metadata.already_loaded === true || metadata.already_preloaded === true;
  const isLoaded = !isError && typeof version === "string" && typeof tokens === "number";
  if (isKnown) span.set(KNOWN);
  else describeBody(span, isLoaded ? { version, tokens } : undefined);
}

/** How a message's call for a body ended; `loaded` is what stands in the conversation now. */
export function describeInjection(
  span: SpanHandle,
  { injection, note }: { readonly injection?: Injection; readonly note?: string },
  loaded: LoadedBody | undefined,
): void {
  if (note === undefined && injection?.kind !== "skill") span.set(KNOWN);
  else describeBody(span, injection === undefined ? undefined : loaded);
}

/** A file or a section of a skill that is about to be read. */
export function readingSpan(skill: Skill): SpanStart {
  return { name: "resource.read", attributes: identityOf(skill) };
}

/** How the reading of a file ended; what was asked for is named only when it is a file of the skill. */
export function describeReading(span: SpanHandle, reading: ResourceReading): void {
  if (!reading.ok) span.set({ "read.outcome": "refused" });
  else {
    const { path, size, page, pages } = reading;
    span.set({ "read.outcome": "given", "read.bytes": size, "read.page": page, "read.pages": pages });
    span.setResource(path);
  }
}

/** How the reading of one section of a body ended. */
export function describeSection(span: SpanHandle, { isError, metadata }: ToolResult): void {
  const { load_size_tokens: tokens } = metadata;
  const isGiven = !isError && typeof tokens === "number";
  span.set(isGiven ? { "read.outcome": "given", "read.tokens": tokens } : { "read.outcome": "refused" });
}

function identityOf(skill: Skill): SpanAttributes {
  return { "skill.name": skill.name, "skill.version": skill.version, "skill.level": skill.origin.level };
}
