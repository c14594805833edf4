import { rmSync, symlinkSync } from "node:fs";
import { describe, expect, onTestFinished, test } from "vitest";
import { openWorkshop, skillMd } from "../../testing/workshop.ts";

const OURS = "work/.agents/skills/ours";

function open() {
  const workshop = openWorkshop({
    "work/.git": { directory: true },
    [`${OURS}/SKILL.md`]: skillMd({ name: "ours", description: "Ours." }),
    [`${OURS}/scripts/run.sh`]: "echo hello\n",
    [`${OURS}/node_modules/x/index.js`]: "1\n",
    [`${OURS}/.git/hooks/run`]: "echo hook\n",
    "work/lib/run.sh": "echo outside\n",
  });
  onTestFinished(workshop.close);
  symlinkSync("scripts/run.sh", workshop.at(`${OURS}/run.sh`));
  return { ...workshop, start: () => workshop.start({ trust: () => undefined }) };
}

describe("a decision about a skill", () => {
  test.each([
    ["a script", { [`${OURS}/scripts/run.sh`]: "echo other\n" }],
    ["a dependency", { [`${OURS}/node_modules/x/index.js`]: "2\n" }],
    ["a hidden folder", { [`${OURS}/.git/hooks/run`]: "echo other\n" }],
    ["a new file in a skipped folder", { [`${OURS}/.git/hooks/new`]: "echo new\n" }],
  ])("T3 ends when %s changes", async (_what, change) => {
    const { start, write } = open();
    const runtime = await start();
    await runtime.trust.decide("ours", "trusted");
    expect((await runtime.reload()).entry("ours")?.state).toBe("on");
    write(change);
    expect((await runtime.reload()).entry("ours")?.state).toBe("pending");
  });

  test("T3 ends when a link inside the skill leads to another file", async () => {
    const { start, at, write } = open();
    const runtime = await start();
    await runtime.trust.decide("ours", "trusted");
    write({ [`${OURS}/scripts/other.sh`]: "echo hello\n" });
    rmSync(at(`${OURS}/scripts/other.sh`));
    rmSync(at(`${OURS}/run.sh`));
    symlinkSync("node_modules/x/index.js", at(`${OURS}/run.sh`));
    expect((await runtime.reload()).entry("ours")?.state).toBe("pending");
  });

  test("T3 cannot be made while a link leads out of the skill, because that content is not covered", async () => {
    const { start, at } = open();
    symlinkSync("../../../lib/run.sh", at(`${OURS}/out.sh`));
    const runtime = await start();
    await expect(runtime.trust.decide("ours", "trusted")).rejects.toMatchObject({
      code: "runtime.no-digest",
      message: expect.stringContaining("leads out of the skill"),
    });
    expect(runtime.library.entry("ours")?.state).toBe("pending");
  });

  test("T3 shows everything that it covers before it is made", async () => {
    const { files } = await (await open().start()).trust.inspect("ours");
    expect(files.map(({ path }) => path)).toEqual([
      ".git/hooks/run",
      "node_modules/x/index.js",
      "run.sh",
      "scripts/run.sh",
    ]);
  });

  test.each([
    ["decide", ["ours", "refuse"], "`state` must be one of"],
    ["decide", ["ours", "trusted", { digset: "0" }], '`digset` is an unknown option; did you mean "digest"?'],
    ["decide", ["ours", "trusted", { by: "level" }], "`by` must be one of"],
    ["inspect", ["ours", { pth: "x" }], '`pth` is an unknown option; did you mean "path"?'],
    ["revoke", ["ours", { pth: "x" }], '`pth` is an unknown option; did you mean "path"?'],
  ] as const)("T3 trust.%s refuses %j and changes nothing", async (method, args, message) => {
    const { trust } = await (await open()).start();
    await trust.decide("ours", "refused");
    await expect(Reflect.apply(trust[method], trust, args)).rejects.toMatchObject({
      code: "runtime.bad-option",
      message: expect.stringContaining(message),
    });
    expect(await trust.list()).toMatchObject([{ state: "refused" }]);
  });
});
