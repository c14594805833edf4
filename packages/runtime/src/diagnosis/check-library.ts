import { formatCount, formatNumber } from "../basics/words.ts";
import type { Diagnostic } from "../diagnostics.ts";
import type { LibraryEntry, UnseenInRoot, UnseenReason } from "../library.ts";
import type { Profile } from "../profile.ts";
import { claudeCodeOrder } from "../resolution/explain-decisions.ts";
import type { SkillLibrary } from "../resolution/skill-library.ts";
import type { Runtime } from "../runtime.ts";
import { isInstalledByClient } from "../serving/client-folders.ts";
import { describeReaders, readersOf, type SightContext } from "../serving/client-sight.ts";
import { type CheckItem, type CheckStatus, type DoctorCheck, item } from "./doctor-check.ts";

/** Checks everything that the library knows about itself. */
export function checkLibrary(
  { library, profile }: Pick<Runtime, "library" | "profile">,
  { unseen, sight }: { readonly unseen: readonly UnseenInRoot[]; readonly sight: SightContext },
): readonly DoctorCheck[] {
  return [
    checkRoots(library, profile.catalog.levelNames),
    checkUnseen(library, unseen),
    checkRejections(library),
    checkNames(library),
    checkLookAlikes(library),
    checkRequirements(library),
    checkTrust(library, sight),
    checkSizes(library),
    checkWarnings(library),
  ];
}

function checkRoots(
  { roots, diagnostics }: SkillLibrary,
  levelNames: Profile["catalog"]["levelNames"],
): DoctorCheck {
  const missing = diagnostics.filter(({ code }) => code === "discovery.root-missing");
  const items = roots.map(({ path, provider, level, found, readable }) => {
    const what = readable ? formatCount(found, "SKILL.md file") : "cannot be read";
    const hint = readable ? undefined : "check its permissions";
    return item(`${what} (${provider}, ${levelNames[level]} level)`, { path, hint });
  });
  const broken = roots.filter((root) => !root.readable).length;
  const status = broken > 0 ? "error" : missing.length > 0 ? "warning" : roots.length === 0 ? "info" : "ok";
  const rest = broken > 0 ? `, ${formatNumber(broken)} unreadable` : "";
  const summary =
    roots.length === 0
      ? "none of the skill directories exists"
      : `${formatCount(roots.length, "location")} searched${rest}`;
  return { check: "roots", status, summary, items: [...items, ...missing.map(itemOf)] };
}

const UNSEEN: Readonly<Record<UnseenReason, readonly [what: string, hint: string]>> = {
  deep: ["too deep below the root", "name a directory above them as a root"],
  hidden: ["in hidden directories, which are not entered", "name the hidden directory as a root"],
  nested: ["inside of other skills, as one of their files", "move them out if they are skills of their own"],
  misspelt: ["not spelt SKILL.md", "rename them"],
};

/** Number of paths that are named per root and reason. */
const EXAMPLES = 3;

/** SKILL.md files that exist and are not used. It is a warning only if there is nothing else. */
function checkUnseen(library: SkillLibrary, unseen: readonly UnseenInRoot[]): DoctorCheck {
  const total = unseen.reduce((sum, { count }) => sum + count, 0);
  const items = unseen.map(({ root, reason, count, more, paths }) => {
    const [what, hint] = UNSEEN[reason];
    const number = `${more === true ? "at least " : ""}${formatNumber(count)}`;
    const shown = paths.slice(0, EXAMPLES).map((path) => path.slice(root.length + 1));
    const rest = count > shown.length ? ", …" : "";
    return item(`${number} ${what}: ${shown.join(", ")}${rest}`, { path: root, hint });
  });
  const isAll = library.entries().length === 0;
  return verdict("unseen", isAll ? "warning" : "info", items, {
    good: "no SKILL.md was passed over",
    bad: `${formatCount(total, "SKILL.md is", "SKILL.md files are")} not used because of ${total === 1 ? "its" : "their"} location`,
  });
}

function checkRejections(library: SkillLibrary): DoctorCheck {
  const items: CheckItem[] = [];
  for (const { path, name, decisions } of library.rejections()) {
    const last = decisions.at(-1);
    if (last === undefined || last.stage === "filter") continue;
    const own = library.diagnostics.find(
      (diagnostic) => diagnostic.path === path && diagnostic.severity === "error",
    );
    items.push(item(`"${name}": ${last.detail}`, { path, hint: own?.hint }));
  }
  const summary = {
    good: "every SKILL.md was loaded",
    bad: `${formatCount(items.length, "file")} skipped`,
  };
  return verdict("files", "error", items, summary);
}

