import type { SignalKind } from "../signals/signal.ts";
import { block, note, type RuleHit, review, type ScanRule } from "./rule.ts";

/** What an encoded text must do to be called harmful. */
const HARMFUL: readonly SignalKind[] = [
  "runs-download",
  "downloads",
  "sends",
  "sends-secret",
  "reads-secret",
  "reverse-shell",
  "persists",
  "persists-download",
  "destroys",
  "disables-protection",
];

/** Code that is decoded and run, so that nobody reads it. */
export const encodedCommand: ScanRule = {
  id: "encoded-command",
  owasp: "AST01",
  title: "A command decodes a text and runs it",
  why: "There is no reason to encode a command except that nobody should read it.",
  fix: "Do not run it. Write the command in plain text.",
  verdicts:
    "Blocks if the decoded text downloads, sends or persists something, or if it was downloaded in encoded form. Asks for a review if its content is unknown.",
  check: (facts) => [
    ...facts
      .of("obfuscated-code")
      .map((signal) => review(signal, `the name of ${signal.detail ?? "a program"} is disguised`, "high")),
    ...facts.of("runs-decoded").map((signal): RuleHit => {
      const inner = facts.signals.find(
        ({ kind, path, line, hiddenBy }) =>
          HARMFUL.includes(kind) && hiddenBy === "encoding" && path === signal.path && line === signal.line,
      );
      if (inner !== undefined) return block(signal, `an encoded command is run, and it ${doing(inner.kind)}`);
      if (signal.address !== undefined)
        return ["known", "installer", "local", "placeholder", "sample", "template"].includes(
          signal.address.kind,
        )
          ? review(signal, "downloaded text is decoded and run")
          : block(signal, "downloaded text is decoded and run");
      return signal.detail === "constant"
        ? note(signal, "an encoded command is run")
        : review(signal, "decoded text is run");
    }),
  ],
};

function doing(kind: SignalKind): string {
  if (kind === "runs-download" || kind === "downloads") return "downloads something";
  if (kind === "sends" || kind === "sends-secret") return "sends something";
  return kind === "reads-secret" ? "reads a secret" : "changes the machine";
}
