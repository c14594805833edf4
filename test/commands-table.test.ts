import { describe, expect, it } from "vitest";
import { TABLE } from "../commands-test/table.mjs";
import { COMMANDS } from "../packages/cli/src/commands.ts";
import { allCommands } from "../packages/cli/src/table/find-command.ts";

describe("the table of calls that `npm run test:commands` tries", () => {
  const paths = allCommands(COMMANDS).map(({ path }) => path);

  it("has a row for every command of the command line, and no others", () => {
    const rows = new Set(TABLE.map(({ command }) => command));
    expect([...rows].sort()).toEqual([...paths].sort());
  });

  it("tries every command about runs with files and with PostgreSQL", () => {
    const isAboutRuns = (path: string) => /^(?:run|resume|runs|chain|worker)\b/.test(path);
    const stored = TABLE.filter(({ runs }) => runs === "postgres").map(({ command }) => command);
    const local = TABLE.filter(({ runs }) => runs === undefined).map(({ command }) => command);
    expect(new Set(stored)).toEqual(new Set(paths.filter(isAboutRuns)));
    expect(local).toEqual(expect.arrayContaining(paths.filter(isAboutRuns)));
  });
});
