import { EXIT, type ExitCode } from "../../io/exit-codes.ts";
import { grantCommand } from "../../report/grant-command.ts";
import { reportSubject, reportTrust, type TrustAnswer } from "../../report/trust.ts";
import type { TrustAccess, TrustedSkill } from "../../runtime/use-trust.ts";
import type { Answer, Call } from "../../table/command.ts";
import { revealLines } from "../../terminal/reveal.ts";
import { sanitise } from "../../terminal/sanitise.ts";
import { openScreen } from "../../terminal/screen.ts";

/** What a decision needs. */
export interface Context {
  readonly access: TrustAccess;
  readonly call: Call;
}

/** An answer about decisions. */
export interface TrustResult extends Answer {
  readonly data: TrustAnswer;
}

/** The answer of the command. */
export function answer(exit: ExitCode, data: TrustAnswer): TrustResult {
  return { exit, data, text: (screen) => reportTrust(data, screen) };
}

/** Nothing is decided without a terminal, unless the command says so for exactly this content. */
export function refusal(
  skills: readonly TrustedSkill[],
  open: readonly TrustedSkill[],
  { access, call }: Context,
): TrustResult {
  const commands = open.map((skill) => `    ${grantCommand(skill, call.args.has("grant"))}`);
  const lines = [
    "knowhow: nothing was trusted: stdin is not a terminal",
    "  hint: read each skill with `knowhow trust show`, then add --yes; for exactly the content of now:",
    ...commands,
  ];
  call.io.stderr.write(`${lines.map((line) => revealLines(line)).join("\n")}\n`);
  return answer(EXIT.refused, { action: "preview", skills, notes: access.notes });
}

/** True if the settings would withhold the skill even if it were trusted now. */
export function isBlocked({ review }: TrustedSkill, { args }: Call): boolean {
  if (review === null || review.action === "allow") return false;
  const dismissed = args.list("dismiss");
  return review.action === "refuse" || !review.rules.every((rule) => dismissed.includes(rule));
}

/** Says why one skill of several is left out. */
export function say({ name, review }: TrustedSkill, { io }: Call): void {
  const rules = review?.rules.join(", ") ?? "";
  io.stderr.write(
    `knowhow: ${sanitise(name)} was not trusted: the scan found ${sanitise(rules)}\n  hint: read it with \`knowhow trust show ${sanitise(name)}\`\n`,
  );
}

/** Shows one skill and asks about it. */
export async function isWanted(skill: TrustedSkill, grant: boolean, call: Call): Promise<boolean> {
  if (call.args.has("yes")) return true;
  show(skill, call);
  const question =
    grant && skill.server !== null
      ? "Trust this skill and grant what it asks for? [y/N] "
      : "Trust this skill? [y/N] ";
  return isYesWord(await call.io.ask?.(question));
}

function show(skill: TrustedSkill, { args, io }: Call): void {
  const screen = openScreen(io, io.stderr, { noColor: args.has("no-color"), quiet: false });
  io.stderr.write(`${reportSubject(skill, screen)}\n`);
}

/** True for a yes. */
export function isYesWord(said: string | undefined): boolean {
  return /^y(?:es)?$/i.test(said ?? "");
}

/** Bound to the digest that was shown: content that changed while the user read it is not trusted. */
export async function trust(
  skill: TrustedSkill,
  grant: boolean,
  { access, call }: Context,
): Promise<TrustedSkill> {
  const { name, path, server } = skill;
  const reason = call.args.text("reason");
  const digest = call.args.text("digest") ?? skill.digest;
  const found = new Set(skill.review?.findings.map(({ rule }) => rule));
  // One command may dismiss a rule for several skills; a rule that found nothing anywhere is an error.
  const rules = call.args.list("dismiss").filter((rule, _, all) => found.has(rule) || all.length === 1);
  const decision = await access.runtime.trust.decide(name, "trusted", {
    digest,
    grant,
    ...(server === null ? { path } : {}),
    ...(reason === undefined ? {} : { reason }),
    dismiss: rules.map((rule) => ({ rule, reason: reason ?? "" })),
  });
  return access.decided(skill, decision);
}
