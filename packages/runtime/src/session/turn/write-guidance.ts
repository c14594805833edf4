import { splitBody } from "../../format/sections.ts";
import { composeGuidance } from "../../injection/guidance/compose-guidance.ts";
import { findTemplate } from "../../injection/guidance/find-template.ts";
import type { Skill } from "../../skill.ts";
import type { SessionEngine } from "../session-engine.ts";

/** What a skill that is loaded unasked says: its guiding sections, its template, then the rest of its body. */
export async function writeGuidance(skill: Skill, body: string, engine: SessionEngine): Promise<string> {
  const { sections, rest } = splitBody(body, ["purpose", "guidelines", "outputTemplate", "qualityChecklist"]);
  const opened = engine.open(skill);
  const path = findTemplate({
    output: skill.fields.output,
    section: sections.outputTemplate,
    resources: (await opened.files()).value,
  });
  const template = path === undefined ? undefined : await opened.read({ path });
  return composeGuidance({
    name: skill.name,
    directory: skill.directory,
    source: skill.origin.remote === undefined ? undefined : skill.origin.provider,
    sections,
    rest,
    ...(template?.ok === true && template.encoding === "utf-8" && template.pages === 1 ? { template } : {}),
  });
}
