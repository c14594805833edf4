import { chmodSync, chownSync, existsSync, readdirSync, statSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { summariseSkill } from "../../format/summarise-skill.ts";
import { skillMd } from "../../testing/workshop.ts";
import { writeTree } from "../../testing/write-tree.ts";
import { createRuntime } from "../create-runtime.ts";
import { nodeHash } from "../node-hash.ts";
import { runDoctor } from "../run-doctor.ts";
import { fileIndexStore } from "./file-index-store.ts";

const SKILL = ".agents/skills/pdf/SKILL.md";
const isRoot = process.getuid?.() === 0;

/** An index leaves out files that have just changed. */
const SETTLE_MS = 150;

function place() {
  const tree = writeTree({
    [`home/${SKILL}`]: skillMd({ name: "pdf", description: "Reads PDF files." }),
    "work/a.txt": "",
    cache: { directory: true },
  });
  onTestFinished(tree.remove);
  const env = { KNOWHOW_CACHE_DIR: tree.at("cache"), PATH: "" };
  const options = { home: tree.at("home"), cwd: tree.at("work"), env };
  return { ...tree, options };
}

type Place = ReturnType<typeof place>;

/** Everything that the descriptions of skills reach. */
async function answers({ options, root }: Place): Promise<string> {
  const runtime = await createRuntime(options);
  const session = await runtime.session();
  const told = {
    list: runtime.library.list().map(({ name, description }) => [name, description]),
    catalog: await runtime.catalog(),
    turn: (await session.turn()).baseline,
    search: await runtime.search("poisoned"),
  };
  await runtime.close();
  return JSON.stringify(told).replaceAll(root, "");
}

/** Writes an index with a seal that is right and facts that fit the files, as anybody can who reads this code. */
async function forge({ at }: Place, description: string): Promise<void> {
  const path = at(`home/${SKILL}`);
  const { size, mtimeMs, ctimeMs, ino } = statSync(path);
  const text = skillMd({ name: "pdf", description });
  const names = { directoryName: "pdf", fileName: "SKILL.md" };
  const summary = summariseSkill(text, { ...names, hash: nodeHash, tokenizer: undefined });
  const root = at("home/.agents/skills");
  await fileIndexStore(at("cache")).save(root, new Map([[path, { size, mtimeMs, ctimeMs, ino, summary }]]));
}

/** What makes a cache one that somebody else may have written. */
const WEAKNESSES: Readonly<Record<string, (spot: Place) => void>> = {
  "everyone can write to the cache": ({ at }) => chmodSync(at("cache"), 0o777),
  "a group can write to the cache": ({ at }) => chmodSync(at("cache"), 0o770),
  "everyone can write to the index": ({ at }) => chmodSync(at("cache/index"), 0o777),
  "everyone can write to the file": ({ at }) => {
    for (const name of readdirSync(at("cache/index"))) chmodSync(at(`cache/index/${name}`), 0o666);
  },
  ...(isRoot
    ? {
        "another user owns the cache": ({ at }: Place) => chownSync(at("cache"), 4711, 4711),
        "another user owns the index": ({ at }: Place) => chownSync(at("cache/index"), 4711, 4711),
        "another user owns the file": ({ at }: Place) => {
          for (const name of readdirSync(at("cache/index"))) chownSync(at(`cache/index/${name}`), 4711, 4711);
        },
      }
    : {}),
};

describe.skipIf(process.platform === "win32")("U15 a forged index", () => {
  it("changes nothing that list, catalog, turn and search give, whatever makes it forgeable", async () => {
    const spot = place();
    const honest = await answers(spot);
    expect(honest).toContain("Reads PDF files.");
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.keys(WEAKNESSES)),
        fc.string({ minLength: 1, maxLength: 60 }).map((text) => `POISONED ${text.replace(/[^\w ]/g, "")}`),
        async (name, description) => {
          const forged = place();
          await forge(forged, description);
          await wait(SETTLE_MS);
          WEAKNESSES[name]?.(forged);
          expect(await answers(forged)).toBe(honest);
        },
      ),
      { numRuns: 10 },
    );
  });

  it("would be believed if only the user could have written it, so that the property means something", async () => {
    const spot = place();
    await forge(spot, "POISONED");
    await wait(SETTLE_MS);
    expect(await answers(spot)).toContain("POISONED");
  });

  it("is left alone, and a new one is started in the state directory", async () => {
    const spot = place();
    await forge(spot, "POISONED");
    await wait(SETTLE_MS);
    chmodSync(spot.at("cache"), 0o777);
    await answers(spot);
    const started = spot.at("home/.local/state/knowhow/cache/index");
    expect(existsSync(started) ? readdirSync(started).length : 0).toBeGreaterThan(0);
    expect(statSync(started).mode & 0o077).toBe(0);
    expect(await answers(spot)).not.toContain("POISONED");
  });

  it("is reported by doctor, which names the folder and the way out", async () => {
    const spot = place();
    const folders = async () => {
      const { checks } = await runDoctor(await createRuntime(spot.options), spot.options);
      return checks.find(({ check }) => check === "folders");
    };
    expect(await folders()).toMatchObject({ status: "ok", items: [] });
    chmodSync(spot.at("cache"), 0o777);
    expect(await folders()).toMatchObject({
      status: "warning",
      items: [
        {
          message: expect.stringContaining("can be written by other users; it is not used"),
          path: spot.at("cache"),
          hint: expect.stringContaining("KNOWHOW_CACHE_DIR"),
        },
      ],
    });
  });
});
