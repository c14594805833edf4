import { argumentSpecs } from "../../injection/arguments/argument-spec.ts";
import { parseArguments } from "../../injection/arguments/parse-arguments.ts";
import { substituteArguments } from "../../injection/arguments/substitute-arguments.ts";
import type { ActivationPolicy } from "../../profile.ts";
import type { Skill } from "../../skill.ts";

/** Fills placeholders. A skill that the model loads has no arguments, so only its directory is filled in. */
export function fillArguments(
  skill: Skill,
  body: string,
  args: string | undefined,
  { firstArgument, wrapper }: ActivationPolicy,
): { text: string; missing: readonly string[] } {
  const { directory } = skill;
  const specs = argumentSpecs(skill.fields);
  const variables = {
    SKILL_DIR: directory,
    CLAUDE_SKILL_DIR: directory,
    HERMES_SKILL_DIR: directory,
    baseDir: directory,
  };
  return substituteArguments(body, parseArguments(args, specs), specs, {
    indexBase: firstArgument,
    // The `message` wrapper always shows the arguments below the body.
    append: wrapper !== "message",
    variables,
  });
}
