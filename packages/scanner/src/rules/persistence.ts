import { block, note, type RuleHit, review, type ScanRule } from "./rule.ts";

/** Something that starts again by itself. */
export const persistence: ScanRule = {
  id: "persistence",
  owasp: "AST01",
  title: "A command makes something run again later",
  why: "What starts with every login or every hour stays after the skill is gone. Together with a download, its author decides every time what runs.",
  fix: "Remove it, or let the user set it up, with a fixed program.",
  verdicts:
    "Blocks if downloaded code is made to run again. A note for other scheduled jobs, services and changes to the start of a shell.",
  check: (facts) => [
    ...facts.of("persists-download").map((signal): RuleHit => {
      const message = `downloaded code is written to ${signal.detail ?? "a place where it runs again"}`;
      return signal.address !== undefined && ["known", "installer", "local"].includes(signal.address.kind)
        ? review(signal, message)
        : block(signal, message);
    }),
    ...facts.of("persists").map((signal) => {
      const message = `${signal.detail ?? "something that runs later"} is changed`;
      return signal.hiddenBy === "encoding" || signal.hiddenBy === "invisible"
        ? review(signal, message)
        : note(signal, message);
    }),
  ],
};
