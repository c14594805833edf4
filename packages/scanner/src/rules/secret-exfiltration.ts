import { isInvented } from "../hosts/host-kind.ts";
import { block, note, type RuleHit, review, type ScanRule } from "./rule.ts";

/** A secret of the user that is sent away. */
export const secretExfiltration: ScanRule = {
  id: "secret-exfiltration",
  owasp: "AST01",
  title: "A script reads a secret of the user and sends it away",
  why: "Keys, passwords and wallets never have to leave the machine for a skill to work. Whoever receives them can act as the user.",
  fix: "Do not run it, and change the secret if it has run. Remove the transfer.",
  verdicts:
    "Blocks if a secret flows into a request to a host that is not a large known vendor, or if code that reaches the network names a file of secrets and a service that only collects data. Asks for a review if it is sent to a known vendor a host in a variable or a reserved name, or if the file is one that programs often read, such as .env.",
  check: (facts) => [
    ...facts.of("sends-secret").map(judge),
    ...facts
      .of("key-near-network")
      .filter(({ address }) => address !== undefined)
      .map((signal) =>
        block(
          signal,
          `code names a file of secrets and ${signal.address?.host}, which collects what it receives`,
        ),
      ),
  ],
};

function judge(signal: Parameters<typeof note>[0]): RuleHit {
  const kind = signal.address?.kind ?? "other";
  const detail = signal.detail ?? "a secret";
  const what = detail.replace(/ \((?:weak|header)\)/g, "");
  const message = `${what} ${/s$/.test(what) && !what.startsWith("a ") && !what.includes(" of an ") ? "are" : "is"} sent to ${signal.address?.host || "another machine"}`;
  const isSmall = detail.includes("(header)") || detail.includes("(weak)");
  if (kind === "local" || (isInvented(kind) && isSmall)) return note(signal, message);
  // Whoever fills in the name, or puts it into /etc/hosts, gets the secret.
  if (kind === "template" || kind === "placeholder") return review(signal, message, "high");
  const isCollector = kind === "collector" || kind === "paste" || kind === "files" || kind === "address";
  if (detail.includes("(header)"))
    return isCollector ? review(signal, message, "high") : note(signal, message);
  if (detail.includes("(weak)") && kind === "known") return note(signal, message);
  if (detail.includes("(weak)"))
    return isCollector ? block(signal, message) : review(signal, message, "high");
  if (kind === "known" || kind === "installer" || kind === "code") return review(signal, message, "high");
  return block(signal, message);
}
