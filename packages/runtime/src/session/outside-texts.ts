import { oneLine } from "../injection/escape-text.ts";
import type { DeclaredTools } from "./session-state.ts";

/** Why text from outside may shape what the model writes: skills of servers that are in the conversation. */
export function outsideTexts(declarations: readonly DeclaredTools[]): readonly string[] {
  return declarations.flatMap(({ skill, remote }) =>
    remote === true ? [`the conversation used the skill "${oneLine(skill)}" of an MCP server`] : [],
  );
}
