import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { workflowSchema } from "@knowhow/runtime/authoring";
import { toJson } from "./terminal/json.ts";
import { writeNewFile } from "./write-new-file.ts";

/**
 * Writes the JSON Schema that the first line of a workflow.yaml refers to, unless it is there. It is beside the directory of
 * the skill: shared by its neighbours, and part of no skill. Returns its path if it was written.
 */
export async function writeWorkflowSchema(skill: string): Promise<string | undefined> {
  const path = join(dirname(skill), "workflow.schema.json");
  if (existsSync(path)) return undefined;
  await writeNewFile(path, `${toJson(workflowSchema(), 2)}\n`);
  return path;
}
