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
export const kinds = {
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
} as const;
