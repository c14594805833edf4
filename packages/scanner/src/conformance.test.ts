import { scannerSuite } from "@knowhow/runtime/testing";
import { expect, test } from "vitest";
import { createScanner } from "./create-scanner.ts";
import { withJudge } from "./judge/with-judge.ts";

test.each(scannerSuite)("T2 the scanner $title", async ({ run }) => {
  expect.assertions(0);
  await run(() => createScanner());
});

test.each(scannerSuite)("T2 the scanner with a model as judge $title", async ({ run }) => {
  expect.assertions(0);
  const judge = { id: "model/1", judge: () => ({ verdict: "safe", reason: "" }) as const };
  await run(() => withJudge(createScanner(), judge, { nonce: () => "NONCE-1" }));
});
