import { nearestWord } from "../../basics/words.ts";
import type { KnowhowError } from "../../errors.ts";
import type { MissingNeed, RunNeed } from "../../run.ts";
import { scriptOf } from "./find-needs.ts";

/** A tool that the registry does not have. */
export function missingTool(name: string, known: Iterable<string>): MissingNeed {
  const near = nearestWord(name, known);
  return {
    kind: "tool",
    name,
    message: `the tool "${name}" is not available here`,
    hint:
      near === undefined
        ? "a host offers tools with `workflows.tools`; the command line has files, web pages and the servers of knowhow.json"
        : `did you mean "${near}"?`,
  };
}

/** Steps ask a model, and there is none. */
export const MISSING_MODEL: MissingNeed = {
  kind: "model",
  name: "model",
  message: "no model is available here",
  hint: "set KNOWHOW_MODEL for the command line, pass `model` to createRuntime, or run the skill inside an agent",
};

/** A secret input whose value is not known here. */
export function missingSecret(name: string): MissingNeed {
  return {
    kind: "secret",
    name,
    message: `the secret input "${name}" is not available here`,
    hint: "secrets are never stored: pass `workflows.secrets` to createRuntime, which finds them again",
  };
}

/** A script where no scripts are run. */
export function missingScripts(need: RunNeed): MissingNeed {
  const { skill, script } = scriptOf(need);
  return {
    kind: "script",
    name: need.name,
    message: `the script ${script} of "${skill}" is needed, and scripts are turned off here`,
    hint: "scripts need a sandbox, and the application must allow them",
  };
}

/** A program that a script is started with. */
export function missingProgram(program: string, need: RunNeed): MissingNeed {
  const { skill, script } = scriptOf(need);
  return {
    kind: "program",
    name: program,
    message: `${program}, which the script ${script} of "${skill}" needs, is not installed here`,
    hint: `install ${program}, then try again`,
  };
}

/** A script that cannot be run, for the reason that was thrown. */
export function missingScript(need: RunNeed, { code, message, hint }: KnowhowError): MissingNeed {
  const { skill } = scriptOf(need);
  if (code === "runtime.unknown-skill")
    return {
      kind: "skill",
      name: skill,
      message: `the skill "${skill}", whose script is needed, is not available here`,
      hint: "continue the run where the skill is, or install it here",
    };
  if (code === "security.content-changed")
    return {
      kind: "skill",
      name: skill,
      message: `the skill "${skill}" has changed since the run was started`,
      hint: "its script is run only as it was: restore that version, or cancel the run and start a new one",
    };
  return { kind: "script", name: need.name, message, ...(hint === undefined ? {} : { hint }) };
}
