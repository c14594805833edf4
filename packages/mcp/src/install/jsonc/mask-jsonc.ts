const TOKEN = /"(?:[^"\\]|\\.)*"|\/\/[^\r\n]*|\/\*[\s\S]*?\*\//g;

/** The text with every value and comment outside of some stretches left out. Lines stay lines. */
export function maskJsonc(text: string, shown: readonly (readonly [start: number, end: number])[]): string {
  return text.replace(TOKEN, (token, at: number) => {
    if (shown.some(([start, end]) => at >= start && at < end)) return token;
    if (token.startsWith("//")) return "// …";
    if (token.startsWith("/*")) return `/* …${token.replace(/[^\n]/g, "")} */`;
    return isKey(text, at + token.length) ? token : '"…"';
  });
}

function isKey(text: string, end: number): boolean {
  return /^(?:[ \t\r\n]|\/\/[^\r\n]*|\/\*[\s\S]*?\*\/)*:/.test(text.slice(end, end + 1000));
}
