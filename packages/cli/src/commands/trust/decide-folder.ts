import { formatCount } from "@knowhow/runtime/toolkit";
import { EXIT } from "../../io/exit-codes.ts";
import { isSafe, reportFolder, worstLast } from "../../report/trust-folder.ts";
import type { TrustedSkill } from "../../runtime/use-trust.ts";
import { sanitise } from "../../terminal/sanitise.ts";
import { openScreen } from "../../terminal/screen.ts";
import {
  answer,
  type Context,
  isBlocked,
  isWanted,
  isYesWord,
  refusal,
  say,
  type TrustResult,
  trust,
} from "./decide.ts";

/**
 * Shows the pending skills of a folder as a table, asks once about those that a scan found safe, and separately about each
 * other one. Each is trusted in the content that was shown.
 */
export async function decideFolder(
  folder: string,
  found: readonly TrustedSkill[],
  context: Context,
): Promise<TrustResult> {
  const { access, call } = context;
  const { args, io } = call;
  const isSure = args.has("yes");
  if (found.length === 0) return answer(EXIT.done, { action: "unchanged", skills: [], notes: access.notes });
  if (!isSure && io.ask === undefined) return refusal(found, found, context);
  const skills = worstLast(found);
  if (!isSure) {
    const screen = openScreen(io, io.stderr, { noColor: args.has("no-color"), quiet: false });
    io.stderr.write(`${reportFolder(skills, screen)}\n`);
  }
  const safe = skills.filter(isSafe);
  const isScanned = safe.every(({ review }) => review !== null);
  const what = formatCount(safe.length, isScanned ? "safe skill" : "skill");
  const question = `Trust ${what} in ${sanitise(folder)}${isScanned ? "" : ", not all of them scanned"}? [y/N] `;
  const isYes = safe.length > 0 && (isSure || isYesWord(await io.ask?.(question)));
  const decided: TrustedSkill[] = [];
  const left: TrustedSkill[] = isYes ? [] : [...safe];
  for (const skill of isYes ? safe : []) decided.push(await trust(skill, false, context));
  let hasBlocked = false;
  for (const skill of skills.filter((other) => !isSafe(other))) {
    if (isBlocked(skill, call)) {
      say(skill, call);
      hasBlocked = true;
      left.push(skill);
    } else if (await isWanted(skill, false, call)) decided.push(await trust(skill, false, context));
    else left.push(skill);
  }
  const exit = hasBlocked ? EXIT.refused : left.length === 0 ? EXIT.done : EXIT.no;
  const action = decided.length > 0 ? "trusted" : "preview";
  return answer(exit, { action, skills: [...decided, ...left], notes: access.notes });
}
