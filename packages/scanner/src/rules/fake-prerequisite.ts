import { isInvented, isThrowaway } from "../hosts/host-kind.ts";
import { borrowedName } from "../hosts/look-alike.ts";
import { FOR_TERMINAL, PROGRAM_INSIDE, type Signal } from "../signals/signal.ts";
import { block, type RuleHit, review, type ScanRule, type SkillFacts } from "./rule.ts";

/** A required "utility" that has to be fetched from somewhere else and run by hand. */
export const fakePrerequisite: ScanRule = {
  id: "fake-prerequisite",
  owasp: "AST01",
  title: "The skill makes the user install a program from an unrelated place",
  why: "Campaigns against users of skills name a required utility, and let the user run it: an archive whose password keeps virus scanners out, or a command that is copied from a page which changes at any time.",
  fix: "Do not install it. Remove the section, or name a package of a package manager instead.",
  verdicts:
    "Blocks if a program comes in an archive with a password, also if link and password stand in different places; as a command that the user copies from a paste site, a free page, a shortened or an IP address into a terminal; from a page that uses the name of a well-known program without being its page; or together with the request to switch off the virus scanner. Asks for a review if an archive with a password is only downloaded, or if the command comes from another page.",
  check: (facts) => [
    ...lockedDownloads(facts),
    ...distantPasswords(facts),
    ...unlockedArchives(facts),
    ...copiedCommands(facts),
    ...claimedInstallers(facts),
    ...unprotectedPrograms(facts),
  ],
};

const LOCKED = "a program has to be installed from an archive with a password";

function lockedDownloads(facts: SkillFacts): readonly RuleHit[] {
  return facts.of("locked-download").map((signal) => {
    const isProgram =
      isThrowaway(signal.address?.kind ?? "placeholder") ||
      signal.detail === PROGRAM_INSIDE ||
      facts.besides(
        signal,
        "required-utility",
        "run-executable",
        "runs-download",
        "paste-in-terminal",
        "command-from-page",
      );
    if (!isProgram) return review(signal, "an archive with a password is downloaded");
    return isOpen(signal) ? block(signal, LOCKED) : review(signal, LOCKED);
  });
}

/** A password for an archive in one place of the skill, and an archive that is downloaded and run in another. */
function distantPasswords(facts: SkillFacts): readonly RuleHit[] {
  const [password] = facts.of("archive-password");
  if (password === undefined || facts.of("locked-download").length > 0) return [];
  const isRun = facts.of("run-executable").length > 0;
  return facts
    .of("program-download")
    .filter((signal) => isOpen(signal) && /\.(?:zip|7z|rar)(?:$|[?#])/i.test(signal.address?.path ?? ""))
    .map((signal) =>
      isRun && !facts.isRelated(signal)
        ? block(signal, LOCKED)
        : review(signal, "an archive with a password is downloaded"),
    );
}

/** True for a host that somebody has, and that is not one of a large vendor. */
function isOpen({ address }: Signal): boolean {
  if (address === undefined) return true;
  const { kind } = address;
  return kind !== "known" && kind !== "installer" && kind !== "local" && !isInvented(kind);
}

/** An archive of the skill, or one that a line offers for download, which is opened with a password. */
function unlockedArchives(facts: SkillFacts): readonly RuleHit[] {
  const names = new Map(facts.of("unlocks-archive").map((signal) => [signal.detail?.toLowerCase(), signal]));
  if (names.size === 0) return [];
  const inside = facts.of("locked-archive", "unread").flatMap((signal) => {
    const file = signal.path.split("!", 1)[0]?.split("/").at(-1)?.toLowerCase();
    return names.has(file) && /\.(?:zip|7z|rar)$/.test(file ?? "") ? [block(signal, LOCKED)] : [];
  });
  const fetched = facts.of("program-download").flatMap((signal) => {
    const { address } = signal;
    const name = address?.path
      .toLowerCase()
      .replace(/[?#].{0,2000}$/, "")
      .split("/")
      .at(-1);
    if (address === undefined || !names.has(name)) return [];
    return [isOpen(signal) ? block(signal, LOCKED) : review(signal, LOCKED)];
  });
  return [...inside.slice(0, 1), ...fetched];
}

function copiedCommands(facts: SkillFacts): readonly RuleHit[] {
  const message = "the user has to copy a command from a web page and run it";
  const pages = facts.of("command-from-page").flatMap((signal): readonly RuleHit[] => {
    const kind = signal.address?.kind ?? "placeholder";
    const isRequired = facts.besides(signal, "required-utility");
    const isForTerminal = signal.detail === FOR_TERMINAL || facts.besides(signal, "paste-in-terminal");
    if (isThrowaway(kind)) return [block(signal, message)];
    if (kind === "free" && isForTerminal && !facts.isNamesake(signal)) {
      if (isRequired || signal.detail === FOR_TERMINAL) return [block(signal, message)];
    }
    if (kind !== "free" && kind !== "other" && kind !== "code") return [];
    if (!isForTerminal || facts.isRelated(signal)) return [];
    const borrowed = borrowedName(signal.address?.host ?? "");
    return borrowed !== undefined && isRequired && signal.detail === FOR_TERMINAL
      ? [block(signal, `${message}, and its host uses the name of ${borrowed}`)]
      : [review(signal, message)];
  });
  const nearby = facts
    .of("page-near-terminal")
    .filter((signal) => facts.besides(signal, "required-utility"))
    .map((signal) => block(signal, "the user has to run something from a paste site in a terminal"));
  return [...pages, ...nearby];
}

/** A well-known program that has to come from a page of somebody else. */
function claimedInstallers(facts: SkillFacts): readonly RuleHit[] {
  return facts.of("claims-installer").map((signal) => {
    const message = `a program has to be installed from ${signal.address?.host}, which only uses the name of ${signal.detail}`;
    return facts.isNamesake(signal) ? review(signal, message) : block(signal, message);
  });
}

/** How many lines apart two sentences about one installation may stand. */
const SAME_TOPIC = 20;

/** A program from somewhere else for which the user has to get around the protection of the system. */
function unprotectedPrograms(facts: SkillFacts): readonly RuleHit[] {
  const message = "the user has to get around the protection of the system for a program from elsewhere";
  const programs = facts.of("program-download", "locked-download", "runs-download").filter(isOpen);
  if (programs.length === 0) return [];
  return facts.of("disarms", "disables-protection").flatMap((signal) => {
    // Programs without a signature are ordinary on the page of a project, and not on a page that anybody makes in a minute.
    const isOff = signal.kind === "disarms";
    const isMet = programs.some(
      ({ path, line, address }) =>
        path === signal.path &&
        Math.abs(line - signal.line) <= SAME_TOPIC &&
        (isOff || address?.kind === "free" || isThrowaway(address?.kind ?? "placeholder")),
    );
    return isMet ? [block(signal, message)] : [];
  });
}
