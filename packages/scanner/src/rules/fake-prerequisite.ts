import { isInvented, isThrowaway } from "../hosts/host-kind.ts";
import { PROGRAM_INSIDE } from "../signals/signal.ts";
import { block, type RuleHit, review, type ScanRule, type SkillFacts } from "./rule.ts";

/** A required "utility" that has to be fetched from somewhere else and run by hand. */
export const fakePrerequisite: ScanRule = {
  id: "fake-prerequisite",
  owasp: "AST01",
  title: "The skill makes the user install a program from an unrelated place",
  why: "Campaigns against users of skills name a required utility, and let the user run it: an archive whose password keeps virus scanners out, or a command that is copied from a page which changes at any time.",
  fix: "Do not install it. Remove the section, or name a package of a package manager instead.",
  verdicts:
    "Blocks if a required program comes in an archive with a password, or as a command that the user copies from a paste site, a free page, a shortened or an IP address into a terminal. Asks for a review if the command comes from another page.",
  check: (facts) => [...lockedDownloads(facts), ...unlockedArchives(facts), ...copiedCommands(facts)],
};

function lockedDownloads(facts: SkillFacts): readonly RuleHit[] {
  return facts
    .of("locked-download")
    .filter(
      (signal) =>
        isThrowaway(signal.address?.kind ?? "placeholder") ||
        signal.detail === PROGRAM_INSIDE ||
        facts.besides(
          signal,
          "required-utility",
          "run-executable",
          "runs-download",
          "paste-in-terminal",
          "command-from-page",
        ),
    )
    .map((signal) => {
      const message = "a program has to be installed from an archive with a password";
      return signal.address?.kind === "known" ||
        (signal.address !== undefined && isInvented(signal.address.kind))
        ? review(signal, message)
        : block(signal, message);
    });
}

/** An archive of the skill, or one that a line offers for download, which is opened with a password. */
function unlockedArchives(facts: SkillFacts): readonly RuleHit[] {
  const message = "a program has to be installed from an archive with a password";
  const names = new Map(facts.of("unlocks-archive").map((signal) => [signal.detail?.toLowerCase(), signal]));
  if (names.size === 0) return [];
  const inside = facts.of("locked-archive", "unread").flatMap((signal) => {
    const file = signal.path.split("!", 1)[0]?.split("/").at(-1)?.toLowerCase();
    return names.has(file) && /\.(?:zip|7z|rar)$/.test(file ?? "") ? [block(signal, message)] : [];
  });
  const fetched = facts.of("program-download").flatMap((signal) => {
    const { address } = signal;
    const name = address?.path
      .toLowerCase()
      .replace(/[?#].{0,2000}$/, "")
      .split("/")
      .at(-1);
    if (address === undefined || !names.has(name)) return [];
    return address.kind === "known" || address.kind === "local" || isInvented(address.kind)
      ? [review(signal, message)]
      : [block(signal, message)];
  });
  return [...inside.slice(0, 1), ...fetched];
}

function copiedCommands(facts: SkillFacts): readonly RuleHit[] {
  const hits: RuleHit[] = [];
  for (const signal of facts.of("command-from-page")) {
    const kind = signal.address?.kind ?? "placeholder";
    const isForTerminal = signal.detail === "terminal" || isThrowaway(kind);
    if (!isForTerminal && !facts.besides(signal, "required-utility", "paste-in-terminal", "program-download"))
      continue;
    const message = "the user has to copy a command from a web page and run it";
    if (isThrowaway(kind)) hits.push(block(signal, message));
    else if (
      kind === "free" &&
      ((facts.besides(signal, "required-utility") && facts.besides(signal, "paste-in-terminal")) ||
        (isForTerminal && !facts.isNamesake(signal)))
    )
      hits.push(block(signal, message));
    else if (
      (kind === "free" || kind === "other") &&
      facts.besides(signal, "paste-in-terminal") &&
      !facts.isRelated(signal)
    )
      hits.push(review(signal, message));
  }
  for (const signal of facts.of("page-near-terminal")) {
    if (!isThrowaway(signal.address?.kind ?? "placeholder") || !facts.besides(signal, "required-utility"))
      continue;
    hits.push(block(signal, "the user has to run something from a paste site in a terminal"));
  }
  return hits;
}
