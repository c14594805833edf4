import { parseYaml } from "./parse-yaml.ts";
import { parsePlainYaml } from "./plain-yaml.ts";
import type { YamlReading } from "./problem.ts";

/** Parses the plain subset at once and leaves everything else to the full parser; both give the same. */
export function parseAnyYaml(source: string): YamlReading {
  const map = parsePlainYaml(source);
  return map === undefined ? parseYaml(source) : { map, problems: [] };
}
