import { planCatalog } from "../../packages/runtime/src/injection/catalog/plan-catalog.ts";
import { createRuntime } from "../../packages/runtime/src/runtime.ts";
import { fakePorts } from "../../packages/runtime/src/testing/fake-ports.ts";
import { skillMd } from "../../packages/runtime/src/testing/workshop.ts";
import { createScanner } from "../../packages/scanner/src/create-scanner.ts";
import { subjectOf } from "../../packages/scanner/testing/subject-of.ts";
import type { Prepare } from "./measure.ts";

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);

/** The name and description of a skill. */
type Describe = (at: number) => readonly [name: string, description: string];

const different: Describe = (at) => [
  `skill-${at}`,
  `Counts ${(at * 7919).toString(36)} herons of valley ${at}, and maps ${(at * 104_729).toString(36)}. Use when a count ends.`,
];
const equal: Describe = (at) => [
  `skill-${at}`,
  "Counts the tracks of herons in a valley. Use when a count ends.",
];
const repetitive: Describe = (at) => [`skill-${at}`, "word ".repeat(200)];

/** The catalog of some skills, in as many tokens for each. */
const catalog = (describe: Describe, each: number): Prepare => {
  return (count) => {
    const entries = numbers(count).map((at) => {
      const [name, description] = describe(at);
      return { name, description };
    });
    return () => planCatalog(entries, { budget: each * count });
  };
};

type Engine = Awaited<ReturnType<typeof createRuntime>>;

const library = (describe: Describe, use: (runtime: Engine) => unknown = () => undefined): Prepare => {
  return (count) => {
    const files = numbers(count).map((at) => {
      const [name, description] = describe(at);
      return [
        `/project/.agents/skills/${name}/SKILL.md`,
        skillMd({ name, description, triggers: [`count ${name}`] }, `# ${name}\n\nCount them.\n`),
      ];
    });
    const ports = fakePorts(Object.fromEntries(files));
    return async () => use(await createRuntime(ports, { trust: () => true }));
  };
};

/** What is done with many skills, or with many files of one. */
export const ITEMS: Readonly<Record<string, Prepare>> = {
  "a catalog of different skills": catalog(different, 20),
  "a catalog of equal skills": catalog(equal, 10),
  "a catalog of repetitive skills": catalog(repetitive, 40),
  "a catalog of names": catalog(different, 2),
  "a library of different skills": library(different),
  "a library of equal skills": library(equal),
  "a message to a library": library(different, (runtime) => runtime.match("count the herons of valley 7")),
  "a search in a library": library(different, (runtime) => runtime.search("herons")),
  "the first turn of a session": library(different, async (runtime) => {
    const session = await runtime.session();
    return session.turn({ messages: [{ role: "user", content: "/skill-1 count $skill-2" }] });
  }),
  "a scan of many files": (count) => {
    const files = numbers(count).map((at) => [`a${at}.sh`, `curl -o f${at} https://a${at}.dev\nsh f${at}\n`]);
    return () => createScanner().scan(subjectOf(Object.fromEntries(files)));
  },
};
