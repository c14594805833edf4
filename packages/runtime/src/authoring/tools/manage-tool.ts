import { formatCount, quoteAll } from "../../basics/words.ts";
import type { ToolResult } from "../../conversation.ts";
import { escapeLine, oneLine } from "../../injection/escape-text.ts";
import type { Profile } from "../../profile.ts";
import { PROPOSAL_KINDS, type Proposal, type ProposalKind } from "../../proposal.ts";
import {
  failure,
  type SkillTool,
  success,
  type ToolArguments,
  type ToolContext,
  textOf,
} from "../../skill-tool.ts";
import { PROPOSAL_LIMITS } from "../limits.ts";
import type { SkillEdit } from "../skill-edit.ts";
import type { AuthoringToolParts } from "./authoring-tools.ts";
import { ownProposal } from "./own-proposal.ts";
import { type Suggestion, suggestPatch } from "./suggest-patch.ts";

const NAME = {
  type: "string",
  minLength: 1,
  maxLength: 64,
  description: "Name of the skill: lower-case letters, digits and hyphens.",
} as const;
const REASON = {
  type: "string",
  maxLength: 2_000,
  description: "Why the change helps, for the user who reviews it.",
} as const;
const CONTENT = { type: "string", maxLength: PROPOSAL_LIMITS.fileBytes } as const;

const FROM_RUN = {
  run: {
    type: "string",
    maxLength: 64,
    description:
      "create, instead of content: a skill whose workflow succeeded in this conversation. Its steps and inputs become the new skill.",
  },
  description: {
    type: "string",
    maxLength: 1024,
    description: "With run: what the new skill does and when to use it.",
  },
} as const;

/** `skill_manage`: proposes a new skill, or a change of one. */
export function manageTool(parts: AuthoringToolParts): SkillTool {
  return {
    operation: "manage",
    sideEffects: "write",
    properties: {
      action: {
        type: "string",
        enum: PROPOSAL_KINDS,
        description:
          "create: a new skill. edit: a new SKILL.md. patch: replaces a text that occurs once. write_file: adds or replaces another file. delete: removes the skill.",
      },
      name: NAME,
      content: {
        ...CONTENT,
        description:
          "create and edit: the whole SKILL.md, with `name` and `description` in its frontmatter. write_file: the whole file.",
      },
      path: {
        type: "string",
        maxLength: 200,
        description: "write_file: path inside the skill, such as references/api.md. patch: default SKILL.md.",
      },
      old_text: { ...CONTENT, description: "patch: the exact text to replace; it must occur once." },
      new_text: { ...CONTENT, description: "patch: what replaces it." },
      ...FROM_RUN,
      digest: { type: "string", maxLength: 200, description: "The digest that skill_view showed." },
      reason: REASON,
    },
    required: ["action", "name"],
    canSucceed: ({ authoring }) => authoring === "propose",
    run: (args, context) => {
      const action = PROPOSAL_KINDS.find((kind) => kind === args.action);
      if (action === undefined)
        return Promise.resolve(failure(`The argument "action" must be one of ${PROPOSAL_KINDS.join(", ")}.`));
      return propose({ action, tool: "manage" }, args, context, parts);
    },
  };
}

/** AIOS `skill_create`: proposes a new skill. */
export function createTool(parts: AuthoringToolParts): SkillTool {
  return {
    operation: "create",
    sideEffects: "write",
    properties: {
      name: NAME,
      content: {
        ...CONTENT,
        minLength: 1,
        description: "The whole SKILL.md, with `name` and `description` in its frontmatter.",
      },
      ...FROM_RUN,
      reason: REASON,
    },
    required: ["name"],
    canSucceed: ({ authoring }) => authoring === "propose",
    run: (args, context) => propose({ action: "create", tool: "create" }, args, context, parts),
  };
}

