/** Characters that move the cursor, hide text or reorder it. */
const INVISIBLE =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\uffff]|\udb40[\udc00-\udfff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** One line of visible text: what every catalogue record is made of. */
export function oneLine(text: string): string {
  if (TIDY.test(text)) return text;
  return text.replace(INVISIBLE, "").replace(/\s+/g, " ").trim();
}

/** A path on one line: what moves the cursor or hides is gone, its spaces stay as they are. */
export function onePath(path: string): string {
  return path.replace(INVISIBLE, "").replace(/[\t\n\r]/g, " ");
}

/** Printable ASCII, one space at a time: nearly every text, and then there is nothing to do. */
const TIDY = /^(?:[!-~]+ )*[!-~]+$/;

const XML: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** Text inside an XML element or attribute: nothing in it can open or close a tag. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => XML[character] ?? "");
}

/** Text in a Markdown line: angle brackets lose their power, everything else reads as it was written. */
export function escapeLine(text: string): string {
  return text
    .replace(/&(?=(?:amp|lt|gt|#58|#91);)/g, "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}

/** A name in a Markdown line: it cannot end itself (`: `) or wear a mark that is not its own; `label:name` stays readable. */
export function escapeName(name: string): string {
  return escapeLine(name)
    .replace(/:(?=\s|$)/g, "&#58;")
    .replaceAll("[", "&#91;");
}

/** A body must not close the element it stands in, nor open one of ours. */
export function fence(body: string): string {
  return body.replace(
    /<(?=[\s\u00ad\u200b-\u200f\u2060\ufeff]{0,8}\/?[\s\u00ad\u200b-\u200f\u2060\ufeff]{0,8}(?:skill_|available_skills))/gi,
    "&lt;",
  );
}
