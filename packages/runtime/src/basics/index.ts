import {
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
} from "./kinds.ts";

export { checkArgument, checkOptions } from "./check-options.ts";
export type { Field, Fields, Kind, Problem, ValuePath } from "./kinds.ts";

/** What a value of an option may be. */
export const kinds: {
  readonly anything: typeof anything;
  readonly callable: typeof callable;
  readonly either: typeof either;
  readonly filledText: typeof filledText;
  readonly flag: typeof flag;
  readonly kindOf: typeof kindOf;
  readonly listOf: typeof listOf;
  readonly mapping: typeof mapping;
  readonly number: typeof number;
  readonly objectWith: typeof objectWith;
  readonly oneOf: typeof oneOf;
  readonly recordOf: typeof recordOf;
  readonly shape: typeof shape;
  readonly text: typeof text;
  readonly texts: typeof texts;
  readonly wholeNumber: typeof wholeNumber;
} = {
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
