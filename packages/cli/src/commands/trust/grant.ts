import { resolve, sep } from "node:path";
import type { LibraryEntry } from "@knowhow/runtime";
import { formatCount } from "@knowhow/runtime/toolkit";
import { CliError } from "../../io/cli-error.ts";
import { EXIT, type ExitCode } from "../../io/exit-codes.ts";
import { grantCommand } from "../../report/grant-command.ts";
import { reportSubject, reportTrust, type TrustAnswer } from "../../report/trust.ts";
import { workingDirectory } from "../../runtime/settings.ts";
import { type TrustAccess, type TrustedSkill, useTrust } from "../../runtime/use-trust.ts";
import type { Answer, Call, Command } from "../../table/command.ts";
import { revealLines } from "../../terminal/reveal.ts";
import { sanitise } from "../../terminal/sanitise.ts";
import { openScreen } from "../../terminal/screen.ts";
import { exitWith, listTrust } from "./list.ts";

/** `knowhow trust grant [name or folder…]`: shows each skill and asks; without a name, lists pending skills. */
export const trustGrant: Command = (call) =>
  useTrust(call, async (access) => {
    const { positionals, has, list, text } = call.args;
    if (positionals.length === 0 && !has("all")) return listTrust(access);
    if (list("dismiss").length > 0 && (text("reason") ?? "") === "")
      throw new CliError("cli.bad-value", "--dismiss needs a reason", "add --reason TEXT");
    const folders = positionals.filter(isFolder);
    const names = positionals.filter((name) => !isFolder(name));
    if (text("digest") !== undefined && (names.length !== 1 || folders.length > 0 || has("all")))
      throw new CliError("cli.bad-value", "--digest needs exactly one skill", "name one skill");
    const pending = has("all") ? access.runtime.trust.pending() : [];
    const inspect = ({ skill }: LibraryEntry) =>
      access.inspect(skill.name, { path: skill.path, review: true });
    const skills = [
      ...(await Promise.all(names.map((name) => access.inspect(name, { review: true })))),
      ...(await Promise.all(pending.map(inspect))),
    ].filter(({ dynamic }) => !(dynamic && has("all")));
    const level = skills.find(({ by, review }) => by === "level" && review?.action === "allow");
    // The runtime has the error with its hint.
    if (level !== undefined) await access.runtime.trust.decide(level.name, "trusted", { path: level.path });
    const answers: TrustResult[] =
      names.length > 0 || has("all") ? [await decideEach(skills, access, call)] : [];
    for (const folder of folders) {
      const inside = entriesIn(folder, access, call);
      answers.push(await decideFolder(folder, await Promise.all(inside.map(inspect)), { access, call }));
    }
    const answer = joined(answers);
    return has("all") && answer.exit === EXIT.done ? { ...answer, exit: exitWith(access.notes) } : answer;
  });

/** The name of a skill has no slash. */
function isFolder(given: string): boolean {
  return given === "." || given === ".." || /[\\/]/.test(given);
}

/** Pending skills of this project below a folder. */
function entriesIn(folder: string, { runtime }: TrustAccess, { args, io }: Call): readonly LibraryEntry[] {
  const path = resolve(workingDirectory(args, io), folder);
  return runtime.trust
    .pending()
    .filter(
      ({ skill }) =>
        skill.origin.remote === undefined && `${resolve(skill.path)}`.startsWith(`${path}${sep}`),
    );
}

interface Context {
  readonly access: TrustAccess;
  readonly call: Call;
}

/** Asks about each skill. */
async function decideEach(
  skills: readonly TrustedSkill[],
  access: TrustAccess,
  call: Call,
): Promise<TrustResult> {
  const { args, io } = call;
  const grant = args.has("grant");
  const isDone = (skill: TrustedSkill) =>
    skill.state === "trusted" && skill.by !== "level" && skill.granted === (grant && skill.server !== null);
  const dynamic = skills.find((skill) => skill.dynamic);
  if (dynamic !== undefined) throw cannotKeep(dynamic);
  const open = skills.filter((skill) => !isDone(skill));
  if (!args.has("yes") && io.ask === undefined && open.length > 0)
    return refusal(skills, open, { access, call });
  const decided: TrustedSkill[] = [];
  let action: TrustAnswer["action"] = "unchanged";
  let exit: ExitCode = EXIT.done;
  for (const skill of skills) {
    if (isDone(skill)) decided.push(skill);
    else if (skills.length > 1 && isBlocked(skill, call)) {
      say(skill, call);
      decided.push(skill);
      exit = EXIT.refused;
    } else if (await isWanted(skill, grant, call)) {
      decided.push(await trust(skill, grant, { access, call }));
      action = "trusted";
    } else {
      decided.push(skill);
      exit = exit === EXIT.done ? EXIT.no : exit;
    }
  }
  if (action === "unchanged" && exit !== EXIT.done) action = "preview";
  return answer(exit, { action, skills: decided, notes: access.notes });
}

