import { type Approver, requestApproval } from "../approver.ts";
import { recordAction } from "../audit.ts";
import { canonicalJson } from "../basics/canonical-json.ts";
import { checkArgument, checkOptions } from "../basics/check-options.ts";
import type { JsonValue } from "../basics/copy-json.ts";
import { filledText } from "../basics/kinds.ts";
import { KnowhowError } from "../errors.ts";
import type { KnowhowEvent } from "../events.ts";
import { redactSecrets } from "../execution/run/redact-secrets.ts";
import { shownPackages, shownScript } from "../execution/scripts/shown-script.ts";
import type { AuditLog, AuditRecord, Awaitable, Hash } from "../ports.ts";
import type { RunScripts } from "../run.ts";
import type {
  FindVariable,
  SandboxContext,
  SandboxStatus,
  ScriptGrant,
  ScriptJobEnd,
  ScriptPlan,
  ScriptResult,
  ScriptRunner,
} from "../script.ts";
import type { OpenSkill } from "../serving/open-skill.ts";
import { countOutput } from "./count-output.ts";
import { listScripts } from "./list-scripts.ts";
import { maskOutput } from "./mask-output.ts";
import { type PreparedScript, planScript } from "./plan-script.ts";
import { findVariables, refuseImpossible } from "./refuse-impossible.ts";
import { DEFAULT_LIMITS, RUN_OPTIONS, type ScriptOptions, type ScriptRunOptions } from "./script-options.ts";

/** The scripts of skills: files under `scripts/`, which run in a sandbox. */
export interface RuntimeScripts {
  /** Paths of the files directly under `scripts/` of a skill, without modules that its other files import. */
  list(skill: string): Promise<readonly string[]>;
  /** What running a script would execute and use. Nothing is executed. */
  plan(skill: string, script: string, options?: ScriptOptions): Promise<ScriptPlan>;
  /**
   * Asks the user and runs a script. Throws if it may not or cannot be run; a script that fails is a result. Packages that
   * it needs are downloaded first, which is asked about separately.
   */
  run(skill: string, script: string, options?: ScriptRunOptions): Promise<ScriptResult>;
  /** Whether scripts can be run here, and what the sandbox cannot promise. Never throws. */
  status(): Promise<SandboxStatus>;
}

/** What running scripts needs. */
export interface ScriptsContext {
  readonly runner: ScriptRunner | undefined;
  /** Opens a skill for the model, through the gate. Throws if it is unknown. */
  open(skill: string): OpenSkill;
  readonly approver: Approver | undefined;
  readonly hash: Pick<Hash, "sha256">;
  readonly audit: AuditLog | undefined;
  readonly emit: (event: KnowhowEvent) => void;
  /** The variables of the host; default none. */
  readonly variable: FindVariable;
}

const NO_RUNNER = "this host has no sandbox for scripts";
const NO_SANDBOX = "scripts run in a sandbox: on Linux install bubblewrap (apt install bubblewrap)";

/** The scripts of a runtime, also for the steps of runs. */
export interface OpenedScripts extends RuntimeScripts {
  /** Scripts for steps, with what the host lets them use. Their questions are asked by the run. */
  steps(grant: ScriptGrant): RunScripts;
}

/** Makes sure that the user approved. Throws `scripts.refused` otherwise. */
type Permit = (kind: "script" | "install", what: JsonValue, plan: ScriptPlan) => Awaitable<void>;

