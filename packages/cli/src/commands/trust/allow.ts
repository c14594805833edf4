import { CliError } from "../../io/cli-error.ts";
import { EXIT, type ExitCode } from "../../io/exit-codes.ts";
import { reportSubject, reportTrust, type TrustAnswer } from "../../report/trust.ts";
import { type TrustAccess, type TrustedSkill, useTrust } from "../../runtime/use-trust.ts";
import type { Answer, Call, Command } from "../../table/command.ts";
import { openScreen } from "../../terminal/screen.ts";
import { exitWith, listTrust } from "./list.ts";

/** `knowhow trust allow [name…]`: shows each skill and asks; without a name, lists pending skills. */
export const trustAllow: Command = (call) =>
  useTrust(call, async (access) => {
    const { positionals, has } = call.args;
    if (positionals.length === 0 && !has("all")) return listTrust(access);
    const pending = has("all") ? access.runtime.trust.pending() : [];
    const skills = [
      ...(await Promise.all(positionals.map((name) => access.inspect(name)))),
      ...(await Promise.all(pending.map(({ skill }) => access.inspect(skill.name, skill.path)))),
    ].filter(({ dynamic }) => !(dynamic && has("all")));
    const answer = await decideAll(skills, access, call);
    return has("all") && answer.exit === EXIT.done ? { ...answer, exit: exitWith(access.notes) } : answer;
  });

async function decideAll(skills: readonly TrustedSkill[], access: TrustAccess, call: Call): Promise<Answer> {
  const { args, io } = call;
  const grant = args.has("grant");
  const isDone = (skill: TrustedSkill) =>
    skill.state === "trusted" && skill.granted === (grant && skill.server !== null);
  const dynamic = skills.find((skill) => skill.dynamic);
  if (dynamic !== undefined) throw cannotKeep(dynamic);
  if (!args.has("yes") && io.ask === undefined && !skills.every(isDone)) {
    io.stderr.write(
      "knowhow: nothing was trusted: stdin is not a terminal\n  hint: review the skill, then add --yes\n",
    );
    return answer(EXIT.usage, { action: "preview", skills, notes: access.notes });
  }
  const decided: TrustedSkill[] = [];
  let action: TrustAnswer["action"] = "unchanged";
  let exit: ExitCode = EXIT.done;
  for (const skill of skills) {
    if (isDone(skill)) decided.push(skill);
    else if (await isWanted(skill, grant, call)) {
      decided.push(await trust(skill, grant, { access, call }));
      action = "trusted";
    } else {
      decided.push(skill);
      exit = EXIT.no;
    }
  }
  if (action === "unchanged" && exit === EXIT.no) action = "preview";
  return answer(exit, { action, skills: decided, notes: access.notes });
}

async function isWanted(skill: TrustedSkill, grant: boolean, { args, io }: Call): Promise<boolean> {
  if (args.has("yes")) return true;
  const screen = openScreen(io, io.stderr, { noColor: args.has("no-color"), quiet: false });
  io.stderr.write(`${reportSubject(skill, screen)}\n`);
  const question =
    grant && skill.server !== null
      ? "Trust this skill and grant what it asks for? [y/N] "
      : "Trust this skill? [y/N] ";
  return /^y(?:es)?$/i.test((await io.ask?.(question)) ?? "");
}

/** Bound to the digest that was shown: content that changed while the user read it is not trusted. */
async function trust(
  skill: TrustedSkill,
  grant: boolean,
  { access, call }: { readonly access: TrustAccess; readonly call: Call },
): Promise<TrustedSkill> {
  const { name, digest, path, server } = skill;
  const reason = call.args.text("reason");
  const decision = await access.runtime.trust.decide(name, "trusted", {
    digest,
    grant,
    ...(server === null ? { path } : {}),
    ...(reason === undefined ? {} : { reason }),
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

function answer(exit: ExitCode, data: TrustAnswer): Answer {
  return { exit, data, text: (screen) => reportTrust(data, screen) };
}
