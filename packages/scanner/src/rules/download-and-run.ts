import { isThrowaway } from "../hosts/host-kind.ts";
import { block, note, type RuleHit, review, type ScanRule } from "./rule.ts";

/** `curl … | bash` and its relatives. */
export const downloadAndRun: ScanRule = {
  id: "download-and-run",
  owasp: "AST02",
  title: "A command downloads a program and runs it unseen",
  why: "What a server sends can change at any time, and can differ for each request. Well-known projects install that way; an unknown host is a risk.",
  fix: "Use a package manager, or download a fixed version, compare its checksum and then run it.",
  verdicts:
    "Blocks if a paste site, a file drop or an IP address serves a program that the skill calls required, also in another file than a script that runs it, or if the command is hidden. Asks for a review for these hosts otherwise, and for every other host. A note for the installers of well-known projects, for large vendors, and for hosts that are only examples.",
  check: (facts) =>
    facts.of("runs-download").map((signal): RuleHit => {
      const kind = signal.address?.kind ?? "placeholder";
      const host = signal.address?.host || "an unknown host";
      const message = `a program from ${host} is downloaded and run`;
      if (isThrowaway(kind) && kind !== "shortener") {
        const isPushed =
          signal.hiddenBy !== undefined ||
          (signal.inScript === true && facts.of("required-utility", "paste-in-terminal").length > 0) ||
          facts.besides(
            signal,
            "paste-in-terminal",
            "required-utility",
            "conceal",
            "override",
            "obfuscated-code",
          );
        return isPushed ? block(signal, message) : review(signal, message, "high");
      }
      const isOpen = kind === "other" || kind === "free" || kind === "code";
      if (signal.hiddenBy !== undefined && signal.hiddenBy !== "container" && isOpen)
        return review(signal, message, "high");
      if (kind === "shortener") return review(signal, message);
      return isOpen ? review(signal, message) : note(signal, message);
    }),
};