/** Opens the scripts of a runtime. */
export function openScripts(context: ScriptsContext): OpenedScripts {
  const { runner, hash, audit } = context;

  const plan = (skill: string, script: string, options: ScriptRunOptions): Promise<PreparedScript> => {
    const { args = [], stdin, digest, folder, limits, offline } = options;
    const request = { script, args, stdin, digest, folder, limits: { ...DEFAULT_LIMITS, ...limits } };
    return planScript(context.open(skill), offline === true ? { ...request, hosts: [] } : request, {
      sandbox: runner?.id ?? "none",
      hash,
      hasProgram: async (name) => runner === undefined || (await runner.hasProgram(name)),
      hasPackages: async (packages) => runner !== undefined && (await runner.hasPackages(packages)),
    });
  };

  const execute = async (
    [skill, script, options]: readonly [string, string, ScriptRunOptions],
    permit: Permit,
    {
      row = {},
      say = context.emit,
    }: {
      readonly row?: Pick<AuditRecord, "run" | "session">;
      readonly say?: ((event: KnowhowEvent) => void) | undefined;
    } = {},
  ): Promise<ScriptResult> => {
    const { signal, onOutput } = options;
    signal?.throwIfAborted();
    const sandbox = await workingRunner(runner);
    const prepared = await plan(skill, script, options);
    const { plan: planned, interpreter, files, stdin } = prepared;
    const { hosts } = planned;
    await refuseImpossible(planned, sandbox);
    const variables = await findVariables(planned, context.variable);
    const named = { skill: planned.skill, script: planned.script };
    await permit("script", shownScript(planned), planned);
    for (const packages of planned.unprepared) {
      await permit("install", shownPackages(packages), planned);
      say({ type: "script.preparing", ...named, kind: packages.kind, packages: packages.packages.length });
      await sandbox.prepare(packages, { signal });
    }
    const about = { actor: "engine", skill: planned.skill, digest: planned.digest, ...row } as const;
    await recordAction(audit, {
      action: "skill.staged",
      ...about,
      detail: {
        script: planned.script,
        files: files.length,
        bytes: files.reduce((sum, { bytes }) => sum + bytes.length, 0),
      },
    });
    await recordAction(audit, {
      action: "script.started",
      ...about,
      detail: {
        script: planned.script,
        sandbox: sandbox.id,
        hosts: hosts.join(" "),
        variables: planned.variables.join(" "),
      },
    });
    say({ type: "script.started", ...named, sandbox: sandbox.id });
    const seen = countOutput((count) => say({ type: "script.output", ...named, ...count }));
    const lines = onOutput && maskOutput(variables, onOutput);
    const ended = await sandbox.run(
      {
        files,
        script: planned.script,
        interpreter,
        args: options.args ?? [],
        ...(stdin === undefined ? {} : { stdin }),
        variables,
        hosts,
        ...(planned.folder === undefined ? {} : { folder: planned.folder }),
        packages: planned.packages,
        limits: planned.limits,
      },
      {
        signal,
        onOutput: (chunk) => {
          seen(chunk);
          lines?.take(chunk);
        },
      },
    );
    lines?.end();
    const result = resultOf(planned, ended, { variables, sandbox: sandbox.id });
    const { status, exitCode } = result;
    say({
      type: "script.finished",
      ...named,
      status,
      ms: result.ms,
      ...(exitCode === undefined ? {} : { exitCode }),
    });
    await recordAction(audit, {
      action: "script.finished",
      ...about,
      detail: { script: planned.script, status: result.status, artifacts: result.artifacts.length },
    });
    return result;
  };

  return {
    list: async (skill) => {
      checkArgument("scripts.list", "skill", skill, filledText);
      return listScripts(context.open(skill));
    },
    status: async () => runner?.status() ?? { works: false, reason: NO_RUNNER, hint: NO_SANDBOX },
    plan: async (skill, script, options = {}) => {
      check("scripts.plan", skill, script, options);
      return (await plan(skill, script, options)).plan;
    },
    run: async (skill, script, options = {}) => {
      check("scripts.run", skill, script, options);
      return execute([skill, script, options], askUser(context, options));
    },
    steps: (grant) => ({
      plan: async ({ skill, script, ...call }) => (await plan(skill, script, { ...grant, ...call })).plan,
      check: async (planned) => {
        await refuseImpossible(planned, await workingRunner(runner));
        await findVariables(planned, context.variable);
      },
      run: async ({ skill, script, ...call }, approved, { run, session, emit, ...execution }) =>
        execute([skill, script, { ...grant, ...call, ...given(execution) }], onlyAs(approved), {
          row: { run, ...(session === undefined ? {} : { session }) },
          say: emit,
        }),
    }),
  };
}

function given({ signal, onOutput }: SandboxContext): Pick<ScriptRunOptions, "signal" | "onOutput"> {
  return {
    ...(signal === undefined ? {} : { signal }),
    ...(onOutput === undefined ? {} : { onOutput }),
  };
}

async function workingRunner(runner: ScriptRunner | undefined): Promise<ScriptRunner> {
  if (runner === undefined) throw new KnowhowError("scripts.no-sandbox", NO_RUNNER, { hint: NO_SANDBOX });
  const status = await runner.status();
  if (!status.works) throw new KnowhowError("scripts.no-sandbox", status.reason, { hint: status.hint });
  return runner;
}

/** Asks the user. */
function askUser({ hash, audit, approver }: ScriptsContext, options: ScriptRunOptions): Permit {
  return async (kind, what, { skill, script, digest }) => {
    const subject = `${skill}/${script}`;
    const reason =
      kind === "script"
        ? `the skill "${skill}" runs a script`
        : `${script} needs packages, which are downloaded`;
    const outcome = await requestApproval(
      { kind, subject, skill, arguments: what, reason },
      { approver: options.approver ?? approver, hash, signal: options.signal, audit, row: { digest } },
    );
    if (outcome.approved) return;
    throw new KnowhowError("scripts.refused", `${subject} needs the user's approval, and ${outcome.reason}`, {
      hint: "approve it in a terminal, or give the host an approver",
    });
  };
}

/** Permits exactly what the user approved before. */
function onlyAs(approved: ScriptPlan): Permit {
  const shown = new Set(
    [shownScript(approved), ...approved.unprepared.map(shownPackages)].map(canonicalJson),
  );
  return (_, what, { skill, script }) => {
    if (shown.has(canonicalJson(what))) return;
    throw new KnowhowError("scripts.refused", `${skill}/${script} is not what the user approved any more`, {
      hint: "start again, so that the user is asked again",
    });
  };
}

function check(entry: string, skill: unknown, script: unknown, options: unknown): void {
  checkArgument(entry, "skill", skill, filledText);
  checkArgument(entry, "script", script, filledText);
  checkOptions(entry, options, RUN_OPTIONS);
}

function resultOf(
  { skill, script }: ScriptPlan,
  ended: ScriptJobEnd,
  { variables, sandbox }: { readonly variables: Readonly<Record<string, string>>; readonly sandbox: string },
): ScriptResult {
  const { text } = redactSecrets(variables);
  const decode = (bytes: Uint8Array) => text(new TextDecoder().decode(bytes));
  const { code, signal, stopped, stdout, stderr, artifacts, folder, ms } = ended;
  return {
    skill,
    script,
    status: stopped !== undefined ? "stopped" : code === 0 ? "succeeded" : "failed",
    ...(code === undefined ? {} : { exitCode: code }),
    ...(signal === undefined ? {} : { signal }),
    ...(stopped === undefined ? {} : { stopped }),
    stdout: decode(stdout.bytes),
    stderr: decode(stderr.bytes),
    isCut: stdout.isCut || stderr.isCut,
    // Names are output, too.
    artifacts: artifacts.map((artifact) => ({ ...artifact, path: text(artifact.path) })),
    ...(folder === undefined ? {} : { folder }),
    sandbox,
    ms: Math.round(ms),
  };
}
