import type { Level, ScanVerdict, TrustDecision } from "@knowhow/runtime";
import { type ClientSight, describeReaders } from "@knowhow/runtime/toolkit";
import type { TrustedSkill } from "../runtime/use-trust.ts";
import { sanitise } from "../terminal/sanitise.ts";
import type { Screen } from "../terminal/screen.ts";
import { padToWidth, widthOf } from "../terminal/width.ts";
import { bytes, count, number } from "../terminal/words.ts";
import { wrap } from "../terminal/wrap.ts";
import { changeLines, reportFindings } from "./review-lines.ts";
import { STATE_STYLES } from "./states.ts";

/** The result of `knowhow trust list`. */
export interface TrustListAnswer {
  readonly pending: readonly {
    readonly name: string;
    readonly description: string;
    readonly path: string;
    readonly level: Level;
    readonly server: string | null;
    readonly needs: "decision" | "review";
    readonly reason: string | null;
    /** The last known verdict of a scan; null if it was never scanned. */
    readonly verdict: ScanVerdict | null;
    /** What each client of this machine sees: `served`, its `own`, or `none`. */
    readonly sees: Readonly<Record<string, ClientSight["sees"]>>;
  }[];
  readonly decisions: readonly TrustDecision[];
  readonly notes: readonly string[];
}

/** The result of a decision. */
export interface TrustAnswer {
  readonly action: "trusted" | "refused" | "revoked" | "unchanged" | "preview";
  readonly skills: readonly TrustedSkill[];
  readonly notes: readonly string[];
}

/** Longer names move their own line only. */
const NAME_WIDTH = 32;

/** Pending skills, all decisions, and the next step. */
export function reportTrustList(
  { pending, decisions, notes }: TrustListAnswer,
  readers: string,
  screen: Screen,
): string {
  const width = Math.min(NAME_WIDTH, Math.max(0, ...pending.map(({ name }) => widthOf(sanitise(name)))));
  const waiting = pending.map(({ name, server, path, reason, verdict }) => {
    const place = server === null ? screen.place(path) : `server ${sanitise(server)}`;
    const why = reason === null ? "" : screen.paint("faint", `  ${sanitise(reason)}`);
    const found = verdict === "safe" ? "" : verdict === null ? "  never scanned" : `  scan: ${verdict}`;
    return `  ${screen.paint("name", padToWidth(sanitise(name), width))}  ${place}${why}${screen.paint(verdict === "block" ? "bad" : verdict === null ? "faint" : "notice", found)}`;
  });
  const decided = decisions.map(({ key, state, at, reason, granted, dismissed = [] }) => {
    const [name, place] =
      key.kind === "skill"
        ? [sanitise(key.name), screen.place(key.path)]
        : [sanitise(key.uri), `server ${sanitise(key.label)}`];
    const marks = [
      at.slice(0, 10),
      ...(granted === true ? ["with what it asks for"] : []),
      ...dismissed.map(({ rule }) => `${rule} dismissed`),
    ].map(sanitise);
    const why = reason === undefined ? "" : `  ${sanitise(reason)}`;
    const word = screen.paint(state === "trusted" ? "good" : STATE_STYLES.refused, state);
    return `  ${word}  ${screen.paint("name", name)}  ${place}  ${screen.paint("faint", marks.join(", "))}${why}`;
  });
  const parts = [
    part("Pending", waiting, screen),
    part("Decisions", decided, screen),
    notes.map((note) => `${screen.paint("notice", "!")} ${sanitise(note)}`).join("\n"),
    ...(screen.quiet ? [] : [summaryOf(pending.length, decisions.length, { readers, screen })]),
  ];
  return parts.filter((text) => text !== "").join("\n\n");
}

/** The result for each skill. */
export function reportTrust({ action, skills, notes }: TrustAnswer, screen: Screen): string {
  const words = {
    trusted: "trusted with its current content",
    refused: "refused with its current content",
    pending: action === "revoked" ? "pending again" : "not trusted",
  };
  const lines = skills.map(({ name, state, granted }) => {
    const marks = [
      ...(granted ? ["with what it asks for"] : []),
      ...(action === "unchanged" ? ["unchanged"] : []),
    ];
    const said = `${words[state]}${marks.length === 0 ? "" : ` (${marks.join(", ")})`}`;
    return `${mark(state, screen)} ${screen.paint("name", sanitise(name))}: ${said}`;
  });
  const said = notes.map((note) => `${screen.paint("notice", "!")} ${sanitise(note)}`);
  if (skills.length === 0 && !screen.quiet) lines.push("No pending skills.");
  return [...lines, ...said].join("\n");
}

