import { estimateTokens } from "../../format/estimate-tokens.ts";
import { sectionsOf } from "../../format/sections.ts";
import { composeGuidance } from "../../injection/guidance/compose-guidance.ts";
import { findTemplate } from "../../injection/guidance/find-template.ts";
import type { Skill } from "../../skill.ts";
import type { SessionEngine } from "../session-engine.ts";

/** Maximum number of tokens of one skill's guidance. Several may be injected at once without being requested. */
const BUDGET = 2_000;

/** The text of a skill that is loaded automatically: its guidance sections and template, or its body if it has none. */
export async function writeGuidance(
  skill: Skill,
  body: string,
  engine: SessionEngine,
): Promise<string | undefined> {
  const sections = sectionsOf(body);
  const opened = engine.open(skill);
  const path = findTemplate({
    output: skill.fields.output,
    section: sections.outputTemplate,
    resources: (await opened.files()).value,
  });
  const template = path === undefined ? undefined : await opened.read({ path });
  const guidance = composeGuidance(
    {
      name: skill.name,
      directory: skill.directory,
      source: skill.origin.remote === undefined ? undefined : skill.origin.provider,
      sections,
      body,
      ...(template?.ok === true && template.encoding === "utf-8" ? { template } : {}),
    },
    { budget: BUDGET, count: engine.ports.tokenizer ?? estimateTokens },
  );
  return guidance?.text;
}
