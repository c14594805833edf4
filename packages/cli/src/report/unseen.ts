import type { UnseenInRoot, UnseenReason } from "@knowhow/runtime";
import { count } from "../terminal/words.ts";

const WHERE: Readonly<Record<UnseenReason, string>> = {
  deep: "too deep",
  hidden: "in hidden directories",
  nested: "inside of other skills",
  misspelt: "not spelt SKILL.md",
};

/** Number of paths that are named. */
const EXAMPLES = 2;

/** One line about files that exist and are not used. */
export function unseenNote({ root, reason, count: files, more, paths }: UnseenInRoot): string {
  const shown = paths.slice(0, EXAMPLES).map((path) => path.slice(root.length + 1));
  const rest = files > shown.length ? ", …" : "";
  const number = `${more === true ? "at least " : ""}${count(files, "SKILL.md is", "SKILL.md files are")}`;
  return `${number} ${WHERE[reason]} (${shown.join(", ")}${rest})`;
}