function checkNames(library: SkillLibrary): DoctorCheck {
  const rivals = library.entries({ shadowed: true }).filter((entry) => entry.shadowedBy !== undefined);
  const loud = new Set(
    library.diagnostics.filter(({ code }) => code === "resolution.collision").map(({ path }) => path),
  );
  const isOwn = ({ skill, lostBy }: LibraryEntry) =>
    lostBy === "level" &&
    skill.origin.level === "user" &&
    library.get(skill.name)?.origin.level === "project";
  const hintOf = (entry: LibraryEntry) => {
    if (isOwn(entry)) {
      const winner = library.get(entry.skill.name);
      const order = winner === undefined ? undefined : claudeCodeOrder(winner, entry.skill);
      const others = order === undefined ? "" : `, and ${order}`;
      return `rename one of the two if you want your own skill; in this project, knowhow uses the project's${others}`;
    }
    if (!loud.has(entry.shadowedBy)) return undefined;
    const managed = [entry.skill, ...library.versions(entry.skill.name)].find(isInstalledByClient);
    return managed === undefined
      ? "rename or remove one of the two"
      : `a client installs ${managed.path} itself, so rename the other one if you want both`;
  };
  const items = rivals.map((entry) => {
    const { skill, shadowedBy } = entry;
    const whose = isOwn(entry) ? `your own "${skill.name}"` : `"${skill.name}"`;
    return item(`${whose} is shadowed by ${shadowedBy}`, { path: skill.path, hint: hintOf(entry) });
  });
  const summary = {
    good: "no duplicate names",
    bad: `${formatCount(items.length, "skill")} shadowed by another of the same name`,
  };
  return verdict("names", loud.size > 0 || rivals.some(isOwn) ? "warning" : "info", items, summary);
}

/** Names that can be taken for each other: the same look, or one letter more, less or different. */
function checkLookAlikes(library: SkillLibrary): DoctorCheck {
  const same = library.diagnostics.filter(({ code }) => code === "resolution.look-alike");
  const similar = library.similarNames().map(({ name, other }) => {
    const path = library.entry(other)?.skill.path;
    const hint = "check that each is the skill you meant to install";
    return item(`"${other}" can be taken for "${name}"`, { path, hint });
  });
  const items = [...same.map(itemOf), ...similar];
  return verdict("look-alikes", same.length > 0 ? "warning" : "info", items, {
    good: "no names that look alike",
    bad: `${formatCount(items.length, "pair")} of names that can be taken for each other`,
  });
}

function checkRequirements(library: SkillLibrary): DoctorCheck {
  const items = library
    .entries()
    .filter((entry) => entry.state === "ineligible")
    .map(({ skill, eligibility: { missing } }) =>
      item(`"${skill.name}" needs ${missing.map(({ name }) => name).join(", ")}`, {
        path: skill.path,
        hint: missing.map(({ hint }) => hint).join("; "),
      }),
    );
  const summary = {
    good: "all requirements that skills declare are met",
    bad: `${formatCount(items.length, "skill has", "skills have")} missing requirements`,
  };
  return verdict("requirements", "warning", items, summary);
}

function checkTrust(library: SkillLibrary, sight: SightContext): DoctorCheck {
  const items = library.diagnostics.filter(({ code }) => code === "resolution.pending").map(itemOf);
  const pending = library.entries({ shadowed: true }).filter(({ trust }) => trust.state === "pending");
  const readers = describeReaders(readersOf(pending, sight), pending.length);
  const summary = {
    good: "no pending skills",
    bad: `${formatCount(items.length, "skill")} not served by knowhow until you trust ${items.length === 1 ? "it" : "them"}${readers === "" ? "" : `; ${readers}`}`,
  };
  return verdict("trust", "warning", items, summary);
}

function checkSizes(library: SkillLibrary): DoctorCheck {
  const items = library.diagnostics.filter(({ code }) => code === "format.body-tokens").map(itemOf);
  const summary = {
    good: "no skill is over the token limit",
    bad: `${formatCount(items.length, "skill")} over the token limit`,
  };
  return verdict("sizes", "warning", items, summary);
}

/** Warnings that no other check reports. */
function checkWarnings(library: SkillLibrary): DoctorCheck {
  const skipped = new Set(library.rejections().map((rejection) => rejection.path));
  const warnings = library.diagnostics.filter(({ code, severity, path }) => {
    const isReported =
      code === "format.body-tokens" ||
      ["config.", "resolution.", "discovery.root-"].some((start) => code.startsWith(start));
    return severity !== "info" && !isReported && !skipped.has(path ?? "");
  });
  const items = warnings.map(({ code, message, path, hint }) => item(message, { path, hint, code }));
  return verdict("content", "warning", items, {
    good: "no warnings",
    bad: `${formatCount(warnings.length, "warning")}${countsByCode(warnings)}`,
  });
}

/** Number of codes that are counted in a summary. */
const SHOWN_CODES = 5;

/** `: 40 format.name-mismatch, 12 format.unknown-field, …`; empty if all are of one kind. */
function countsByCode(diagnostics: readonly Diagnostic[]): string {
  const counts = new Map<string, number>();
  for (const { code } of diagnostics) counts.set(code, (counts.get(code) ?? 0) + 1);
  if (counts.size < 2) return "";
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  const shown = sorted.slice(0, SHOWN_CODES).map(([code, count]) => `${formatNumber(count)} ${code}`);
  return `: ${shown.join(", ")}${sorted.length > SHOWN_CODES ? ", …" : ""}`;
}

function verdict(
  check: string,
  bad: CheckStatus,
  items: readonly CheckItem[],
  summary: { good: string; bad: string },
): DoctorCheck {
  const good = items.length === 0;
  return { check, status: good ? "ok" : bad, summary: good ? summary.good : summary.bad, items };
}

function itemOf({ message, path, hint }: Diagnostic): CheckItem {
  return item(message, { path, hint });
}
