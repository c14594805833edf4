import { formatCount } from "../basics/words.ts";
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
  const found = library.entries({ shadowed: true }).filter(({ scan }) => isWorthSaying(scan));
  const isHeld = found.some(({ scan }) => scan?.verdict === "block");
  const items = found.map(({ skill, scan }) => {
    const rules = scan === undefined || scan.rules.length === 0 ? "" : ` (${scan.rules.join(", ")})`;
    const isPlain = /^[A-Za-z0-9._][A-Za-z0-9._:-]*$/.test(skill.name);
    const hint = isPlain ? `read it with \`knowhow trust show ${skill.name}\`` : undefined;
    return item(`"${skill.name}": ${scan?.verdict}${rules}`, { path: skill.path, hint });
  });
  const summary =
    items.length === 0
      ? "no findings in the latest scans"
      : `the last scan of ${formatCount(items.length, "skill")} found something`;
  return { check, status: items.length === 0 ? "ok" : isHeld ? "warning" : "info", summary, items };
}

function isWorthSaying(scan: LibraryEntry["scan"]): boolean {
  return scan !== undefined && scan.verdict !== "safe";
}
