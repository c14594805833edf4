/** agentskills.io: a description has at most so many characters. */
export const MAX_DESCRIPTION = 1_024;

/** At most so many characters, cut at whole ones, not in the middle of a pair. */
export function clip(text: string, most: number): string {
  if (text.length <= most) return text;
  const characters = [...text.slice(0, 2 * most + 2)];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join("")}…`;
}
