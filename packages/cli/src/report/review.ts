import type { ReviewRecord } from "../runtime/review-record.ts";
import type { TrustedSkill } from "../runtime/use-trust.ts";
import { revealLines } from "../terminal/reveal.ts";
import type { Screen } from "../terminal/screen.ts";
import { diffLines } from "./diff-lines.ts";
import { grantCommand } from "./grant-command.ts";
import { changeLines } from "./review-lines.ts";
import { reportFacts } from "./trust.ts";

/** What `knowhow trust show` prints about a skill. */
export interface ReviewAnswer extends TrustedSkill {
  /** Sentences about names that can be confused with this one. */
  readonly lookAlikes: readonly string[];
  readonly notes: readonly string[];
}

/** Everything about a skill that helps to decide. Invisible characters of its text are written out. */
export function reportReview(skill: ReviewAnswer, screen: Screen): string {
  const { review, lookAlikes } = skill;
  const parts = [
    reportFacts(skill, screen),
    ...(lookAlikes.length === 0 ? [] : [section("Look-alike names", lookAlikes, screen)]),
    ...(review === null ? [] : reviewParts(review, screen)),
    ...(screen.quiet ? [] : [nextStep(skill, screen)]),
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

function reviewParts(review: ReviewRecord, screen: Screen): readonly string[] {
  const { gaps, hosts, scripts, texts, changes } = review;
  return [
    section(
      "Could not be read",
      gaps.map(({ path, reason }) => `${path}: ${reason}`),
      screen,
    ),
    section("Scripts", scripts, screen),
    section("Hosts", hosts, screen),
    ...(changes === null ? [] : [reportChanges(changes, screen)]),
    ...Object.entries(texts).map(([path, text]) =>
      section(path, text.replace(/\n$/, "").split("\n"), screen),
    ),
  ];
}

function reportChanges(changes: NonNullable<ReviewRecord["changes"]>, screen: Screen): string {
  const diffs = changes.texts.flatMap(({ path, before, after }) =>
    before === undefined || after === undefined ? [] : [`~~~ ${path}`, ...diffLines(before, after)],
  );
  const title = `Changes since you ${changes.state} it on ${changes.since.slice(0, 10)}`;
  return section(title, [...changeLines(changes), ...diffs], screen);
}

function section(title: string, lines: readonly string[], screen: Screen): string {
  if (lines.length === 0) return "";
  const oneLine = (line: string) => revealLines(line).replaceAll("\n", "<U+000A>");
  return [screen.paint("strong", oneLine(title)), ...lines.map((line) => `  ${oneLine(line)}`)].join("\n");
}

function nextStep(skill: ReviewAnswer, screen: Screen): string {
  const { state, by, review, dynamic } = skill;
  if (dynamic) return "";
  if (state === "trusted" && review?.action === "allow") {
    const text = by === "level" ? "Trusted because of its folder." : "Trusted in exactly this content.";
    return screen.paint("faint", text);
  }
  const text = revealLines(`Run \`${grantCommand(skill)}\` to trust exactly this content.`);
  return screen.paint("faint", review?.action === "refuse" ? "The settings refuse this verdict." : text);
}
