import { parseYaml } from "./parse-yaml.ts";
import { parsePlainYaml } from "./plain-yaml.ts";
import type { YamlReading } from "./problem.ts";

/** Parses the plain subset directly and everything else with the full parser; both give the same result. */
export function parseAnyYaml(source: string): YamlReading {
  const map = parsePlainYaml(source);
  return map === undefined ? parseYaml(source) : { map, problems: [] };
}
