/** The checked values of one command line. */
export interface Arguments {
  readonly positionals: readonly string[];
  /** True if the switch was given. */
  has(name: string): boolean;
  /** The value of an option, the last one if it was repeated. */
  text(name: string): string | undefined;
  /** The value of an option that takes a whole number. */
  number(name: string): number | undefined;
  /** All values of an option. */
  list(name: string): readonly string[];
}

/** The value of an option as `parseArgs` of Node returns it. */
export type OptionValue = string | boolean | (string | boolean)[] | undefined;

/** Wraps what `parseArgs` of Node returns. */
export function readArguments(
  positionals: readonly string[],
  values: Readonly<Record<string, OptionValue>>,
): Arguments {
  const list = (name: string): readonly string[] => {
    const value = values[name];
    const all = Array.isArray(value) ? value : [value];
    return all.filter((item) => typeof item === "string");
  };
  return {
    positionals,
    has: (name) => values[name] === true,
    text: (name) => list(name).at(-1),
    number: (name) => {
      const text = list(name).at(-1);
      return text === undefined ? undefined : Number(text);
    },
    list,
  };
}
