import { readAddress } from "../hosts/host-kind.ts";
import type { Layer } from "../layers/layer.ts";
import type { Signal } from "./signal.ts";

/** `eval get("https://…")` of Perl, `eval(URI.open(…).read)` of Ruby, `eval(file_get_contents(…))` of PHP. */
const EVALUATED =
  /\beval\b[\s("'{]{0,6}(?:do\s{0,3})?\(?\s{0,3}(?:LWP::Simple::|Net::HTTP\.|HTTParty\.|URI\.|Kernel\.)?(?:get|open|file_get_contents)\b[^\n]{0,60}?(https?:\/\/[^\s'")]{3,300})/g;
/** `get("https://…", (answer) => { … eval(text) })`: what arrives is run where it arrives. */
const CALLED_BACK =
  /\b(?:get|fetch|request)\s{0,2}\(\s{0,3}["'`](https?:\/\/[^\s"'`]{3,300})["'`](?:(?!https?:)[\s\S]){0,400}?(?:\beval\s{0,2}\(\s{0,2}(?!["'`])|\.then\(\s{0,2}eval\b|\bnew Function\(\s{0,2}(?!["'`])|\brunIn(?:This|New)Context\s{0,2}\()/g;

/** Code of a scripting language that evaluates what it downloads, also in one line of a text. */
export function readEvalSignals({ text, path, hiddenBy, lineAt }: Layer): readonly Signal[] {
  if (!text.includes("://") || !/\beval\b|\bnew Function\b|\brunIn/.test(text)) return [];
  return [EVALUATED, CALLED_BACK].flatMap((pattern) =>
    [...text.matchAll(pattern)].slice(0, 20).flatMap((match): readonly Signal[] => {
      const address = readAddress(match[1] ?? "");
      if (address === undefined) return [];
      const place = { path, line: lineAt(match.index), evidence: match[0] };
      return [
        {
          kind: "runs-download",
          ...place,
          address,
          isCode: true,
          ...(hiddenBy === undefined ? {} : { hiddenBy }),
        },
      ];
    }),
  );
}
