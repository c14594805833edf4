import { type HostKind, isInvented } from "../hosts/host-kind.ts";
import { note, type RuleHit, review, type ScanRule } from "./rule.ts";

/** Data that leaves the machine. */
export const dataUpload: ScanRule = {
  id: "data-upload",
  owasp: "AST01",
  title: "Data is sent to another host, or a secret is read",
  why: "The user should know where data goes. A service that only collects what it receives is rarely part of a product.",
  fix: "Say in the skill what is sent where, and let the user agree.",
  verdicts:
    "Asks for a review if environment variables or secrets are read and the same file sends something to a collecting service, if a program names a private key and reaches the network, or if the text asks to send a private key or to show an image whose address carries data. A note otherwise.",
  check: (facts) => [
    ...facts
      .of("sends")
      .filter(isOutside)
      .map((signal): RuleHit => {
        const message = `data is sent to ${signal.address?.host || "a host"}`;
        return isCollector(signal) &&
          facts.besides(signal, "reads-secret", "dumps-environment", "asks-secret")
          ? review(signal, message, "high")
          : note(signal, message);
      }),
    ...facts
      .of("sends-data")
      .filter(isOutside)
      .map((signal): RuleHit => {
        const message = `the text asks to send something to ${signal.address?.host || "an address"}`;
        return isCollector(signal) &&
          facts.besides(signal, "reads-secret", "dumps-environment", "asks-secret", "conceal")
          ? review(signal, message, "high")
          : note(signal, message);
      }),
    ...facts
      .of("reads-secret", "dumps-environment")
      .filter(({ detail }) => !detail?.includes("(weak)"))
      .map(
        (signal): RuleHit => note(signal, `${signal.detail ?? "environment variables"}: read by a command`),
      ),
    ...facts.of("asks-secret").map((signal): RuleHit => note(signal, "the text asks for keys or passwords")),
    ...facts
      .of("key-near-network")
      .filter(({ address }) => address === undefined)
      .map((signal): RuleHit => review(signal, "code names a private key and reaches the network", "high")),
    ...facts
      .of("asks-for-theft")
      .filter(
        ({ address, evidence }) =>
          address?.kind !== "local" && (address?.kind !== "placeholder" || ORDER.test(evidence)),
      )
      .map((signal): RuleHit => review(signal, "the text asks to send a private key to an address", "high")),
    ...facts
      .of("leaking-image")
      .map((signal): RuleHit => review(signal, "an image address carries data away when it is shown")),
    ...facts
      .of("active-link")
      .map((signal): RuleHit => note(signal, "a link or element runs code when it is opened")),
    ...facts
      .of("agent-config")
      .map((signal): RuleHit => note(signal, `${signal.detail ?? "the configuration of an agent"}: changed`)),
    ...facts
      .of("credential")
      .map((signal): RuleHit => note(signal, "the text contains what looks like a credential")),
  ],
};

/** A verb as in an order; with a reserved name, "sends" rather describes what an attacker does. */
const ORDER = /\b(?:send|upload|post|transmit|forward|exfiltrate|submit|copy|put)\b/;

function isOutside({ address }: { readonly address?: { readonly kind: HostKind } }): boolean {
  return (
    address !== undefined &&
    address.kind !== "local" &&
    !isInvented(address.kind) &&
    address.kind !== "known" &&
    address.kind !== "installer"
  );
}

function isCollector({ address }: { readonly address?: { readonly kind: string } }): boolean {
  return (
    address?.kind === "collector" ||
    address?.kind === "paste" ||
    address?.kind === "files" ||
    address?.kind === "address"
  );
}
