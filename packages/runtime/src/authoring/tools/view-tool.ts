import { compareText } from "../../basics/words.ts";
import type { ToolResult } from "../../conversation.ts";
import { estimateTokens } from "../../format/estimate-tokens.ts";
import { SKILL_FILE } from "../../gate.ts";
import { escapeXml, fence } from "../../injection/escape-text.ts";
import { decodeText, isBinary } from "../../serving/decode-text.ts";
import { pageOf } from "../../serving/page-of.ts";
import {
  failure,
  SKILL_NAME,
  type SkillTool,
  success,
  type ToolArguments,
  textOf,
} from "../../skill-tool.ts";
import { changeProblem } from "../change-problem.ts";
import { PROPOSAL_LIMITS } from "../limits.ts";
import type { AuthoringToolParts } from "./authoring-tools.ts";
import { ownProposal } from "./own-proposal.ts";

/** A skill as the tool shows it. */
interface Viewed {
  readonly name: string;
  /** Paths and sizes of all files. */
  readonly files: readonly { readonly path: string; readonly size: number }[];
  readonly digest: string;
  /** What the model should know about changing it. */
  readonly note: string;
  bytes(path: string): Promise<Uint8Array | undefined>;
}

/** `skill_view`: the files of a skill and its digest, and one of them with line numbers. */
export function viewTool(parts: AuthoringToolParts): SkillTool {
  return {
    operation: "view",
    sideEffects: "read",
    properties: {
      name: SKILL_NAME,
      path: {
        type: "string",
        minLength: 1,
        maxLength: 1024,
        description: "A file of the skill. Default SKILL.md.",
      },
      page: { type: "integer", minimum: 1, maximum: 10_000, description: "Page number within a long file." },
    },
    required: ["name"],
    canSucceed: ({ authoring }) => authoring === "propose",
    run: async (args, context, call) => {
      if (context.authoring !== "propose") return failure("Skills cannot be proposed in this conversation.");
      const name = textOf(args, "name");
      const skill = context.find(name);
      const own = await ownProposal(name, context.session, parts);
      if (own !== undefined && own.kind !== "delete") return show(await viewProposal(own.id, parts), args);
      if (skill === undefined) return failure(context.refuse(name));
      const viewed = await viewSkill(skill, parts);
      const result = await show(viewed, args);
      if (result.isError) return result;
      const tokens = (context.ports.tokenizer ?? estimateTokens)(result.text);
      const refusal = await context.spend(skill, tokens, call);
      return refusal === undefined ? result : failure(refusal, { skill_id: name });
    },
  };
}

/** Through the gate: the model sees only what it may. */
async function viewSkill(
  skill: Parameters<AuthoringToolParts["serving"]["open"]>[0],
  { serving }: AuthoringToolParts,
): Promise<Viewed> {
  const opened = serving.open(skill, "model");
  const { text } = await opened.text();
  const { value: others } = await opened.files();
  const problem = changeProblem(skill);
  const size = new TextEncoder().encode(text).length;
  return {
    name: skill.name,
    files: [{ path: SKILL_FILE, size }, ...others].sort((a, b) => compareText(a.path, b.path)),
    digest: await opened.digest(),
    note: problem === undefined ? "You can propose changes to it." : `It cannot be changed: ${problem}.`,
    bytes: async (path) => opened.bytes(path, PROPOSAL_LIMITS.fileBytes),
  };
}

async function viewProposal(id: string, { proposals }: AuthoringToolParts): Promise<Viewed> {
  const { proposal, content } = await proposals.get(id);
  return {
    name: proposal.target.name,
    files: proposal.files,
    digest: proposal.digest ?? "",
    note: `This is your proposal ${id}, which the user has not reviewed yet. You can still change it.`,
    bytes: async (path) => content.after.find((file) => file.path === path)?.bytes,
  };
}

async function show({ name, files, digest, note, bytes }: Viewed, args: ToolArguments): Promise<ToolResult> {
  const path = args.path === undefined ? SKILL_FILE : textOf(args, "path");
  const found = await bytes(path);
  if (found === undefined)
    return failure(
      `The skill "${name}" has no file "${path.slice(0, 200)}". It has: ${files.map((file) => file.path).join(", ")}.`,
    );
  const listed = files.map((file) => `- ${escapeXml(file.path)} (${file.size} bytes)`);
  const shown = isBinary(found) ? "(not a text file)" : numbered(decodeText(found));
  const { text, page, pages } = pageOf(shown, typeof args.page === "number" ? args.page : 1);
  const more = page < pages ? `\n(page ${page} of ${pages}; request page ${page + 1} to continue)` : "";
  return success(
    [
      `Skill: ${name}`,
      `Digest: ${digest}`,
      note,
      "Files:",
      ...listed,
      `<skill_file skill="${escapeXml(name)}" path="${escapeXml(path)}" numbered="true">`,
      fence(text),
      `</skill_file>${more}`,
    ].join("\n"),
    { skill_id: name, digest, path, page, pages },
  );
}

/** Each line with its number and a tab, which are not part of the file. */
function numbered(text: string): string {
  const lines = text.split("\n");
  return (lines.at(-1) === "" ? lines.slice(0, -1) : lines)
    .map((line, at) => `${at + 1}\t${line}`)
    .join("\n");
}
