import { linesOutsideFences } from "./markdown-lines.ts";

/** Only this part of a body is searched for the first paragraph. */
const LOOK_AT_CHARACTERS = 16_384;
const MAX_CHARACTERS = 1_024;

/**
 * The first paragraph of prose, that is, not a heading, list, table, quote, image or HTML; undefined if there is none.
 */
export function firstParagraphOf(body: string): string | undefined {
  const words: string[] = [];
  for (const { text } of linesOutsideFences(body.slice(0, LOOK_AT_CHARACTERS))) {
    const line = text.trim();
    const isProse =
      line !== "" &&
      !/^(?:#|[-*+] |\d+[.)] |\||>|<|!\[|={3,}|-{3,})|^(?:name|description|version|author|license|tags|metadata)\s*:/i.test(
        line,
      );
    if (isProse) words.push(line);
    else if (words.length > 0) break;
  }
  const paragraph = words.join(" ").replace(/\s+/g, " ").trim();
  return paragraph === "" ? undefined : [...paragraph].slice(0, MAX_CHARACTERS).join("");
}
