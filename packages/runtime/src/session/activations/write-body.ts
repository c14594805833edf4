import { isKnowhowError } from "../../errors.ts";
import type { LoadReason } from "../../events.ts";
import { estimateTokens } from "../../format/estimate-tokens.ts";
import { outlineOf } from "../../format/outline.ts";
import type { Resource, Skill } from "../../skill.ts";
import type { SessionEngine } from "../session-engine.ts";
import type { Body } from "./bodies.ts";
import { chooseVariant } from "./choose-variant.ts";
import { fillArguments } from "./fill-arguments.ts";
import { writeSkill } from "./write-skill.ts";

/** A body as rendered for a model. */
export interface WrittenBody {
  readonly text: string;
  readonly version: string;
  /** Tokens of the body. */
  readonly tokens: number;
  /** Tokens of the rendered text: fewer for an outline, more if arguments were filled in. */
  readonly charge: number;
  readonly missing: readonly string[];
}

/** Renders a body for a model: with arguments filled in, as an outline if it is long, in the profile's wrapper. */
export async function writeBody(
  skill: Skill,
  { text: body, version }: Body,
  args: string | undefined,
  engine: SessionEngine,
): Promise<WrittenBody> {
  const { activation } = engine.profile;
  const count = engine.ports.tokenizer ?? estimateTokens;
  const isStructured = activation.wrapper === "structured";
  const chosen = isStructured ? await chooseVariant(skill, body, args, engine) : { args, text: "" };
  const filled = fillArguments(skill, body, chosen.args, activation);
  const tokens = count(body);
  const isLong = tokens > activation.outlineAbove;
  const passage = {
    skill,
    body: filled.text,
    args: chosen.args,
    resources: isStructured ? await filesOf(skill, engine) : [],
    ...(isLong ? { outline: outlineOf(body, count) } : {}),
  };
  const template = chosen.text || nameTemplate(skill, body, passage.resources);
  const text = writeSkill(passage, activation) + template;
  const own = filled.text === body ? tokens : count(filled.text);
  const charge = isLong ? count(text) : own + (template === "" ? 0 : count(template));
  return { text, version, tokens, charge, missing: filled.missing };
}

const PLAIN_PATH = /^[\w./-]+$/;

/** Names the output template of a skill if only its frontmatter does, which the model does not get. */
function nameTemplate({ fields }: Skill, body: string, resources: readonly Resource[]): string {
  const path = fields.output?.trim().replace(/^\.\//, "") ?? "";
  const isListed = PLAIN_PATH.test(path) && resources.some((resource) => resource.path === path);
  return isListed && !body.includes(path) ? `\n\nWrite the result with the template ${path}.` : "";
}

const ONLY_TEXT: ReadonlySet<string> = new Set(["runtime.unreadable-skill", "serving.files-changed"]);

/** The files of a skill; none where only its text is left, as in a session on a snapshot or after a restore. */
async function filesOf(skill: Skill, engine: SessionEngine): Promise<readonly Resource[]> {
  try {
    return (await engine.open(skill).files()).value;
  } catch (error) {
    if (isKnowhowError(error) && ONLY_TEXT.has(error.code)) return [];
    throw error;
  }
}

/** A rendered body, followed by a line that tells the model to ask for missing required arguments. */
export function askForMissing(text: string, missing: readonly string[]): string {
  return missing.length === 0 ? text : `${text}\n\nAsk the user for: ${missing.join(", ")}.`;
}

/** Emits the event for a loaded body. */
export function announceLoad(
  skill: Skill,
  { version, charge }: Pick<WrittenBody, "version" | "charge">,
  {
    reason = "on_demand",
    toolUseId,
  }: { readonly reason?: LoadReason; readonly toolUseId?: string | undefined },
  { emit }: Pick<SessionEngine, "emit">,
): void {
  const payload = {
    skill_id: skill.name,
    skill_version: version,
    load_reason: reason,
    load_size_tokens: charge,
    source: skill.source,
    triggered_by_tool_use_id: toolUseId ?? null,
  };
  emit({ type: "skill.loaded", payload });
}
