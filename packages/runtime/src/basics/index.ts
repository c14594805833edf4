import {
  anything,
  callable,
  either,
  filledText,
  flag,
  type Kind,
  kindOf,
  listOf,
  mapping,
  number,
  objectWith,
  oneOf,
  recordOf,
  shape,
  text,
  texts,
  wholeNumber,
} from "./kinds.ts";

export { checkArgument, checkOptions } from "./check-options.ts";
export type { Field, Fields, Kind, Problem, ValuePath } from "./kinds.ts";

/** The kinds that options are checked against. */
export interface Kinds {
  readonly anything: Kind;
  readonly callable: Kind;
  readonly either: typeof either;
  readonly filledText: Kind;
  readonly flag: Kind;
  readonly kindOf: typeof kindOf;
  readonly listOf: typeof listOf;
  readonly mapping: Kind;
  readonly number: typeof number;
  readonly objectWith: typeof objectWith;
  readonly oneOf: typeof oneOf;
  readonly recordOf: typeof recordOf;
  readonly shape: typeof shape;
  readonly text: Kind;
  readonly texts: Kind;
  readonly wholeNumber: typeof wholeNumber;
}

export const kinds: Kinds = {
  anything,
  callable,
  either,
  filledText,
  flag,
  kindOf,
  listOf,
  mapping,
  number,
  objectWith,
  oneOf,
  recordOf,
  shape,
  text,
  texts,
  wholeNumber,
};
