import type { Proposal } from "@knowhow/runtime";
import type { ProposalFile } from "@knowhow/runtime/authoring";
import { revealLines } from "../terminal/reveal.ts";
import { sanitise } from "../terminal/sanitise.ts";
import type { Screen, Style } from "../terminal/screen.ts";
import { bytes, count } from "../terminal/words.ts";
import { unifiedDiff } from "./unified-diff.ts";

/** A file that a proposal would add, change or remove. */
export interface FileChange {
  readonly path: string;
  readonly change: "added" | "changed" | "removed";
  /** Mode before and after, as git writes it; null if there is no such file. */
  readonly modes: { readonly before: string | null; readonly after: string | null };
  readonly size: number;
  /** Unified diff; null for a file that is not text. Untrusted text. */
  readonly diff: readonly string[] | null;
}

/** The result of `knowhow review show`, and of every decision. */
export interface ProposalAnswer {
  readonly action: "shown" | "proposed" | "applied" | "rejected" | "edited" | "rolled-back" | "unchanged";
  readonly proposal: Proposal;
  readonly files: readonly FileChange[];
}

/** The result of `knowhow review list`. */
export interface ProposalListAnswer {
  readonly proposals: readonly Proposal[];
}

const STATE_STYLES: Readonly<Record<Proposal["state"], Style>> = {
  pending: "notice",
  applying: "notice",
  applied: "good",
  rejected: "faint",
  stale: "bad",
  reverting: "notice",
  "rolled-back": "faint",
};

/** What changes in each file. */
export function fileChanges(
  before: readonly ProposalFile[],
  after: readonly ProposalFile[],
): readonly FileChange[] {
  const old = new Map(before.map((file) => [file.path, file]));
  const now = new Map(after.map((file) => [file.path, file]));
  const paths = [...new Set([...old.keys(), ...now.keys()])].sort();
  return paths.flatMap((path): readonly FileChange[] => {
    const [was, is] = [old.get(path), now.get(path)];
    const isSame =
      was !== undefined &&
      is !== undefined &&
      Buffer.compare(was.bytes, is.bytes) === 0 &&
      was.isExecutable === is.isExecutable;
    if (isSame) return [];
    const texts = [textOf(was), textOf(is)];
    const [from, to] = texts;
    return [
      {
        path,
        change: was === undefined ? "added" : is === undefined ? "removed" : "changed",
        modes: { before: modeOf(was), after: modeOf(is) },
        size: (is ?? was)?.bytes.length ?? 0,
        diff: from === undefined || to === undefined ? null : unifiedDiff(from, to),
      },
    ];
  });
}

/** All proposals of a list, and the next step. */
export function reportProposalList({ proposals }: ProposalListAnswer, screen: Screen): string {
  const lines = proposals.map(({ id, kind, target, state, source, at, checks }) => {
    const { diagnostics, scan, asksFor, near, stolen } = checks;
    const findings = [diagnostics, scan?.findings ?? [], asksFor, near, stolen].flat().length;
    const marks = [
      at.slice(0, 10),
      source.by,
      ...(source.outside.length > 0 ? ["text from outside"] : []),
      ...(findings > 0 ? [count(findings, "finding")] : []),
    ];
    const word = screen.paint(STATE_STYLES[state], state);
    return `${screen.paint("name", sanitise(id))}  ${word}  ${kind} ${sanitise(target.name)}  ${screen.paint("faint", marks.join(", "))}`;
  });
  if (screen.quiet) return lines.join("\n");
  if (proposals.length === 0) return "No proposals.";
  const next = screen.paint("faint", "Run `knowhow review <id>` to see what a proposal changes.");
  return [...lines, "", next].join("\n");
}

/** Everything that the user should know before the decision. */
export function reportProposal({ proposal, files }: ProposalAnswer, screen: Screen): string {
  const { id, kind, target, source, reason, state, decided, revision } = proposal;
  const from = [
    source.by,
    ...(source.session === undefined ? [] : [`conversation ${sanitise(source.session)}`]),
    ...(source.run === undefined ? [] : [`run ${sanitise(source.run)}`]),
    ...(revision > 1 ? [`revision ${revision}`] : []),
  ];
  return [
    screen.paint("strong", `${sanitise(id)}: ${kind} ${sanitise(target.name)}`),
    `  state   ${screen.paint(STATE_STYLES[state], state)}${decided?.reason === undefined ? "" : ` (${sanitise(decided.reason)})`}`,
    `  path    ${screen.place(target.directory)}`,
    `  from    ${from.join(", ")}, ${proposal.at}`,
    ...(source.outside.length === 0
      ? []
      : [
          `  ${screen.paint("notice", "outside")} the conversation had text from ${source.outside.map(sanitise).join(", ")}`,
        ]),
    ...(reason === undefined ? [] : [`  why     ${sanitise(reason)}`]),
    `  hash    ${proposal.hash}`,
    ...findingLines(proposal, screen),
    ...files.flatMap((file) => ["", ...fileLines(file, screen)]),
  ].join("\n");
}

