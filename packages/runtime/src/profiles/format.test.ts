import { expect, test } from "vitest";
import { createRuntime } from "../runtime.ts";
import { fakePorts } from "../testing/fake-ports.ts";

/** Where each profile looks for the skill. */
const ROOTS = {
  agentskills: "/project/.agents/skills",
  metis: "/project/.metis/skills",
  autopoiesis: "/project/skills",
  aios: "/project/skills",
  pisces: "/project/.pisces/skills",
} as const;
type ProfileName = keyof typeof ROOTS;
const LENIENT = ["agentskills", "autopoiesis", "aios", "pisces"] as const;
const ALL = ["metis", ...LENIENT] as const;

/** What a profile makes of a text in the directory `pdf`: the skill, if any, and the codes of what it reports. */
async function read(profile: ProfileName, text: string, file = "SKILL.md") {
  const ports = fakePorts({ [`${ROOTS[profile]}/pdf/${file}`]: text });
  const { library } = await createRuntime(ports, { profile, trust: () => true });
  const codes = library.diagnostics.map(({ severity, code }) => `${severity} ${code}`);
  return { skill: library.list()[0], codes };
}

const skill = (lines: string) => `---\n${lines}\n---\nDo it.\n`;

test.each(ALL)("P1 F1 %s reads lines that end with CRLF", async (profile) => {
  const text = skill("name: pdf\ndescription: Reads files.").replaceAll("\n", "\r\n");
  expect(await read(profile, text)).toMatchObject({ skill: { name: "pdf" }, codes: [] });
});

test.each(ALL)("P1 F2 %s reads YAML 1.2, in which yes is a string", async (profile) => {
  const { skill: found, codes } = await read(profile, skill("name: pdf\ndescription: yes"));
  expect(found?.description).toBe("yes");
  expect(codes).toEqual([]);
});

test.each(ALL)("P1 F4 %s keeps scalars of metadata as they are written", async (profile) => {
  const text = skill("name: pdf\ndescription: d\nmetadata: {version: 1.10, draft: true}");
  expect((await read(profile, text)).skill?.metadata).toEqual({ version: "1.10", draft: "true" });
});

test.each(
  ALL,
)("P1 F3 %s separates allowed-tools at commas and spaces outside parentheses", async (profile) => {
  const text = skill("name: pdf\ndescription: d\nallowed-tools: Read, Grep Bash(git diff:*)");
  const { skill: found, codes } = await read(profile, text);
  expect(found?.allowedTools).toEqual(["Read", "Grep", "Bash(git diff:*)"]);
  expect(codes).toEqual(profile === "metis" ? [] : ["warning format.allowed-tools-commas"]);
});

test.each(LENIENT)("P1 F3 %s warns about broken rules and loads the skill", async (profile) => {
  const text = skill(`name: My PDF\ndescription: ${"d".repeat(1_025)}\ncompatibility: ${"c".repeat(501)}`);
  const { skill: found, codes } = await read(profile, text);
  expect(found?.name).toBe("My PDF");
  expect(codes).toEqual(
    expect.arrayContaining([
      "warning format.name-uppercase",
      "warning format.name-mismatch",
      "warning format.description-length",
      "warning format.compatibility-length",
    ]),
  );
  expect((await read("metis", text)).skill).toBeUndefined();
});

test.each(LENIENT)("P1 F3 %s repairs an unquoted colon and reads a number as a string", async (profile) => {
  const { skill: found, codes } = await read(profile, skill("name: 7\ndescription: Use when: now"));
  expect(found).toMatchObject({ name: "7", description: "Use when: now" });
  expect(codes).toEqual(
    expect.arrayContaining(["warning format.yaml-repaired", "warning format.field-coerced"]),
  );
});

test.each(
  LENIENT.flatMap((profile) =>
    ["a/b", "a\\b", "a:b", "a\u200bb", "n".repeat(257)].map((name) => [profile, name] as const),
  ),
)("P1 F11 %s uses the directory's name instead of %j", async (profile, name) => {
  const { skill: found, codes } = await read(profile, skill(`name: ${JSON.stringify(name)}\ndescription: d`));
  expect(found?.name).toBe("pdf");
  expect(codes).toContain("warning format.name-unsafe");
});

test("P1 F3 a name is required by metis, autopoiesis and aios, a description by all but autopoiesis", async () => {
  const loads = async (text: string) => {
    const found = await Promise.all(ALL.map(async (profile) => [profile, (await read(profile, text)).skill]));
    return found.flatMap(([profile, loaded]) => (loaded === undefined ? [] : [profile]));
  };
  expect(await loads(skill("name: pdf\ndescription: d"))).toEqual([...ALL]);
  expect(await loads(skill("description: d"))).toEqual(["agentskills", "pisces"]);
  expect(await loads(skill("name: pdf"))).toEqual(["autopoiesis"]);
});

test("P1 F1 only agentskills and aios read skill.md, with a warning", async () => {
  const text = skill("name: pdf\ndescription: d");
  for (const profile of ALL) {
    const { skill: found, codes } = await read(profile, text, "skill.md");
    const accepts = profile === "agentskills" || profile === "aios";
    expect([profile, found?.name]).toEqual([profile, accepts ? "pdf" : undefined]);
    if (accepts) expect(codes).toContain("warning format.file-name");
  }
});

test("P1 F6 F13 autopoiesis reads tags as a list or a string, in metadata and at the top level", async () => {
  for (const lines of ["metadata: {tags: [a, b]}", 'metadata: {tags: "a, b"}', "tags: [a, b]"])
    expect((await read("autopoiesis", skill(`name: pdf\n${lines}`))).skill?.fields.tags).toEqual(["a", "b"]);
});

test("P1 M8 pisces reads globs as a list or a string, and alwaysApply as a word", async () => {
  const fields = async (lines: string) =>
    (await read("pisces", skill(`name: pdf\ndescription: d\n${lines}`))).skill?.fields;
  expect(await fields("globs: ['*.a', '*.b']\nalwaysApply: true")).toEqual(
    await fields("globs: '*.a, *.b'\nalwaysApply: 'yes'"),
  );
});
