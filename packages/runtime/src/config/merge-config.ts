import { isRecord } from "../basics/is-record.ts";
import type { Config } from "./config-shape.ts";
import type { LoadedConfig } from "./load-config.ts";
import type { NarrowConfig } from "./narrow-config.ts";

type Options = LoadedConfig["options"];

/**
 * The person's settings with a repository's on top. Off beats on, lists of directories are joined, a name must pass both,
 * the person's values stay; and else the project's setting counts.
 */
export function mergeConfig(person: Config, repository: NarrowConfig): Options {
  const { $schema, overrides = [], include = [], mcp, matching, ...own } = person;
  const { $schema: _, matching: __, overrides: rows = [], include: names = [], ...added } = repository;
  const off = Object.entries(added.providers ?? {}).filter(([, on]) => !on);
  return {
    ...own,
    ...added,
    ...lowest("enabled", person, repository),
    ...lowest("commands", person, repository),
    ...lowest("infer", person, repository),
    roots: [...(own.roots ?? []).map((path) => ({ path })), ...added.roots],
    links: [...(own.links ?? []), ...added.links],
    ignore: [...(own.ignore ?? []), ...(added.ignore ?? [])],
    providers: { ...own.providers, ...Object.fromEntries(off) },
    include,
    overrides,
    narrowing: { include: names, overrides: rows },
    config: filledUp(own.config ?? {}, added.config ?? {}),
  };
}

function lowest(key: "enabled" | "commands" | "infer", person: Config, repository: NarrowConfig): Options {
  return person[key] === false || repository[key] === false ? { [key]: false } : {};
}

type Values = Readonly<Record<string, unknown>>;

/** The person's values, and from the repository those of which the person said nothing. */
function filledUp(own: Values, added: Values): Values {
  const spoken = new Set(Object.keys(own).map(firstPart));
  const rest = Object.entries(added).flatMap(([key, value]): readonly (readonly [string, unknown])[] => {
    const mine = Object.hasOwn(own, key) ? own[key] : undefined;
    if (isRecord(mine) && isRecord(value)) return [[key, filledUp(mine, value)]];
    return spoken.has(firstPart(key)) ? [] : [[key, value]];
  });
  return Object.fromEntries([...Object.entries(own), ...rest]);
}

/** `a.b` is another way to write `b` inside `a`. */
function firstPart(key: string): string {
  return key.split(".", 1)[0] ?? key;
}
