import type { LibraryEntry, Rejection } from "../library.ts";
import { plainSkeletonOf, skeletonOf } from "../resolution/confusables.ts";
import { similarTo } from "../resolution/similar-names.ts";

const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const MAX_NAME = 64;
const RESERVED = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/;

/** Names that exist, and where. */
export interface TakenNames {
  readonly entries: readonly Pick<LibraryEntry, "skill">[];
  readonly rejections: readonly Pick<Rejection, "name" | "path">[];
}

/** Why a new skill cannot have this name; undefined if it can. */
export function nameProblem(name: string, { entries, rejections }: TakenNames): string | undefined {
  if (!NAME.test(name) || name.length > MAX_NAME)
    return `"${name.slice(0, MAX_NAME)}" is not a valid name: use at most ${MAX_NAME} lower-case letters, digits and single hyphens`;
  if (RESERVED.test(name)) return `"${name}" is a reserved name on Windows`;
  const known = [
    ...entries.map(({ skill }) => ({ name: skill.name, path: skill.path })),
    ...rejections.map((rejection) => ({ name: rejection.name, path: rejection.path })),
  ];
  for (const other of known) if (isSame(name, other.name)) return `the skill "${other.name}" already exists`;
  const alike = known.find((other) => looksLike(name, localName(other.name)));
  return alike === undefined
    ? undefined
    : `"${name}" looks like the existing skill "${alike.name}"; choose a name that cannot be confused with it`;
}

/** Also the name that a server's skill has without its label. */
function isSame(name: string, other: string): boolean {
  return [other, localName(other)].some((each) => skeletonOf(each) === name);
}

function localName(name: string): string {
  return name.slice(name.lastIndexOf(":") + 1);
}

/** True for names that a reader can take for each other: a hyphen and a plural make no difference. */
function looksLike(name: string, other: string): boolean {
  const plain = (text: string) => plainSkeletonOf(text).replaceAll("-", "").replace(/s$/, "");
  return plain(name) === plain(other) || similarTo(name, [other]).length > 0;
}