async function propose(
  { action, tool }: { readonly action: ProposalKind; readonly tool: string },
  args: ToolArguments,
  context: ToolContext,
  parts: AuthoringToolParts,
): Promise<ToolResult> {
  const { authoring, session, outside, refuse, find } = context;
  if (authoring !== "propose") return failure("Skills cannot be proposed in this conversation.");
  const name = textOf(args, "name");
  // What the model cannot see, it cannot change.
  if (
    action !== "create" &&
    find(name) === undefined &&
    (await ownProposal(name, session, parts)) === undefined
  )
    return failure(refuse(name));
  const source = { by: "model", session, tool, outside: outside() } as const;
  const { run: from } = args;
  if (typeof from === "string") {
    const run = action === "create" ? context.succeededRun(from) : undefined;
    if (run === undefined)
      return failure(`No workflow of the skill "${from}" succeeded in this conversation.`);
    const [description, reason] = [textOf(args, "description"), textOf(args, "reason")];
    if (description === "") return failure("With `run`, the argument `description` is needed.");
    const draft = { name, description, ...(reason === "" ? {} : { reason }) };
    return told(await parts.proposals.fromRun(run, draft, source), context, parts);
  }
  return told(await parts.proposals.propose(editOf(action, args), source), context, parts);
}

async function told(
  proposal: Proposal,
  context: ToolContext,
  parts: AuthoringToolParts,
): Promise<ToolResult> {
  const instead = await suggestPatch(proposal, context, parts);
  return success(answerOf(proposal, instead, parts.profile), {
    proposal: proposal.id,
    skill_id: proposal.target.name,
    revision: proposal.revision,
    findings: proposal.checks.diagnostics.length,
    ...(instead === undefined ? {} : { similar_to: instead.name }),
    ...(instead?.patch === undefined ? {} : { suggested: { ...instead.patch } }),
  });
}

function editOf(action: ProposalKind, args: ToolArguments): SkillEdit {
  const text = (key: string) => (typeof args[key] === "string" ? args[key] : undefined);
  const [content, path, oldText, newText] = [
    text("content"),
    text("path"),
    text("old_text"),
    text("new_text"),
  ];
  const [reason, base] = [text("reason"), text("digest")];
  return {
    action,
    name: textOf(args, "name"),
    ...(content === undefined ? {} : { content }),
    ...(path === undefined ? {} : { path }),
    ...(oldText === undefined ? {} : { oldText }),
    ...(newText === undefined ? {} : { newText }),
    ...(reason === undefined ? {} : { reason }),
    ...(base === undefined ? {} : { base }),
  };
}

/** What happens next, and what the model can still improve. */
function answerOf(
  { id, revision, target, checks }: Proposal,
  instead: Suggestion | undefined,
  profile: Profile,
): string {
  const { diagnostics, stolen, scan } = checks;
  const found = diagnostics.filter(({ severity }) => severity !== "info");
  const victims = [...new Set(stolen.map(({ skill }) => skill))];
  return [
    `${revision === 1 ? "Proposed" : "Updated the proposal"} as ${id}. The user reviews it; the skill "${target.name}" is unchanged until then. Do not wait for it.`,
    ...found.slice(0, 10).map(({ message, hint }) => {
      const next = hint === undefined ? "" : `; ${oneLine(hint)}`;
      return `- ${escapeLine(oneLine(message))}${escapeLine(next)}`;
    }),
    ...(scan === undefined || scan.verdict === "safe"
      ? []
      : [`- the scan has ${formatCount(scan.findings.length, "finding")} that the user will see`]),
    ...(instead === undefined
      ? []
      : [`- it is very similar to "${instead.name}": ${insteadOf(instead, profile)}`]),
    ...(victims.length === 0
      ? []
      : [
          `- it would also be chosen for requests that ${quoteAll(victims)} is for: make the description narrower`,
        ]),
  ].join("\n");
}

function insteadOf({ name, hasMore, patch }: Suggestion, { authoring }: Profile): string {
  const nameOf = (wanted: string) =>
    authoring.tools.find(({ operation }) => operation === wanted)?.name ?? `skill_${wanted}`;
  if (!hasMore) return "that skill says all of this already";
  if (patch === undefined)
    return `look at "${name}" with ${nameOf("view")} and propose what it does not say as a patch of it instead`;
  return `propose this change of it instead, with ${nameOf("manage")}: ${JSON.stringify(patch).replaceAll("<", "\\u003c")}`;
}