/** Maximum number of files to list. */
const SHOWN_FILES = 20;

/** Maximum number of changes to list. */
const SHOWN_CHANGES = 40;

/** Everything that the user should know before the decision, without the text of the skill. */
export function reportSubject(skill: TrustedSkill, screen: Screen): string {
  const next = screen.paint("faint", `  \`knowhow trust show ${sanitise(skill.name)}\` prints its text`);
  return `${reportFacts(skill, screen)}\n${next}`;
}

/** What is known about a skill: where it is, what it contains and asks for, what a scan found and what changed. */
export function reportFacts(skill: TrustedSkill, screen: Screen): string {
  const { name, description, files, asksFor, server } = skill;
  const size = files.reduce((sum, file) => sum + file.size, 0);
  const asks = asksFor.length === 0 ? "nothing" : sanitise(asksFor.join("; "));
  const more = files.length - SHOWN_FILES;
  const { review } = skill;
  const changed = review?.changes === null || review === null ? [] : changeLines(review.changes);
  return [
    screen.paint("strong", sanitise(name)),
    `  ${wrap(sanitise(description), screen.columns, "  ")}`,
    server === null
      ? `  path    ${screen.place(skill.path)}`
      : `  server  ${sanitise(server)}, ${sanitise(skill.path)}`,
    ...(skill.reason === null ? [] : [`  why     ${sanitise(skill.reason)}`]),
    `  files   ${count(files.length, server === null ? "other file" : "file")}, ${bytes(size)}`,
    ...files.slice(0, SHOWN_FILES).map((file) => screen.paint("faint", `          ${sanitise(file.path)}`)),
    ...(more > 0 ? [screen.paint("faint", `          and ${number(more)} more`)] : []),
    `  asks    ${asks}${asksFor.length === 0 || server === null ? "" : " (ignored without --grant)"}`,
    `  digest  ${sanitise(skill.digest)}`,
    ...readersLine(skill.clients),
    ...(review === null ? [] : reportFindings(review, screen)),
    ...(changed.length === 0 ? [] : ["  changed since the last decision:"]),
    ...changed.slice(0, SHOWN_CHANGES).map((line) => `          ${sanitise(line)}`),
    ...(changed.length > SHOWN_CHANGES
      ? [`          and ${number(changed.length - SHOWN_CHANGES)} more`]
      : []),
  ].join("\n");
}

/** Who reads the skill whatever is decided. */
function readersLine(clients: readonly ClientSight[]): readonly string[] {
  const readers = clients.filter(({ sees, installed }) => sees === "own" && installed);
  const said = describeReaders(
    readers.map(({ client, title }) => ({ client, title, skills: 1 })),
    1,
  );
  return said === "" ? [] : [`  seen    ${said}, also if you do not trust it`];
}

function part(title: string, lines: readonly string[], screen: Screen): string {
  return lines.length === 0 ? "" : [screen.paint("strong", title), ...lines].join("\n");
}

function summaryOf(
  pending: number,
  decisions: number,
  { readers, screen }: { readonly readers: string; readonly screen: Screen },
): string {
  const counted = `${number(pending)} pending · ${count(decisions, "decision")}`;
  if (pending === 0) return screen.paint("faint", counted);
  const others = readers === "" ? "" : `knowhow does not serve pending skills. ${readers}.\n`;
  const next =
    "Run `knowhow trust <name>` to review a skill and decide, or `knowhow trust --all` for all of them.";
  return `${counted}\n${screen.paint("faint", `${others}${next}`)}`;
}

function mark(state: TrustedSkill["state"], screen: Screen): string {
  if (state === "trusted") return screen.paint("good", "✓");
  return state === "refused" ? screen.paint("bad", "✗") : screen.paint("faint", "·");
}
