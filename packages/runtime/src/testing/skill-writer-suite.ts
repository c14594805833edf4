import { deepEqual, equal } from "node:assert/strict";
import type { ProposalFile, SkillWriter } from "../proposal.ts";

/** A writer, a directory that does not exist yet, and a way to look at it. */
export interface SkillWriterUnderTest {
  readonly writer: SkillWriter;
  readonly directory: string;
  /** Text of every file of the directory by path, with ` (x)` after the path if it can be executed; undefined without it. */
  read(): Promise<Readonly<Record<string, string>> | undefined>;
  /** Names of everything beside the directory, which must not stay. */
  beside(): Promise<readonly string[]>;
}

/** One rule that every `SkillWriter` keeps; `run` throws when it does not. */
export interface SkillWriterCase {
  readonly title: string;
  run(make: () => SkillWriterUnderTest): Promise<void>;
}

const file = (path: string, text: string, isExecutable = false): ProposalFile => ({
  path,
  bytes: new TextEncoder().encode(text),
  isExecutable,
});
const OLD = [file("SKILL.md", "old"), file("a/b/c.md", "c")];
const NEW = [file("SKILL.md", "new"), file("scripts/run.sh", "run", true)];

/** The contract of the `SkillWriter` port, as cases that any test runner can run. */
export const skillWriterSuite: readonly SkillWriterCase[] = [
  {
    title: "creates a directory with exactly these files",
    run: async (make) => {
      const { writer, directory, read, beside } = make();
      equal(await writer.replace({ id: "p-1", directory, files: OLD }), true);
      deepEqual(await read(), { "SKILL.md": "old", "a/b/c.md": "c" });
      deepEqual(await beside(), []);
    },
  },
  {
    title: "replaces a directory: other files are gone, and modes are kept",
    run: async (make) => {
      const { writer, directory, read, beside } = make();
      await writer.replace({ id: "p-1", directory, files: OLD });
      await writer.replace({ id: "p-2", directory, files: NEW });
      deepEqual(await read(), { "SKILL.md": "new", "scripts/run.sh (x)": "run" });
      deepEqual(await beside(), []);
    },
  },
  {
    title: "removes a directory, and a missing one without an error",
    run: async (make) => {
      const { writer, directory, read, beside } = make();
      await writer.replace({ id: "p-1", directory, files: OLD });
      await writer.replace({ id: "p-2", directory, files: undefined });
      await writer.replace({ id: "p-3", directory, files: undefined });
      equal(await read(), undefined);
      deepEqual(await beside(), []);
    },
  },
  {
    title: "changes nothing if it is not confirmed",
    run: async (make) => {
      const { writer, directory, read, beside } = make();
      await writer.replace({ id: "p-1", directory, files: OLD });
      equal(await writer.replace({ id: "p-2", directory, files: NEW, confirm: async () => false }), false);
      deepEqual(await read(), { "SKILL.md": "old", "a/b/c.md": "c" });
      deepEqual(await beside(), []);
    },
  },
  {
    title: "settles nothing if nothing was interrupted",
    run: async (make) => {
      const { writer, directory, read } = make();
      await writer.settle({ id: "p-1", directory });
      equal(await read(), undefined);
      await writer.replace({ id: "p-1", directory, files: OLD });
      await writer.settle({ id: "p-1", directory });
      deepEqual(await read(), { "SKILL.md": "old", "a/b/c.md": "c" });
    },
  },
];
