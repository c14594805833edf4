import { nearestWord } from "../../basics/words.ts";
import type { ToolResult } from "../../conversation.ts";
import { estimateTokens } from "../../format/estimate-tokens.ts";
import { outlineOf } from "../../format/outline.ts";
import { SKILL_FILE } from "../../gate.ts";
import { escapeXml, fence } from "../../injection/escape-text.ts";
import { pageOf } from "../../serving/page-of.ts";
import type { Skill } from "../../skill.ts";
import {
  type CallContext,
  failure,
  SKILL_NAME,
  type SkillTool,
  success,
  type ToolArguments,
  type ToolContext,
  textOf,
} from "../../skill-tool.ts";
import { describeSection, readingSpan } from "../tracing/spans.ts";
import { traced } from "../tracing/traced.ts";
import { unknownSkill } from "./define-tool.ts";

/** Reads one of a skill's listed files, page by page, or one section of its body. */
export const readTool: SkillTool = {
  operation: "read",
  sideEffects: "read",
  properties: {
    name: SKILL_NAME,
    path: {
      type: "string",
      minLength: 1,
      maxLength: 1024,
      description: "A file path as listed by the skill.",
    },
    section: { type: "string", minLength: 1, maxLength: 200, description: "A key from the skill's outline." },
    page: {
      type: "integer",
      minimum: 1,
      maximum: 10_000,
      description: "Page number within a long file or section.",
    },
  },
  required: ["name"],
  canSucceed: (context) => context.loadable().length > 0 || context.active().length > 0,
  run: async (args, context, call) => {
    const name = textOf(args, "name");
    const skill = context.find(name);
    if (skill === undefined) return failure(unknownSkill(name));
    if (args.section !== undefined) {
      if (!context.active().includes(name))
        return failure(`Load the skill "${skill.name}" before you read its sections.`);
      const read = () => readSection(skill, textOf(args, "section"), pageNumber(args), context, call);
      return traced(context.ports.tracer, readingSpan(skill), read, describeSection);
    }
    if (args.path === undefined)
      return failure('Provide either "path" (a file of the skill) or "section" (a key from its outline).');
    if (args.path === SKILL_FILE)
      return failure(`Load the skill "${skill.name}" to get its SKILL.md.`, { skill_id: skill.name });
    return readFile(skill, { path: textOf(args, "path"), page: pageNumber(args) }, context, call);
  },
};

async function readFile(
  skill: Skill,
  request: { path: string; page: number },
  context: ToolContext,
  call: CallContext,
): Promise<ToolResult> {
  const reading = await context.read(skill, request, call);
  if (!reading.ok) return failure(reading.message, { skill_id: skill.name });
  const { path, contentType, text, page, pages, size, encoding } = reading;
  const metadata = { skill_id: skill.name, path, content_type: contentType, size, page, pages, encoding };
  const open = `<skill_file skill="${escapeXml(skill.name)}" path="${escapeXml(path)}"${encoding === "base64" ? ' encoding="base64"' : ""}>`;
  const { remote } = skill.origin;
  // What a server returns may be another text at every read, so it is data.
  const inner = remote === undefined ? fence(text) : context.fence(fence(text), `the server ${remote}`);
  return success(`${open}\n${inner}\n</skill_file>${moreLine(page, pages)}`, metadata);
}

function pageNumber({ page }: ToolArguments): number {
  return typeof page === "number" ? page : 1;
}

function moreLine(page: number, pages: number): string {
  return page < pages ? `\n(page ${page} of ${pages}; request page ${page + 1} to continue)` : "";
}

async function readSection(
  skill: Skill,
  key: string,
  wanted: number,
  context: ToolContext,
  call: CallContext,
): Promise<ToolResult> {
  const body = await context.body(skill);
  const outline = outlineOf(body, context.ports.tokenizer);
  const section = outline.find((candidate) => candidate.key === key);
  if (section === undefined) {
    const near = nearestWord(
      key,
      outline.map((candidate) => candidate.key),
    );
    const help =
      near === undefined
        ? `Its sections: ${outline.map((candidate) => candidate.key).join(", ")}.`
        : `Did you mean "${near}"?`;
    return failure(`The skill "${skill.name}" has no section "${key}". ${help}`, { skill_id: skill.name });
  }
  const { text, page, pages } = pageOf(body.slice(section.start, section.end).trimEnd(), wanted);
  const tokens = (context.ports.tokenizer ?? estimateTokens)(text);
  const refusal = await context.spend(skill, tokens, call);
  if (refusal !== undefined) return failure(refusal, { skill_id: skill.name });
  context.emit({ type: "resource.read", skill: skill.name, bytes: new TextEncoder().encode(text).length });
  const open = `<skill_section skill="${escapeXml(skill.name)}" key="${escapeXml(key)}">`;
  return success(`${open}\n${fence(text)}\n</skill_section>${moreLine(page, pages)}`, {
    skill_id: skill.name,
    section: key,
    load_size_tokens: tokens,
    page,
    pages,
  });
}
