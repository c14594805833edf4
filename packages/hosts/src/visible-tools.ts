import type { Turn } from "@knowhow/runtime";

/** Names of the tools that the model may see now: the host's own within the scope, then the skill tools. */
export function visibleTools(
  { tools, activeTools }: Pick<Turn, "tools" | "activeTools">,
  hostTools: readonly string[],
): string[] {
  const open = activeTools === undefined ? hostTools : hostTools.filter((name) => activeTools.includes(name));
  return [...open, ...tools.map(({ name }) => name)];
}

/** The stable text of a session for the prompt: the context files, then the skills. */
export function stablePrompt({ context, baseline }: Pick<Turn, "context" | "baseline">): string {
  return joinPrompt(context, baseline);
}

/** The prompt: the host's own instructions, then the stable text of the session. */
export function joinPrompt(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== "").join("\n\n");
}
