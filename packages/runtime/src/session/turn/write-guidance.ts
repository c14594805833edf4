import { splitBody } from "../../format/sections.ts";
import { composeGuidance } from "../../injection/guidance/compose-guidance.ts";
import { findTemplate } from "../../injection/guidance/find-template.ts";
import { findVariants } from "../../runs/find-variants.ts";
import type { Skill } from "../../skill.ts";
import type { SessionEngine } from "../session-engine.ts";

/** The text of a skill that is loaded automatically: its guidance sections, its template or the variant that is wanted, then the rest. */
export async function writeGuidance(
  skill: Skill,
  body: string,
  engine: SessionEngine,
  variant = "",
): Promise<string> {
  const { sections, rest } = splitBody(body, ["purpose", "guidelines", "outputTemplate", "qualityChecklist"]);
  const opened = engine.open(skill);
  const resources = (await opened.files()).value;
  const own = findTemplate({ output: skill.fields.output, section: sections.outputTemplate, resources });
  const variants =
    own === undefined
      ? {}
      : findVariants(
          own,
          resources.map((resource) => resource.path),
        );
  const path = Object.hasOwn(variants, variant) ? variants[variant] : own;
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
