import type { RuntimeProposals } from "../authoring/open-proposals.ts";
import type { Engine } from "../engine.ts";
import type { Serving } from "../serving/open-serving.ts";
import type { SkillTool } from "../skill-tool.ts";

/** The tools of all rooms. The profile decides which of them are offered, and under which names. */
export async function collectTools(
  engine: Engine,
  { serving, proposals }: { readonly serving: Serving; readonly proposals: RuntimeProposals },
): Promise<readonly SkillTool[]> {
  const { authoringTools } = await import("../authoring/tools/authoring-tools.ts");
  const { readingTools } = await import("../session/tools/reading-tools.ts");
  const { checkTools } = await import("../session/tools/check-tools.ts");
  const { runTool } = await import("../session/tools/run-tool.ts");
  return [
    ...readingTools,
    runTool,
    ...checkTools(engine, serving),
    ...authoringTools({ serving, proposals, profile: engine.profile }),
  ];
}
