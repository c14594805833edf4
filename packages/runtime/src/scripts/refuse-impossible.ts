import { KnowhowError } from "../errors.ts";
import type { FindVariable, ScriptPlan, ScriptRunner } from "../script.ts";

/** Refuses before anybody is asked. */
export async function refuseImpossible(
  { skill, script, missing, hosts }: ScriptPlan,
  sandbox: ScriptRunner,
): Promise<void> {
  const [program] = missing;
  if (program !== undefined)
    throw new KnowhowError(
      "scripts.no-interpreter",
      `${script} of "${skill}" needs ${program}, which is not installed`,
      {
        hint: `install ${program}, then try again`,
      },
    );
  const wrong = hosts.find((host) => !isDomain(host));
  if (wrong !== undefined)
    throw new KnowhowError(
      "scripts.sandbox-refused",
      `"${skill}" asks for ${JSON.stringify(wrong)}, which is no host`,
      {
        hint: "a skill declares domains, such as api.example.com or *.example.com",
      },
    );
  const filter = hosts.length === 0 ? undefined : await sandbox.filtersHosts();
  if (filter?.works === false)
    throw new KnowhowError(
      "scripts.sandbox-refused",
      `"${skill}" asks for ${hosts.join(", ")}, and the sandbox here has no network: ${filter.reason}`,
      { hint: `run it without a network (\`offline: true\`, \`--offline\`), or: ${filter.hint}` },
    );
}

/** A domain, or all domains below one; never all domains of the world, and no address, which says nothing about who answers. */
function isDomain(host: string): boolean {
  const isAll = host.startsWith("*.");
  const labels = (isAll ? host.slice(2) : host).split(".");
  const isName = host.length <= 253 && labels.every((label) => /^[a-z0-9_-]{1,63}$/i.test(label));
  const isAddress = /^(\d+|0x[0-9a-f]*)$/i.test(labels.at(-1) ?? "");
  return isName && !isAddress && labels.length >= (isAll ? 2 : 1);
}

/** The values of the declared variables, or the first that is missing. */
export async function findVariables(
  { skill, variables }: ScriptPlan,
  find: FindVariable,
): Promise<Readonly<Record<string, string>>> {
  const values: Record<string, string> = {};
  for (const name of variables) {
    const value = await find(name, skill);
    if (value === undefined)
      throw new KnowhowError("scripts.missing-variable", `"${skill}" needs the variable ${name}`, {
        hint: `set ${name} in the environment, or store it: \`knowhow secret set ${name}\``,
      });
    values[name] = value;
  }
  return values;
}
