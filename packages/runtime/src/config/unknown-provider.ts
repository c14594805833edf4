import { nearestWord } from "../basics/words.ts";
import { type Diagnostic, diagnose } from "../diagnostics.ts";
import { PROFILES } from "../profiles/find-profile.ts";

/** Says that a key of `providers` switches nothing; undefined when some profile knows it. */
export function unknownProvider(
  key: string,
  place: { readonly path: string; readonly line: number },
): Diagnostic | undefined {
  const known = knownSwitches();
  // Servers are providers too (`mcp:acme`), under labels that the user chose.
  if (known.has(key) || /^mcp:./.test(key)) return undefined;
  const near = nearestWord(key, known);
  return diagnose("config.unknown-provider", `"providers" contains the unknown provider "${key}"`, {
    ...place,
    hint: near === undefined ? "docs/reference/providers.md lists the providers" : `did you mean "${near}"?`,
  });
}

/** `claude`, `claude:project`, `*:project` and so on, of every profile; also the directories that a file names itself. */
function knownSwitches(): ReadonlySet<string> {
  const rows = PROFILES.flatMap(({ discovery: { providers, custom } }) => [
    ...providers,
    custom,
    { id: custom.id, level: "project" },
  ]);
  return new Set(rows.flatMap(({ id, level }) => [id, `${id}:${level}`, `*:${level}`]));
}
