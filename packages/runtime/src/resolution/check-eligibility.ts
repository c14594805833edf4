import { deepFreeze } from "../basics/freeze.ts";
import { compileGlob } from "../basics/globs.ts";
import type { Eligibility, Missing } from "../library.ts";
import type { Awaitable, Environment } from "../ports.ts";
import type { Requirements } from "../skill.ts";

/** What a skill's requirements are compared with. */
export interface EligibilityContext {
  readonly environment: Pick<Environment, "platform" | "variables" | "hasBinary" | "hasSecret">;
  /** The host's settings for `requires.config`. A dotted path must lead to a truthy value. */
  readonly config: Readonly<Record<string, unknown>>;
  /** Names of the tools that the host offers. If undefined, required tools are not checked. */
  readonly tools: readonly string[] | undefined;
}

const ELIGIBLE: Eligibility = deepFreeze({ eligible: true, missing: [] });

/** Compares a skill's requirements with what is available, with a hint for everything that is missing. */
export function checkEligibility(
  needs: Requirements | undefined,
  context: EligibilityContext,
): Awaitable<Eligibility> {
  return needs === undefined ? ELIGIBLE : compareNeeds(needs, context);
}

async function compareNeeds(needs: Requirements, context: EligibilityContext): Promise<Eligibility> {
  const { environment, config, tools } = context;
  const missing: Missing[] = [];
  const lacks = (kind: Missing["kind"], name: string, hint: string) => missing.push({ kind, name, hint });

  if (needs.os !== undefined && needs.os.length > 0 && !needs.os.includes(environment.platform)) {
    lacks("os", needs.os.join(", "), `runs on ${needs.os.join(", ")}; this is ${environment.platform}`);
  }
  for (const bin of needs.bins ?? []) {
    if (!(await environment.hasBinary(bin))) lacks("bins", bin, installHint(bin, needs));
  }
  if (
    needs.anyBins !== undefined &&
    needs.anyBins.length > 0 &&
    !(await hasOneOf(needs.anyBins, environment))
  ) {
    lacks("anyBins", needs.anyBins.join(" or "), `install one of ${needs.anyBins.join(", ")}`);
  }
  for (const variable of needs.env ?? []) {
    if (!environment.variables[variable] && environment.hasSecret?.(variable) !== true)
      lacks("env", variable, `set the environment variable ${variable}`);
  }
  for (const path of needs.config ?? []) {
    if (!valueAt(config, path)) lacks("config", path, `set "${path}" in the configuration`);
  }
  if (tools !== undefined) {
    const isOffered = (tool: string) =>
      tools.includes(tool) || (tool.includes("*") && tools.some(compileGlob(tool)));
    for (const tool of new Set(needs.tools?.map(toolOf))) {
      if (tool !== "" && !isOffered(tool)) lacks("tools", tool, `the host must offer the tool ${tool}`);
    }
    const present = (needs.absentTools ?? []).filter(isOffered);
    if (present.length > 0)
      lacks(
        "absentTools",
        present.join(", "),
        `a fallback: not needed while ${present.join(", ")} is available`,
      );
  }
  return missing.length === 0 ? ELIGIBLE : deepFreeze({ eligible: false, missing });
}

/** The tool that a rule is about: `Bash(git:*)` needs `Bash`, and `mcp__github__*` any tool of that server. */
function toolOf(rule: string): string {
  const open = rule.indexOf("(");
  return (open < 0 ? rule : rule.slice(0, open)).trim();
}

async function hasOneOf(
  bins: readonly string[],
  environment: EligibilityContext["environment"],
): Promise<boolean> {
  for (const bin of bins) if (await environment.hasBinary(bin)) return true;
  return false;
}

function installHint(bin: string, needs: Requirements): string {
  const ways = (needs.install ?? []).map((way) => way.label);
  return ways.length > 0
    ? `install ${bin}: ${ways.join(", or ")}`
    : `install ${bin} and make sure it is on the PATH`;
}

function valueAt(config: Readonly<Record<string, unknown>>, path: string): unknown {
  if (Object.hasOwn(config, path)) return config[path];
  let value: unknown = config;
  for (const key of path.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}