/** Asks once about all pending skills of a folder. Each is trusted in the content that was shown. */
async function decideFolder(
  folder: string,
  skills: readonly TrustedSkill[],
  context: Context,
): Promise<TrustResult> {
  const { access, call } = context;
  const { args, io } = call;
  if (skills.length === 0) return answer(EXIT.done, { action: "unchanged", skills, notes: access.notes });
  if (!args.has("yes") && io.ask === undefined) return refusal(skills, skills, context);
  const blocked = skills.filter((skill) => isBlocked(skill, call));
  const open = skills.filter((skill) => !blocked.includes(skill));
  if (!args.has("yes")) for (const skill of open) show(skill, call);
  for (const skill of blocked) say(skill, call);
  const question = `Trust ${formatCount(open.length, "skill")} in ${sanitise(folder)}? [y/N] `;
  const isYes = open.length > 0 && (args.has("yes") || isYesWord(await io.ask?.(question)));
  const decided: TrustedSkill[] = [];
  for (const skill of isYes ? open : []) decided.push(await trust(skill, false, context));
  const left = isYes ? blocked : skills;
  const exit = blocked.length > 0 ? EXIT.refused : isYes ? EXIT.done : EXIT.no;
  const action = decided.length > 0 ? "trusted" : "preview";
  return answer(exit, { action, skills: [...decided, ...left], notes: access.notes });
}

/** Nothing is decided without a terminal, unless the command says so for exactly this content. */
function refusal(
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
function isBlocked({ review }: TrustedSkill, { args }: Call): boolean {
  if (review === null || review.action === "allow") return false;
  const dismissed = args.list("dismiss");
  return review.action === "refuse" || !review.rules.every((rule) => dismissed.includes(rule));
}

/** Says why one skill of several is left out. */
function say({ name, review }: TrustedSkill, { io }: Call): void {
  const rules = review?.rules.join(", ") ?? "";
  io.stderr.write(
    `knowhow: ${sanitise(name)} was not trusted: the scan found ${sanitise(rules)}\n  hint: read it with \`knowhow trust show ${sanitise(name)}\`\n`,
  );
}

/** Several answers of one command as one. */
function joined(answers: readonly TrustResult[]): TrustResult {
  const data = answers.map((one) => one.data);
  const exit = answers.reduce<ExitCode>((worst, one) => (one.exit > worst ? one.exit : worst), EXIT.done);
  const action = data.find((one) => one.action !== "unchanged")?.action ?? "unchanged";
  return answer(exit, { action, skills: data.flatMap(({ skills }) => skills), notes: data[0]?.notes ?? [] });
}

async function isWanted(skill: TrustedSkill, grant: boolean, call: Call): Promise<boolean> {
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

function isYesWord(said: string | undefined): boolean {
  return /^y(?:es)?$/i.test(said ?? "");
}

/** Bound to the digest that was shown: content that changed while the user read it is not trusted. */
async function trust(
  skill: TrustedSkill,
  grant: boolean,
  { access, call }: { readonly access: TrustAccess; readonly call: Call },
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

function cannotKeep({ name }: TrustedSkill): CliError {
  return new CliError(
    "cli.refused",
    `the content of "${name}" can differ at every read, so it cannot be trusted here`,
    "use a program that asks you in each session",
  );
}

/** An answer about decisions. */
interface TrustResult extends Answer {
  readonly data: TrustAnswer;
}

function answer(exit: ExitCode, data: TrustAnswer): TrustResult {
  return { exit, data, text: (screen) => reportTrust(data, screen) };
}
