import { afterEach, expect, it, vi } from "vitest";
import { makeSandbox, type Sandbox, skillText } from "../testing/sandbox.ts";

let sandbox: Sandbox | undefined;
afterEach(() => {
  vi.restoreAllMocks();
  sandbox?.remove();
});

/** As if a second passed between any two looks at the clock, and waiting for half a second took none. */
function hurry() {
  let now = Date.now();
  vi.spyOn(Date, "now").mockImplementation(() => {
    now += 1_000;
    return now;
  });
  const { setTimeout: wait } = globalThis;
  vi.spyOn(globalThis, "setTimeout").mockImplementation((work, milliseconds = 0) => {
    if (milliseconds !== 400) return wait(work, milliseconds);
    queueMicrotask(work);
    return wait(() => undefined, 0);
  });
}

it.each([
  [["match", "join my pdf files"], "matching…"],
  [["search", "pdf"], "searching…"],
  [["doctor"], "checking skills…"],
  [["overlaps"], "comparing skills…"],
  [["lint"], "checking: 1 of 2…"],
  [["validate"], "checking: 1 of 2…"],
  [["scan", "--all"], "scanning: 1 of 2…"],
  [["scan", "--all"], "storing verdicts: 1 of 2…"],
  [["eval"], "matching messages…"],
  [["eval"], "matching messages: 1 of 1…"],
])("`knowhow %j` says on a terminal what takes long, and nothing with --quiet", async (argv, said) => {
  sandbox = makeSandbox({
    "home/.knowhow/skills/pdf/SKILL.md": skillText("pdf", "Joins PDF files. Use when files become one."),
    "home/.knowhow/skills/pdf/eval_queries.json": '[{ "query": "join files", "should_trigger": true }]',
    "home/.knowhow/skills/weather/SKILL.md": skillText("weather", "Tells the weather of tomorrow."),
  });
  hurry();
  expect((await sandbox.runWith({ tty: true }, ...argv)).err).toContain(said);
  expect((await sandbox.runWith({ tty: true }, ...argv, "--quiet")).err).not.toContain("…");
});
