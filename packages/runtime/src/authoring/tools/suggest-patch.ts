import { SKILL_FILE } from "../../gate.ts";
import type { Proposal } from "../../proposal.ts";
import { decodeText } from "../../serving/decode-text.ts";
import type { Skill } from "../../skill.ts";
import type { ToolContext } from "../../skill-tool.ts";
import { draftPatch } from "../draft-patch.ts";
import type { AuthoringToolParts } from "./authoring-tools.ts";

/** Arguments of `skill_manage` that change an existing skill. */
export interface SuggestedPatch {
  readonly action: "patch";
  readonly name: string;
  readonly old_text: string;
  readonly new_text: string;
}

/** The nearest skill that the conversation can change. */
export interface Suggestion {
  readonly name: string;
  /** Whether the new skill says anything that this one does not. */
  readonly hasMore: boolean;
  /** How to add it; undefined if that would be long. */
  readonly patch?: SuggestedPatch;
}

/** A longer suggestion costs the model more than viewing the skill. */
const MAX_LENGTH = 4_000;

/** What to propose instead of a new skill that does nearly the same as an existing one. */
export async function suggestPatch(
  { id, kind, checks }: Proposal,
  { find }: Pick<ToolContext, "find">,
  { serving, proposals }: Pick<AuthoringToolParts, "serving" | "proposals">,
): Promise<Suggestion | undefined> {
  if (kind !== "create") return undefined;
  const [skill] = checks.near.flatMap(({ name, canPatch }) => (canPatch ? (find(name) ?? []) : []));
  if (skill === undefined) return undefined;
  const { name } = skill;
  const { content } = await proposals.get(id);
  const [text, others] = await textAndFiles(skill, serving);
  if (text === undefined) return { name, hasMore: true };
  const own = content.after.find(({ path }) => path === SKILL_FILE);
  const drafted = own === undefined ? undefined : draftPatch(text, decodeText(own.bytes));
  if (drafted === undefined)
    return { name, hasMore: content.after.some(({ path }) => path !== SKILL_FILE && !others.has(path)) };
  const change = smallestChange(text, drafted);
  if (change.old_text.length + change.new_text.length > MAX_LENGTH) return { name, hasMore: true };
  return { name, hasMore: true, patch: { action: "patch", name, ...change } };
}

/** The proposal is made already, so a skill that cannot be read now is only not quoted. */
async function textAndFiles(skill: Skill, serving: AuthoringToolParts["serving"]) {
  try {
    const opened = serving.open(skill, "model");
    const { text } = await opened.text();
    const { value } = await opened.files();
    return [text, new Set(value.map(({ path }) => path))] as const;
  } catch {
    return [undefined, new Set<string>()] as const;
  }
}

/** The lines that differ, with as many around them as make the old text unique. */
function smallestChange(before: string, after: string): Pick<SuggestedPatch, "old_text" | "new_text"> {
  const [old, now] = [linesOf(before), linesOf(after)];
  const most = Math.min(old.length, now.length);
  let head = 0;
  while (head < most && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < most - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  const between = (lines: readonly string[]) => lines.slice(head, lines.length - tail).join("");
  while (!occursOnce(between(old), before) && head + tail > 0) {
    if (head > 0) head -= 1;
    else tail -= 1;
  }
  return { old_text: between(old), new_text: between(now) };
}

function linesOf(text: string): readonly string[] {
  return text.split(/(?<=\n)/);
}

function occursOnce(part: string, text: string): boolean {
  const at = text.indexOf(part);
  return part.trim() !== "" && at >= 0 && text.indexOf(part, at + 1) < 0;
}
