import { sanitise } from "../terminal/sanitise.ts";
import type { Screen } from "../terminal/screen.ts";
import { diffLines } from "./diff-lines.ts";

/** What `fmt` did, or would do, with one skill. */
export interface FormattedSkill {
  readonly name: string;
  /** Path of the SKILL.md. */
  readonly path: string;
  readonly state: "changed" | "unchanged" | "refused";
  readonly reason?: string;
  readonly before: string;
  readonly after?: string;
  /** Text of the new workflow.yaml. */
  readonly workflow?: string;
}

/** A diff of every skill that changed. */
export function reportFormat(results: readonly FormattedSkill[], check: boolean, screen: Screen): string {
  return results.map((result) => reportOne(result, check, screen)).join("\n\n");
}

function reportOne(result: FormattedSkill, check: boolean, screen: Screen): string {
  const { name, path, state, reason, before, after = before, workflow = "" } = result;
  const title = screen.paint("strong", sanitise(name));
  if (state === "refused")
    return `${screen.paint("bad", "✗")} ${title} cannot be rewritten: ${sanitise(reason ?? "")}`;
  if (state === "unchanged")
    return `${screen.paint("good", "✓")} ${title} has no workflow in its frontmatter`;
  const head = check
    ? `${screen.paint("notice", "!")} ${title} would change`
    : `${screen.paint("good", "✓")} ${title} rewritten`;
  if (screen.quiet) return head;
  const place = screen.place(path);
  return [
    head,
    "",
    screen.paint("strong", place),
    ...diffLines(before, after).map((line) => paintLine(line, screen)),
    "",
    screen.paint("strong", place.replace(/SKILL\.md$/i, "workflow.yaml")),
    ...diffLines("", workflow).map((line) => paintLine(line, screen)),
  ].join("\n");
}

function paintLine(line: string, screen: Screen): string {
  const safe = sanitise(line);
  if (safe.startsWith("+")) return screen.paint("good", safe);
  return safe.startsWith("-") ? screen.paint("bad", safe) : safe;
}
