import { isCheapDomain, isThrowaway } from "../hosts/host-kind.ts";
import { imitatedName } from "../hosts/look-alike.ts";
import { ENCODED_ADDRESS, type Signal, type SignalKind, SYSTEM_TOOL } from "../signals/signal.ts";
import { block, note, type RuleHit, review, type ScanRule, type SkillFacts } from "./rule.ts";

/** `curl … | bash` and its relatives. */
export const downloadAndRun: ScanRule = {
  id: "download-and-run",
  owasp: "AST02",
  title: "A command downloads a program and runs it unseen",
  why: "What a server sends can change at any time, and can differ for each request. Well-known projects install that way; an unknown host is a risk.",
  fix: "Use a package manager, or download a fixed version, compare its checksum and then run it.",
  verdicts:
    "Blocks if a paste site or an IP address serves the program. Blocks if a file drop or a shortened address serves a program that the skill calls required, also in another file than a script that runs it. Blocks if a free page or a domain under a cheap ending serves what the skill calls required and the user pastes into a terminal. Blocks for any unknown host if the command or its address is disguised, if a text that the user does not see asks for it, if its window is hidden, if the host imitates a well-known name, or if the user has to paste a command that misuses a program of Windows. Asks for a review for these hosts otherwise, and for every other host. A note for the installers of well-known projects, for large vendors, and for hosts that are only examples.",
  check: (facts) => facts.of("runs-download").map((signal) => judge(facts, signal)),
};

function judge(facts: SkillFacts, signal: Signal): RuleHit {
  const kind = signal.address?.kind ?? "placeholder";
  const host = signal.address?.host || "an unknown host";
  const message = `a program from ${host} is downloaded and run`;
  const isOpen = kind === "other" || kind === "free" || kind === "code";
  if (isOpen || isThrowaway(kind)) {
    const imitated = imitatedName(host);
    if (imitated !== undefined) return block(signal, `${message}, and the host imitates ${imitated}`);
    if (sameLine(facts, signal, "obfuscated-code")) return block(signal, `${message} by a disguised command`);
    if (sameLine(facts, signal, "hides-window", signal.inScript === true ? 3 : 0))
      return block(signal, `${message} in a hidden window`);
    if (hasHiddenAddress(facts, signal)) return block(signal, `${message}, and its address is encoded`);
    if (signal.hiddenBy === "metadata") return block(signal, `${message} by a command in metadata`);
    if (signal.detail === SYSTEM_TOOL && (isPushed(facts, signal) || kind === "address"))
      return block(signal, `${message} by ${SYSTEM_TOOL}`);
  }
  if (isThrowaway(kind))
    return signal.hiddenBy !== undefined || kind === "address" || kind === "paste" || isPushed(facts, signal)
      ? block(signal, message)
      : review(signal, message, "high");
  if (signal.hiddenBy !== undefined && signal.hiddenBy !== "container" && isOpen)
    return isHiddenOrder(facts, signal)
      ? block(signal, `${message} by a text that the user does not see`)
      : review(signal, message, "high");
  // A script has no examples: whoever runs it runs this.
  if (kind === "placeholder" && signal.inScript === true && host !== "")
    return isNumeric(host) ? block(signal, message) : review(signal, message);
  if ((kind === "free" || (kind === "other" && isCheapDomain(host))) && isForced(facts, signal))
    return block(signal, `${message}, and the user has to paste the command`);
  return isOpen ? review(signal, message) : note(signal, message);
}

/** The text makes the user run it, or hides that it runs. */
function isPushed(facts: SkillFacts, signal: Signal): boolean {
  return (
    (signal.inScript === true && facts.of("required-utility", "paste-in-terminal").length > 0) ||
    facts.besides(signal, "paste-in-terminal", "required-utility", "conceal", "override", "obfuscated-code")
  );
}

/** The text that nobody sees also tells the user or the agent to run it. */
function isHiddenOrder(facts: SkillFacts, { path, hiddenBy }: Signal): boolean {
  return facts
    .of("paste-in-terminal", "required-utility", "conceal")
    .some((other) => other.path === path && other.hiddenBy === hiddenBy);
}

/** The text calls it required, and the user has to paste the command into a terminal. */
function isForced(facts: SkillFacts, signal: Signal): boolean {
  return (
    facts.besides(signal, "paste-in-terminal") &&
    facts.besides(signal, "required-utility") &&
    !facts.isNamesake(signal)
  );
}

/** An address that is reserved for examples, without a name. */
function isNumeric(host: string): boolean {
  return /^(?:192\.0\.2|198\.51\.100|203\.0\.113)\./.test(host);
}

function sameLine(facts: SkillFacts, { path, line }: Signal, kind: SignalKind, lines = 0): boolean {
  return facts
    .of(kind)
    .some((other) => other.path === path && other.line >= line && other.line <= line + lines);
}

function hasHiddenAddress(facts: SkillFacts, { path, address }: Signal): boolean {
  return facts
    .of("downloads")
    .some(
      (other) =>
        other.detail === ENCODED_ADDRESS && other.path === path && other.address?.host === address?.host,
    );
}
