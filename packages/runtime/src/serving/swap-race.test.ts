import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createRuntime } from "../node/create-runtime.ts";
import { skillMd } from "../testing/workshop.ts";
import { writeTree } from "../testing/write-tree.ts";

const READS = 400;

/** Swaps directories for links to a foreign one, and back, until it is ended. */
const SWAPPER = `
const { renameSync, symlinkSync, unlinkSync } = require("node:fs");
const [root] = process.argv.slice(1);
const swap = (place, target) => {
  renameSync(root + place, root + "/aside");
  symlinkSync(root + target, root + place);
  for (let turn = 0; turn < 200; turn += 1);
  unlinkSync(root + place);
  renameSync(root + "/aside", root + place);
};
let told = false;
setInterval(() => {
  for (let turn = 0; turn < 10; turn += 1) {
    swap("/skills/pdf", "/outside");
    swap("/skills/pdf/references", "/outside/references");
  }
  if (!told) process.stdout.write("swapping");
  told = true;
}, 1);
process.stdin.on("end", () => process.exit()).resume();
`;

test.skipIf(process.platform !== "linux")(
  "T5 U16 no read gives a foreign byte while another process swaps directories for links",
  { timeout: 60_000 },
  async () => {
    const description = "Reads PDF files.";
    const tree = writeTree({
      "skills/pdf/SKILL.md": skillMd({ name: "pdf", description }, "own\n"),
      "skills/pdf/references/a.md": "own",
      "outside/SKILL.md": skillMd({ name: "pdf", description }, "FOREIGN\n"),
      "outside/references/a.md": "FOREIGN",
      "outside/references/secret.md": "FOREIGN",
    });
    const runtime = await createRuntime({
      roots: [tree.at("skills")],
      providers: false,
      config: false,
      cache: false,
      decisions: false,
    });
    const skill = runtime.library.get("pdf");
    if (skill === undefined) throw new Error("no skill");
    const swapper = spawn(process.execPath, ["-e", SWAPPER, tree.root], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    try {
      await once(swapper.stdout, "data");
      const session = await runtime.session();
      const seen = { own: 0, refused: 0 };
      const take = async (ask: () => Promise<unknown>): Promise<void> => {
        const said = JSON.stringify(await ask().catch((error: Error) => `refused: ${error.message}`));
        expect(said).not.toMatch(/FOREIGN|secret\.md/);
        if (said.includes("own")) seen.own += 1;
        else seen.refused += 1;
      };
      for (let count = 0; count < READS; count += 1) {
        await take(async () => (await runtime.open(skill).text()).text);
        await take(() => runtime.open(skill, { audience: "user" }).read({ path: "references/a.md" }));
        if (count % 20 === 0) {
          await take(async () => (await runtime.open(skill).files()).value);
          await take(() => session.call("skill_read", { name: "pdf", path: "references/a.md" }));
        }
        // Lets the pipe of the child, and the runner, breathe.
        if (count % 100 === 0) await new Promise((done) => setImmediate(done));
      }
      expect(seen.own + seen.refused).toBe(READS * 2 + (READS / 20) * 2);
      expect(swapper.exitCode).toBeNull();
    } finally {
      swapper.stdin.end();
      await once(swapper, "exit");
    }
    expect(readFileSync(tree.at("skills/pdf/references/a.md"), "utf8")).toBe("own");
    // A session loads the library again, and may have found the skill missing.
    await runtime.reload();
    expect(await runtime.read("pdf")).toMatchObject({ body: expect.stringContaining("own") });
    tree.remove();
  },
);
