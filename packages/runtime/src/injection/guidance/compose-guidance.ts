import { escapeXml, fence, onePath } from "../escape-text.ts";
import { closeCode, fencedBlock } from "./code-blocks.ts";
import { mentionOf } from "./find-template.ts";

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
  /** Everything that these sections do not hold: the whole body where it has none of them. */
  readonly rest: string;
  /** The file that the section "Output Template" points to, as `findTemplate` found it. */
  readonly template?: { readonly path: string; readonly text: string } | undefined;
}

interface GuidancePart {
  readonly title: string;
  readonly text: string;
  /** True for the text of a file, which is shown verbatim. */
  readonly isFile: boolean;
}

const MAX_POINTER = 240;

/**
 * AIOS: purpose, guidelines, output template (the asset's text) and quality checklist of a skill in one element, then
 * everything else that its body says.
 */
export function composeGuidance(input: GuidanceInput): string {
  const { name, directory, source } = input;
  const from = source === undefined ? "" : ` source="${escapeXml(source)}"`;
  return [
    `<skill_guidance name="${escapeXml(name)}"${from}>`,
    ...partsOf(input).map((part) => `${write(part)}\n`),
    `Skill directory: ${fence(onePath(directory))}`,
    "</skill_guidance>",
  ].join("\n");
}

function partsOf({ sections, rest, template }: GuidanceInput): readonly GuidancePart[] {
  const { purpose = "", guidelines = "", outputTemplate = "", qualityChecklist = "" } = sections;
  const prose = template !== undefined && isPointer(outputTemplate, template.path) ? "" : outputTemplate;
  return [
    part("Purpose", purpose),
    part("Guidelines", guidelines),
    part("Output Template", prose),
    part(prose.trim() === "" ? "Output Template" : "", template?.text ?? "", true),
    part("Quality Checklist", qualityChecklist),
    part("", rest),
  ].filter(({ text }) => text !== "");
}

function part(title: string, text: string, isFile = false): GuidancePart {
  return { title, text: fence(text.trim()), isFile };
}

/** A section that only says where the template is. */
function isPointer(section: string, path: string): boolean {
  const text = section.trim();
  return text.length <= MAX_POINTER && !/\n\s*\n|```|~~~/.test(text) && mentionOf(path, text) >= 0;
}

function write({ title, text, isFile }: GuidancePart): string {
  const content = isFile ? fencedBlock(text) : closeCode(text);
  return title === "" ? content : `## ${title}\n${content}`;
}
