/** What a command puts into the conversation. */
export interface SlashMessage {
  /** Where the SKILL.md lies. */
  readonly path: string;
  /** Its text without the frontmatter. */
  readonly body: string;
  /** What the person wrote behind the command. */
  readonly args?: string | undefined;
}

/** Pisces: the body, a rule, then `Skill: <path>` and, where there are arguments, `User: <args>`. */
export function skillMessage({ path, body, args = "" }: SlashMessage): string {
  const facts = [`Skill: ${oneLine(path)}`];
  if (args.trim() !== "") facts.push(`User: ${args.trim()}`);
  return `${body.trim()}\n\n---\n\n${facts.join("\n")}`;
}

/** A path cannot pretend to be a line of its own. */
function oneLine(path: string): string {
  return path.replace(/[\p{Cc}\u2028\u2029]+/gu, " ");
}
