/** A SKILL.md of a few lines. */
export function skillText(
  name: string,
  description = `Does ${name}. Use when ${name} is wanted.`,
  body = `# ${name}\n`,
): string {
  return `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n---\n${body}`;
}
