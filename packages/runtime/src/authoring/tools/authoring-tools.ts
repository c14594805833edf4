import type { Profile } from "../../profile.ts";
import type { Serving } from "../../serving/open-serving.ts";
import type { SkillTool } from "../../skill-tool.ts";
import type { RuntimeProposals } from "../open-proposals.ts";
import { createTool, manageTool } from "./manage-tool.ts";
import { viewTool } from "./view-tool.ts";

/** What the tools need from the runtime. */
export interface AuthoringToolParts {
  readonly serving: Serving;
  readonly proposals: Pick<RuntimeProposals, "list" | "get" | "propose" | "fromRun">;
  readonly profile: Profile;
}

/** The tools with which a model looks at skills and proposes changes. None of them changes a skill. */
export function authoringTools(parts: AuthoringToolParts): readonly SkillTool[] {
  return [viewTool(parts), manageTool(parts), createTool(parts)];
}
