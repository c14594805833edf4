import { note, type RuleHit, review, type ScanRule } from "./rule.ts";

/** Active content where data is expected. */
export const embeddedPayload: ScanRule = {
  id: "embedded-payload",
  owasp: "AST01",
  title: "A file contains something besides its content",
  why: "Data after the end of an image, macros in a document and scripts in a PDF file are not seen by whoever opens the file, and a script can unpack them.",
  fix: "Export the file again without macros and without appended data.",
  verdicts:
    "Asks for a review for appended data, macros and active content. A note for archives inside archives.",
  check: (facts) => [
    ...facts.of("appended-data").map((signal): RuleHit => review(signal, "data is appended to the file")),
    ...facts
      .of("macro")
      .map((signal): RuleHit => review(signal, "the file contains macros or active content")),
    ...facts.of("nested-archive").map((signal): RuleHit => note(signal, "an archive inside another file")),
    ...facts
      .of("odd-file-name")
      .map((signal): RuleHit => review(signal, `the name of the file is ${signal.detail ?? "unusual"}`)),
  ],
};
