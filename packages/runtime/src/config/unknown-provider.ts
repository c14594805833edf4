import { nearestWord } from "../basics/words.ts";
import { type Diagnostic, diagnose } from "../diagnostics.ts";
import { PROFILES } from "../profiles/find-profile.ts";
import { AGENT_PROVIDER } from "./agent-provider.ts";

/** The problem of a key of `providers` that no profile knows; undefined if it is valid. */
export function unknownProvider(
  key: string,
  place: { readonly path: string; readonly line: number },
): Diagnostic | undefined {
  const known = knownSwitches();
  // Servers are providers too (`mcp:acme`), with labels chosen by the user.
  if (known.has(key) || /^mcp:./.test(key)) return undefined;
  const near = nearestWord(key, known);
  return diagnose("config.unknown-provider", `"providers" contains the unknown provider "${key}"`, {
    ...place,
    hint: near === undefined ? `expected one of ${plainIds(known)}, or mcp:LABEL` : `did you mean "${near}"?`,
  });
}

/** The providers without their levels. */
function plainIds(known: ReadonlySet<string>): string {
  return [...known].filter((key) => !key.includes(":")).join(", ");
}

/** `claude`, `claude:project`, `*:project` and so on, for every profile and for the directories that a file names. */
function knownSwitches(): ReadonlySet<string> {
  const agent = { id: AGENT_PROVIDER, level: "agent" };
  const rows = PROFILES.flatMap(({ discovery: { providers, custom } }) => [
    ...providers,
    custom,
    { id: custom.id, level: "project" },
  ]);
  return new Set([...rows, agent].flatMap(({ id, level }) => [id, `${id}:${level}`, `*:${level}`]));
}
