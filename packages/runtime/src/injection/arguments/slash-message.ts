/** The parts of a message for a slash command. */
export interface SlashMessage {
  /** Path of the SKILL.md. */
  readonly path: string;
  /** Text without the frontmatter. */
  readonly body: string;
  /** The arguments that the user wrote after the command. */
  readonly args?: string | undefined;
}

/** Pisces: the body, a rule, then `Skill: <path>` and, if there are arguments, `User: <args>`. */
export function skillMessage({ path, body, args = "" }: SlashMessage): string {
  const facts = [`Skill: ${oneLine(path)}`];
  if (args.trim() !== "") facts.push(`User: ${args.trim()}`);
  return `${body.trim()}\n\n---\n\n${facts.join("\n")}`;
}

/** A path must not look like a line of its own. */
function oneLine(path: string): string {
  return path.replace(/[\p{Cc}\u2028\u2029]+/gu, " ");
}
