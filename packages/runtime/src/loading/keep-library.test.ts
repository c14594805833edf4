import { readFileSync, utimesSync } from "node:fs";
import { describe, expect, onTestFinished, test } from "vitest";
import { nodeFiles } from "../node/files/node-files.ts";
import { nodeEnvironment } from "../node/node-environment.ts";
import { nodeHash } from "../node/node-hash.ts";
import { createRuntime } from "../runtime.ts";
import { openWorkshop, skillMd } from "../testing/workshop.ts";

const USER = "home/.agents/skills";
const PAST = new Date("2026-01-01T00:00:00.500Z");

/** A runtime whose reads of files are counted; the skills were written long ago. */
async function open(names: readonly string[]) {
  const workshop = openWorkshop(
    Object.fromEntries(
      names.map((name) => [`${USER}/${name}/SKILL.md`, skillMd({ name, description: `Does ${name}.` })]),
    ),
  );
  onTestFinished(workshop.close);
  const real = nodeFiles();
  const read: string[] = [];
  const files = {
    ...real,
    readText: (...given: Parameters<typeof real.readText>) => {
      const directory = given[0].split("/").at(-2) ?? "";
      if (names.includes(directory)) read.push(directory);
      return real.readText(...given);
    },
  };
  // The clock is ahead, so that what was just written counts as written long ago.
  const environment = {
    ...nodeEnvironment({ cwd: workshop.at("work"), home: workshop.at("home"), variables: {} }),
    now: () => Date.now() + 60_000,
  };
  const runtime = await createRuntime({ files, environment, hash: nodeHash });
  return { ...workshop, runtime, read };
}

describe("a reload", () => {
  test("D8 reads only the file that changed, and keeps the other skills as they are", async () => {
    const { runtime, read, write } = await open(["a", "b", "c"]);
    const before = runtime.library;
    expect(read.sort()).toEqual(["a", "b", "c"]);
    read.length = 0;
    write({ [`${USER}/b/SKILL.md`]: skillMd({ name: "b", description: "Does something else." }) });
    const after = await runtime.reload();
    expect(read).toEqual(["b"]);
    expect(after.get("b")?.description).toBe("Does something else.");
    expect([after.get("a") === before.get("a"), after.get("c") === before.get("c")]).toEqual([true, true]);
  });

  test("D8 R4 gives the same library when nothing changed, and reads nothing", async () => {
    const { runtime, read } = await open(["a", "b"]);
    const before = runtime.library;
    read.length = 0;
    expect(await runtime.reload()).toBe(before);
    expect(read).toEqual([]);
  });

  test("D8 R4 equals a fresh load of the same files", async () => {
    const { runtime, write, start } = await open(["a", "b", "c"]);
    write({ [`${USER}/b/SKILL.md`]: skillMd({ name: "b", description: "Other." }, "Other body.\n") });
    const reloaded = await runtime.reload();
    const fresh = (await start()).library;
    expect([reloaded.equals(fresh), reloaded.isSame(fresh)]).toEqual([true, true]);
    expect([reloaded.fingerprint, reloaded.id]).toEqual([fresh.fingerprint, fresh.id]);
  });

  test("D8 notices a changed body whose size and modification time are the old ones", async () => {
    const { runtime, at, write } = await open(["a"]);
    const path = `${USER}/a/SKILL.md`;
    utimesSync(at(path), PAST, PAST);
    const before = await runtime.reload();
    write({ [path]: readFileSync(at(path), "utf8").replace("step by step", "STEP BY STEP") });
    utimesSync(at(path), PAST, PAST);
    const after = await runtime.reload();
    expect(after.get("a")?.version).not.toBe(before.get("a")?.version);
  });
});
