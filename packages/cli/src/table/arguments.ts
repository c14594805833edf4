/** The values of one command line, after parsing and checking. */
export interface Arguments {
  readonly positionals: readonly string[];
  /** True when the switch was given. */
  has(name: string): boolean;
  /** The value of an option, the last one when it was given twice. */
  text(name: string): string | undefined;
  /** The value of an option that takes a whole number. */
  number(name: string): number | undefined;
  /** All values of an option. */
  list(name: string): readonly string[];
}

/** What `parseArgs` gives for an option. */
export type OptionValue = string | boolean | (string | boolean)[] | undefined;

/** Gives the values names and types. */
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
