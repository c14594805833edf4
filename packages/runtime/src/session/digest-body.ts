import { linesOutsideFences } from "../format/markdown-lines.ts";

/** Words with which instructions insist. */
const DEMAND =
  /\b(?:must|never|always|do not|don't|required?|important|only|before|after)\b|必须|禁止|不要|必ず|しない/i;

/** A body in short: its headings, its steps and what it insists on, within a number of characters. */
export function digestBody(body: string, characters: number): string {
  const kept: string[] = [];
  let left = characters;
  for (const { text } of linesOutsideFences(body)) {
    const line = text.trimEnd();
    const isStep = /^\s{0,3}\d+[.)]\s/.test(line);
    const isHeading = /^#{1,6}\s/.test(line);
    if (!isHeading && !isStep && !DEMAND.test(line)) continue;
    const short = line.length > 300 ? `${line.slice(0, 299)}…` : line;
    if (short.length + 1 > left) break;
    kept.push(short);
    left -= short.length + 1;
  }
  return kept.join("\n");
}