/** The result of a decision. */
export function reportDecision(answer: ProposalAnswer, screen: Screen): string {
  const { action, proposal } = answer;
  const { id, target } = proposal;
  if (action === "shown") return reportProposal(answer, screen);
  const place = screen.place(target.directory);
  const words = {
    proposed: `proposed; review it with \`knowhow review ${id}\``,
    applied: proposal.digest === undefined ? `applied: ${place} was removed` : `applied: ${place}`,
    rejected: "rejected",
    edited: `changed; its hash is now ${proposal.hash}`,
    "rolled-back": `rolled back: ${place} is as it was before`,
    unchanged: "not decided",
  };
  const mark = action === "unchanged" ? screen.paint("faint", "·") : screen.paint("good", "✓");
  return `${mark} ${screen.paint("name", sanitise(id))} (${sanitise(target.name)}): ${words[action]}`;
}

function findingLines({ id, kind, checks }: Proposal, screen: Screen): readonly string[] {
  const { diagnostics, scan, asksFor, near, stolen, notes } = checks;
  const styles = { error: "bad", warning: "notice", info: "faint" } as const;
  const lines = [
    ...asksFor.map((asked) => `  ${screen.paint("notice", "asks for")}  ${sanitise(asked)}`),
    ...diagnostics.map(
      ({ severity, code, message }) =>
        `  ${screen.paint(styles[severity], severity)}  ${sanitise(message)} [${code}]`,
    ),
    ...(scan === undefined ? [] : [`  scan  ${scan.verdict}`]),
    ...(scan?.findings ?? []).map(
      ({ severity, rule, path, line, message, evidence }) =>
        `  ${screen.paint(severity === "low" ? "faint" : "bad", severity)}  ${sanitise(message)} (${sanitise(path)}:${line}, ${sanitise(rule)}): ${revealLines(evidence)}`,
    ),
    ...near.map(({ name, similarity, canPatch }) => {
      const merge = `\`knowhow review merge ${sanitise(id)} ${sanitise(name)}\` proposes a change of that skill instead`;
      const advice = canPatch
        ? `; ${kind === "create" ? merge : "a change of that skill may be better"}`
        : "";
      return `  ${screen.paint("notice", "similar")}  to "${sanitise(name)}" (${Math.round(similarity * 100)} %)${advice}`;
    }),
    ...stolen.map(
      ({ skill, message }) =>
        `  ${screen.paint("notice", "takes")}  "${revealLines(message)}", which finds "${sanitise(skill)}" now`,
    ),
    ...notes.map((note) => `  ${screen.paint("faint", "note")}  ${sanitise(note)}`),
  ];
  return lines.length === 0 ? [] : ["", screen.paint("strong", "Findings"), ...lines];
}

function fileLines({ path, change, modes, size, diff }: FileChange, screen: Screen): readonly string[] {
  const { before, after } = modes;
  const mode =
    before !== null && after !== null && before !== after
      ? `mode ${before} → ${after}`
      : `mode ${after ?? before}`;
  const head = `${change} ${revealLines(path)} (${mode}, ${bytes(size)})`;
  if (diff === null) return [screen.paint("strong", head), screen.paint("notice", "  not a text file")];
  return [
    screen.paint("strong", head),
    ...diff.map((line) => screen.paint(styleOf(line), revealLines(line))),
  ];
}

function styleOf(line: string): Style {
  if (line.startsWith("+")) return "good";
  return line.startsWith("-") ? "bad" : "faint";
}

function modeOf(file: ProposalFile | undefined): string | null {
  if (file === undefined) return null;
  return file.isExecutable ? "100755" : "100644";
}

/** Empty for a file that does not exist; undefined if it is not text. */
function textOf(file: ProposalFile | undefined): string | undefined {
  if (file === undefined) return "";
  if (file.bytes.includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(file.bytes);
  } catch {
    return undefined;
  }
}
