/** Metis: `max(1, floor(characters / 4))`, characters counted as code points. */
export function estimateTokens(text: string): number {
  return Math.max(1, Math.floor(countCharacters(text) / 4));
}

/** Counts code points, as the standard's reference tools do. */
export function countCharacters(text: string): number {
  if (!/[\ud800-\udbff]/.test(text)) return text.length;
  let count = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    const next = unit >= 0xd800 && unit < 0xdc00 ? text.charCodeAt(index + 1) : 0;
    if (next >= 0xdc00 && next < 0xe000) {
      count -= 1;
      index += 1;
    }
  }
  return count;
}
