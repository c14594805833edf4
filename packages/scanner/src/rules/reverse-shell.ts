import { isInvented } from "../hosts/host-kind.ts";
import { block, review, type ScanRule } from "./rule.ts";

/** A shell that another machine controls. */
export const reverseShell: ScanRule = {
  id: "reverse-shell",
  owasp: "AST01",
  title: "A command gives another machine control over this one",
  why: "A reverse shell lets whoever listens at the other end run any command as the user.",
  fix: "Do not run it. Remove it; if it is teaching material, use an address that is reserved for documentation.",
  verdicts:
    "Blocks if the address is public. Asks for a review if it is a placeholder or a private address, as in teaching material.",
  check: (facts) =>
    facts.of("reverse-shell").map((signal) => {
      const kind = signal.address?.kind ?? "placeholder";
      const message = `a reverse shell to ${signal.address?.host || "another machine"}`;
      return isInvented(kind) || kind === "local" ? review(signal, message, "high") : block(signal, message);
    }),
};
