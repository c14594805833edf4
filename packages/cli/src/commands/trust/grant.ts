import { resolve, sep } from "node:path";
import type { LibraryEntry } from "@knowhow/runtime";
import { CliError } from "../../io/cli-error.ts";
import { EXIT, type ExitCode } from "../../io/exit-codes.ts";
import type { TrustAnswer } from "../../report/trust.ts";
import { workingDirectory } from "../../runtime/settings.ts";
import { type TrustAccess, type TrustedSkill, useTrust } from "../../runtime/use-trust.ts";
import type { Call, Command } from "../../table/command.ts";
import { answer, isBlocked, isWanted, refusal, say, type TrustResult, trust } from "./decide.ts";
import { decideFolder } from "./decide-folder.ts";
import { exitWith, listTrust } from "./list.ts";

/** `knowhow trust grant [name or folder…]`: shows each skill and asks; without a name, lists pending skills. */
export const trustGrant: Command = (call) =>
  useTrust(call, async (access) => {
    const { positionals, has, list, text } = call.args;
    if (positionals.length === 0 && !has("all")) return listTrust(access, call);
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

/** Several answers of one command as one. */
function joined(answers: readonly TrustResult[]): TrustResult {
  const data = answers.map((one) => one.data);
  const exit = answers.reduce<ExitCode>((worst, one) => (one.exit > worst ? one.exit : worst), EXIT.done);
  const action = data.find((one) => one.action !== "unchanged")?.action ?? "unchanged";
  return answer(exit, { action, skills: data.flatMap(({ skills }) => skills), notes: data[0]?.notes ?? [] });
}

function cannotKeep({ name }: TrustedSkill): CliError {
  return new CliError(
    "cli.refused",
    `the content of "${name}" can differ at every read, so it cannot be trusted here`,
    "use a program that asks you in each session",
  );
}
