import type { JsonValue } from "../../basics/copy-json.ts";
import type { MissingNeed, RunTool } from "../../run.ts";
import type { ScriptPlan } from "../../script.ts";
import type { Step } from "../../workflow.ts";

/** What a run would do, as far as it is known before it starts. */
export interface RunPlan {
  readonly skill: string;
  readonly steps: readonly PlannedStep[];
  /** Paths of the steps that change something. */
  readonly writes: readonly string[];
  /** Names of all skills that take part, the entry first. */
  readonly skills: readonly string[];
  /** What steps need and what is missing here: such a run is refused. */
  readonly missing: readonly MissingNeed[];
  /** What is missing for steps that may be skipped or may fail: such a run is started. */
  readonly notes: readonly MissingNeed[];
}

/** One step of a plan. Parts of templates that depend on earlier outputs are shown as written. */
export interface PlannedStep {
  /** Ids of the steps that lead to it: `review/tasks`. An item of a loop has its index: `notes[0]`. */
  readonly path: string;
  readonly kind: Step["action"]["kind"];
  /** Name of the tool, the skill or the script. */
  readonly name?: string;
  /** What a script would execute and use, if the host runs scripts. */
  readonly script?: PlannedScript;
  /** The text of a prompt, a question or a wait. */
  readonly text?: string;
  /** Arguments of the call. */
  readonly with?: JsonValue;
  readonly key?: string;
  readonly if?: string;
  readonly for?: string;
  /** Steps whose outputs it depends on. */
  readonly dependsOn: readonly string[];
  /** `unknown`: the tool is not known, and the step does not say. */
  readonly effect: "read" | "write" | "unknown";
  /** True if it needs a person. */
  readonly asks: boolean;
  /** Arguments that will have text from outside; `text` is that of a prompt or a question. */
  readonly outside: readonly string[];
  /** Skills whose lists of tools must all allow the call, outermost first. */
  readonly scope: readonly string[];
  /** The reason why the tool cannot be called. */
  readonly denied?: string;
  /** True for a step that never runs with these inputs. */
  readonly skipped: boolean;
  /** The steps of a group or of the skill that it calls. */
  readonly steps?: readonly PlannedStep[];
  /** The items of a loop whose list is known, up to a limit. */
  readonly items?: readonly PlannedStep[];
  /** Number of items that are not listed. */
  readonly moreItems?: number;
}

/** What a script would execute and use. */
export type PlannedScript =
  | (Pick<ScriptPlan, "command" | "variables" | "hosts" | "missing"> & {
      readonly folder?: ScriptPlan["folder"];
      /** Packages that the script needs. */
      readonly packages: readonly string[];
    })
  /** Why it cannot be run. */
  | { readonly problem: string };

export interface RunPlanOptions {
  /** What is known about the script of a skill. */
  readonly scripts?: ((skill: string, script: string) => PlannedScript | undefined) | undefined;
  readonly tools?: readonly Pick<RunTool, "name" | "sideEffects" | "outside">[] | undefined;
  /** Milliseconds since 1970, for `now()` in templates. Default 0. */
  readonly now?: number | undefined;
}
