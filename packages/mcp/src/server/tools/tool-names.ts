import { createHash } from "node:crypto";

/** `dotted`: `pdf.read`. `plain`: `pdf_read`, for clients that reject a dot. */
export type ToolNameStyle = "dotted" | "plain";

/** A tool of a skill: the skill's wire name and the operation. */
export interface SkillToolId {
  readonly skill: string;
  readonly operation: string;
}

/** Maximum length that model APIs accept; longer names are shortened and get a hash. */
const MAX_LENGTH = 64;
const MARK_DIGITS = 8;

/** Clients that pass names to a model unchanged, and whose models reject a dot; one such name hides all tools. */
const REFUSE_DOTS = /^(?:claude-ai|claude-desktop|claude\.ai|claude desktop)\b/i;

/** The style for a client, by the name it reports. */
export function styleFor(client: string | undefined): ToolNameStyle {
  return client !== undefined && REFUSE_DOTS.test(client) ? "plain" : "dotted";
}

/**
 * A unique name for every tool: the skill as prefix, at most 64 letters, digits, `_`, `-` and one dot. Names that would
 * collide with each other or with a reserved one get a hash; the result does not depend on the order.
 */
export function toolNames(
  tools: readonly SkillToolId[],
  style: ToolNameStyle,
  reserved: ReadonlySet<string> = new Set(),
): ReadonlyMap<string, SkillToolId> {
  const drafts = tools.map((tool) => ({ tool, draft: draftName(tool, style) }));
  const counts = new Map<string, number>();
  for (const { draft } of drafts) counts.set(draft.name, (counts.get(draft.name) ?? 0) + 1);
  return new Map(
    drafts.map(({ tool, draft }) => {
      const isFree = draft.exact && counts.get(draft.name) === 1 && !reserved.has(draft.name);
      return [isFree ? draft.name : markedName(tool, style), tool] as const;
    }),
  );
}

interface Draft {
  readonly name: string;
  /** False if something was cut or replaced, so that another tool could have the same name. */
  readonly exact: boolean;
}

function draftName({ skill, operation }: SkillToolId, style: ToolNameStyle): Draft {
  const [prefix, suffix] = [clean(skill), clean(operation)];
  const name = `${prefix}${separator(style)}${suffix}`;
  const exact =
    prefix === skill && suffix === operation && !prefix.includes("_") && name.length <= MAX_LENGTH;
  return { name, exact };
}

function markedName(tool: SkillToolId, style: ToolNameStyle): string {
  const { skill, operation } = tool;
  const mark = createHash("sha256")
    .update(JSON.stringify([skill, operation]))
    .digest("hex")
    .slice(0, MARK_DIGITS);
  const suffix = clean(operation).slice(0, 24);
  const room = MAX_LENGTH - suffix.length - mark.length - 2;
  return `${clean(skill).slice(0, room)}-${mark}${separator(style)}${suffix}`;
}

function separator(style: ToolNameStyle): string {
  return style === "dotted" ? "." : "_";
}

function clean(text: string): string {
  const safe = text.replace(/[^A-Za-z0-9_-]/g, "-");
  return safe === "" ? "x" : safe;
}
