import { formatCount, nearestWord } from "../../../basics/words.ts";
import type { BuiltIn } from "../filters/built-in.ts";
import { meant, SourceProblem } from "./source-problem.ts";
import type { Expression, Given } from "./syntax.ts";

/** The arguments in the order of the parameters; undefined for those that are not given. */
export function bindArguments(
  spec: Pick<BuiltIn<unknown>, "parameters" | "required" | "rest">,
  given: Given,
  { what, at }: { what: string; at: number },
): readonly (Expression | undefined)[] {
  const { parameters, required = 0, rest = false } = spec;
  if (!rest && given.positional.length > parameters.length)
    throw new SourceProblem(
      at,
      `${what} takes ${parameters.length === 0 ? "no arguments" : `at most ${formatCount(parameters.length, "argument")}`}`,
    );
  const bound: (Expression | undefined)[] = parameters.map((_, index) =>
    rest ? undefined : given.positional[index],
  );
  for (const { name, value, at: place } of given.named) {
    const index = parameters.indexOf(name);
    if (index < 0)
      throw new SourceProblem(
        place,
        `${what} has no parameter "${name}"${meant(nearestWord(name, parameters))}`,
      );
    if (bound[index] !== undefined) throw new SourceProblem(place, `"${name}" is given twice`);
    bound[index] = value;
  }
  for (const [index, name] of parameters.slice(0, required).entries())
    if (bound[index] === undefined) throw new SourceProblem(at, `${what} needs the argument "${name}"`);
  while (bound.length > 0 && bound.at(-1) === undefined) bound.pop();
  if (!rest || given.positional.length === 0) return bound;
  return [...parameters.map((_, index) => bound[index]), ...given.positional];
}
