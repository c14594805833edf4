import { canonicalJson } from "../basics/canonical-json.ts";
import { type Extraction, extractWorkflow } from "../format/extract-workflow.ts";
import { inlineWorkflow } from "../format/inline-workflow.ts";
import { readPositioned } from "../format/yaml/read-positioned.ts";
import { type PositionedMap, plainValue } from "../positioned.ts";
import { WORKFLOW_FILE } from "./workflow-source.ts";

/** Where editors find the JSON Schema of a workflow file: beside the directory of its skill. */
export const SCHEMA_LINE = "# yaml-language-server: $schema=../workflow.schema.json";

/**
 * The portable form of a SKILL.md with a workflow in its frontmatter: the same SKILL.md without it, and the text of
 * `workflow.yaml`. Undefined if there is no workflow in it. Both forms mean the same, or it is refused.
 */
export function makePortable(text: string): Extraction | undefined {
  const inline = inlineWorkflow(text);
  if (inline === undefined) return undefined;
  if (!inline.isTopLevel)
    return { ok: false, reason: "its workflow is not at the top level of the frontmatter; move it by hand" };
  const extracted = extractWorkflow(text, WORKFLOW_FILE);
  if (!extracted.ok) return extracted;
  const workflow = `${SCHEMA_LINE}\n${extracted.workflow}`;
  const { map } = readPositioned(workflow);
  if (map === undefined || !isSame(map, inline.map) || inlineWorkflow(extracted.skillMd) !== undefined)
    return {
      ok: false,
      reason: "its lines cannot be moved without changing their meaning; move them by hand",
    };
  return { ...extracted, workflow };
}

function isSame(one: PositionedMap, other: PositionedMap): boolean {
  return canonicalJson(plainValue(one)) === canonicalJson(plainValue(other));
}
