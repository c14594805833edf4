/** agentskills.io: maximum number of characters of a description. */
export const MAX_DESCRIPTION = 1_024;

/** Truncates a text without splitting surrogate pairs. */
export function clip(text: string, most: number): string {
  if (text.length <= most) return text;
  const characters = [...text.slice(0, 2 * most + 2)];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join("")}…`;
}
