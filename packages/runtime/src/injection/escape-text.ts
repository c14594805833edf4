import { withoutHidden } from "../basics/hidden-characters.ts";

/** One line of visible text, as in every catalog record. */
export function oneLine(text: string): string {
  if (TIDY.test(text)) return text;
  return withoutHidden(text).replace(REPLACED, "").replace(/\s+/g, " ").trim();
}

/** A path on one line, without control and invisible characters; spaces are kept. */
export function onePath(path: string): string {
  return withoutHidden(path)
    .replace(REPLACED, "")
    .replace(/[\t\n\r]/g, " ");
}

/** What stands for a character or an object that is not there. */
const REPLACED = /[\ufffc\ufffd]/g;

/** A fast path for nearly every text: printable ASCII with single spaces. */
const TIDY = /^(?:[!-~]+ )*[!-~]+$/;

const XML: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** Escapes text inside an XML element or attribute, so that it cannot open or close a tag. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => XML[character] ?? "");
}

/** Escapes text in a Markdown line, so that it cannot begin or end an element; `a < b` and `->` stay as they are. */
export function escapeLine(text: string): string {
  return text.replace(/&(?=(?:amp|lt|#58|#91);)/g, "&amp;").replace(/<(?=[\p{L}_:!?/])/gu, "&lt;");
}

/**
 * Escapes a name in a Markdown line, so that it cannot end early (`: `) or imitate one of our markers; `label:name`
 * stays readable.
 */
export function escapeName(name: string): string {
  return escapeLine(name)
    .replace(/:(?=\s|$)/g, "&#58;")
    .replaceAll("[", "&#91;");
}

/** Escapes a body, so that it cannot close the element around it or open one of ours. */
export function fence(body: string): string {
  return body.replace(
    /<(?=[\s\u00ad\u200b-\u200f\u2060\ufeff]{0,8}\/?[\s\u00ad\u200b-\u200f\u2060\ufeff]{0,8}(?:skill_|available_skills|context_file))/gi,
    "&lt;",
  );
}
