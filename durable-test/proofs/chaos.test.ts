import { deepEqual, equal, ok } from "node:assert/strict";
import { test } from "node:test";
import { dbos, knowhow } from "../chaos/engines.ts";
import { type ChaosPlan, runChaos } from "../chaos/run-chaos.ts";

const SHORT: ChaosPlan = {
  runs: 40,
  lastsMs: 15_000,
  restarts: 2,
  kills: 3,
  silentMs: 5_000,
  deadAfterMs: 3_000,
  settleMs: 60_000,
};

const LONG: ChaosPlan = {
  runs: 400,
  lastsMs: 150_000,
  restarts: 10,
  kills: 12,
  silentMs: 60_000,
  deadAfterMs: 10_000,
  settleMs: 180_000,
};

const isLong = process.env.KNOWHOW_TEST_LONG === "1";
const plan = isLong ? LONG : SHORT;

test(`X9 of ${plan.runs} runs all end or ask, and none writes twice, while connections, the server, the network and workers fail`, {
  timeout: 600_000,
}, async () => {
  const figures = await runChaos(knowhow, plan);
  process.stdout.write(`# ${JSON.stringify(figures)}\n`);
  ok(figures.cuts > 0);
  equal(figures.ended + figures.asked, plan.runs);
  deepEqual(figures.lost, {});
  equal(figures.doubled, 0);
  equal(figures.omitted, 0);
  equal(figures.deaths, 0);
});

// Nothing is required of it: the figures are shown beside ours.
test("X9 the same happens to bare DBOS", { timeout: 900_000, skip: !isLong }, async () => {
  const figures = await runChaos(dbos, plan);
  process.stdout.write(`# ${JSON.stringify(figures)}\n`);
  ok(figures.cuts > 0);
});
