import type { Tokenizer } from "../../ports.ts";
import { escapeXml, fence, onePath } from "../escape-text.ts";
import { mentionOf } from "./find-template.ts";
import { closeCode, cutToTokens, fencedBlock, shareBudget } from "./guidance-parts.ts";

/** The named sections that guide a model. All are optional. */
export interface GuidanceSections {
  readonly purpose?: string;
  readonly guidelines?: string;
  readonly outputTemplate?: string;
  readonly qualityChecklist?: string;
}

/** A skill whose guidance is injected without being requested. */
export interface GuidanceInput {
  readonly name: string;
  readonly directory: string;
  /** The server that the instructions come from. */
  readonly source?: string | undefined;
  readonly sections: GuidanceSections;
  /** The file that the section "Output Template" refers to, as found by `findTemplate`. */
  readonly template?: { readonly path: string; readonly text: string } | undefined;
  /** Used if the body has none of these sections. */
  readonly body: string;
}

export interface GuidanceOptions {
  /** Maximum number of tokens of the whole text. */
  readonly budget: number;
  readonly count: Tokenizer;
}

export interface Guidance {
  readonly text: string;
  readonly tokens: number;
  /** True if a part had to be shortened. */
  readonly shortened: boolean;
}

interface GuidancePart {
  readonly title: string;
  readonly text: string;
  /** True for the text of a file, which is shown verbatim. */
  readonly isFile: boolean;
}

const MAX_POINTER = 240;
const MAX_TRIES = 12;

/**
 * AIOS: purpose, guidelines, output template (the file's text) and quality checklist of a skill in one element, or its
 * body if it has none of them. Never exceeds the budget; undefined if not even the frame fits.
 */
export function composeGuidance(input: GuidanceInput, options: GuidanceOptions): Guidance | undefined {
  const { budget, count } = options;
  const parts = partsOf(input);
  const whole = frame(input, parts, false);
  const tokens = count(whole);
  if (tokens <= budget) return { text: whole, tokens, shortened: false };
  let room = budget - count(frame(input, [], true));
  for (let tries = 0; tries < MAX_TRIES && room > 0; tries += 1) {
    const text = frame(input, shorten(parts, room, count), true);
    const cost = count(text);
    if (cost <= budget) return { text, tokens: cost, shortened: true };
    room = Math.min(room - (cost - budget), Math.floor(room * 0.9));
  }
  return undefined;
}

function partsOf({ sections, template, body }: GuidanceInput): readonly GuidancePart[] {
  const { purpose = "", guidelines = "", outputTemplate = "", qualityChecklist = "" } = sections;
  const prose = template !== undefined && isPointer(outputTemplate, template.path) ? "" : outputTemplate;
  const parts = [
    part("Purpose", purpose),
    part("Guidelines", guidelines),
    part("Output Template", prose),
    part(prose.trim() === "" ? "Output Template" : "", template?.text ?? "", true),
    part("Quality Checklist", qualityChecklist),
  ].filter(({ text }) => text !== "");
  return parts.length > 0 ? parts : [part("", body)];
}

function part(title: string, text: string, isFile = false): GuidancePart {
  return { title, text: fence(text.trim()), isFile };
}

/** A section that only says where the template is. */
function isPointer(section: string, path: string): boolean {
  const text = section.trim();
  return text.length <= MAX_POINTER && !/\n\s*\n|```|~~~/.test(text) && mentionOf(path, text) >= 0;
}

/** Small parts stay complete; the long ones share the rest. */
function shorten(parts: readonly GuidancePart[], room: number, count: Tokenizer): readonly GuidancePart[] {
  const costs = parts.map((one) => count(write(one)));
  const share = shareBudget(costs, room);
  return parts.flatMap((one, index) => {
    const cost = costs[index] ?? 0;
    if (cost <= share) return [one];
    const overhead = count(write({ ...one, text: "…" }));
    const text = cutToTokens(one.text, share - overhead, count);
    return text === "" ? [] : [{ ...one, text: `${text}\n…` }];
  });
}

function write({ title, text, isFile }: GuidancePart): string {
  const content = isFile ? fencedBlock(text) : closeCode(text);
  return title === "" ? content : `## ${title}\n${content}`;
}

function frame(
  { name, directory, source }: GuidanceInput,
  parts: readonly GuidancePart[],
  isShortened: boolean,
): string {
  const from = source === undefined ? "" : ` source="${escapeXml(source)}"`;
  const note = isShortened ? ["This is an excerpt. Load the skill for the full instructions."] : [];
  return [
    `<skill_guidance name="${escapeXml(name)}"${from}>`,
    ...parts.map((one) => `${write(one)}\n`),
    ...note,
    `Skill directory: ${fence(onePath(directory))}`,
    "</skill_guidance>",
  ].join("\n");
}
