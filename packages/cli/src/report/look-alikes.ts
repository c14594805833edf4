import type { SkillLibrary } from "@knowhow/runtime";

/** What the library says about names that can be confused with this one. */
export function lookAlikesOf(name: string, library: SkillLibrary): readonly string[] {
  const quoted = `"${name}"`;
  const same = library.diagnostics.flatMap(({ code, message }) =>
    code === "resolution.look-alike" && message.includes(quoted) ? [message] : [],
  );
  const similar = library.similarNames(name).map(({ other }) => `the name can be taken for "${other}"`);
  return [...same, ...similar];
}
