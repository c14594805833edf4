import type { SignalKind } from "../signals/signal.ts";
import { block, note, type RuleHit, review, type ScanRule } from "./rule.ts";

const INSTRUCTS: readonly SignalKind[] = [
  "override",
  "authority",
  "conceal",
  "asks-secret",
  "sends-data",
  "remote-instructions",
  "command-from-page",
  "paste-in-terminal",
  "agent-config",
  "skip-approval",
  "always-first",
  "wipes-data",
  "steers",
  "weakens",
];
const ACTS: readonly SignalKind[] = [
  "runs-download",
  "sends",
  "sends-secret",
  "reads-secret",
  "reverse-shell",
  "destroys",
  "persists",
];
const STRONG: readonly SignalKind[] = [
  "override",
  "conceal",
  "asks-secret",
  "remote-instructions",
  "sends-data",
];

/** Instructions where no reader looks. */
export const hiddenInstructions: ScanRule = {
  id: "hidden-instructions",
  owasp: "AST01",
  title: "Instructions are in a part of the text that a reader does not see",
  why: "A model reads comments, metadata, encoded text and what follows after a hundred blank lines. A person who reviews the skill does not.",
  fix: "Move the text to where it can be read, or remove it.",
  verdicts:
    "Blocks if encoded or invisible text overrides instructions or sends data. Asks for a review if a comment, metadata or padding hides instructions. A note for weaker ones.",
  check: (facts) => {
    const hits: RuleHit[] = [];
    for (const signal of facts.of(...INSTRUCTS, ...ACTS)) {
      const { hiddenBy, kind } = signal;
      if (hiddenBy === undefined || hiddenBy === "container") continue;
      const message = `${WHERE[hiddenBy]} contains instructions`;
      if (hiddenBy === "invisible") hits.push(block(signal, message));
      else if (hiddenBy === "encoding") {
        if (kind === "override" || kind === "conceal" || kind === "asks-secret")
          hits.push(review(signal, message, "high"));
        else if (STRONG.includes(kind) || ACTS.includes(kind)) hits.push(note(signal, message));
      } else if (STRONG.includes(kind) && !facts.isRelated(signal)) hits.push(review(signal, message));
      else hits.push(note(signal, message));
    }
    for (const signal of facts.of("padding")) {
      const after = facts
        .of(...STRONG, ...ACTS)
        .some(({ path, line }) => path === signal.path && line > signal.line);
      const message = "a long run of blanks hides the text that follows";
      hits.push(after ? review(signal, message) : note(signal, message));
    }
    return hits;
  },
};

const WHERE = {
  comment: "a comment",
  encoding: "encoded text",
  invisible: "invisible text",
  padding: "text after a long run of blanks",
  container: "a file inside another",
  metadata: "metadata",
} as const;
