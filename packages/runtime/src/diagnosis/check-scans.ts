import { formatCount, formatNumber } from "../basics/words.ts";
import type { LibraryEntry } from "../library.ts";
import type { SkillLibrary } from "../resolution/skill-library.ts";
import { type DoctorCheck, item } from "./doctor-check.ts";

/** What is known from earlier scans. Nothing is scanned. */
export function checkScans(library: SkillLibrary, scanner: string | undefined): DoctorCheck {
  const check = "scans";
  if (scanner === undefined) {
    const hint = "install @knowhow/scanner beside knowhow, so that skills are scanned before they are used";
    const items = [
      item("skills are used without a scan; those of projects and servers still need your trust", { hint }),
    ];
    return { check, status: "info", summary: "no scanner is installed", items };
  }
  if (scanner === "") {
    const hint = "install the version of @knowhow/scanner that belongs to this version of knowhow";
    const items = [item("every skill counts as not inspected", { hint })];
    return { check, status: "error", summary: "the scanner cannot be opened", items };
  }
  const all = library.entries({ shadowed: true });
  const never = all.filter(({ scan }) => scan === undefined).length;
  const found = all.filter(({ scan }) => isWorthSaying(scan));
  const isHeld = found.some(({ scan }) => scan?.verdict === "block");
  const items = found.map(({ skill, scan }) => {
    const rules = scan === undefined || scan.rules.length === 0 ? "" : ` (${scan.rules.join(", ")})`;
    const isPlain = /^[A-Za-z0-9._][A-Za-z0-9._:-]*$/.test(skill.name);
    const hint = isPlain ? `read it with \`knowhow trust show ${skill.name}\`` : undefined;
    return item(`"${skill.name}": ${scan?.verdict}${rules}`, { path: skill.path, hint });
  });
  const result =
    items.length > 0
      ? `the last scan of ${formatCount(items.length, "skill")} found something`
      : never === all.length && never > 0
        ? undefined
        : "no findings in the latest scans";
  const unknown =
    never === 0 ? undefined : `${formatNumber(never)} of ${formatCount(all.length, "skill")} never scanned`;
  const summary = [unknown, result].filter((part) => part !== undefined).join("; ");
  const status = isHeld ? "warning" : items.length + never > 0 ? "info" : "ok";
  return { check, status, summary, items: never === 0 ? items : [...items, UNKNOWN] };
}

const UNKNOWN = item("nothing is known about skills that were never scanned", {
  hint: "run `knowhow scan --all`; a skill is also scanned before it is first served",
});

function isWorthSaying(scan: LibraryEntry["scan"]): boolean {
  return scan !== undefined && scan.verdict !== "safe";
}
