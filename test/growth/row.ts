/**
 * Functions by file and name, each called with a text. Where a function takes a text in several places, the name is followed
 * by the place: `format/parse-skill-md.ts parseSkillMd (frontmatter)`.
 */
export type GrowthTable = Readonly<Record<string, (text: string) => unknown>>;
