import { scannerSuite } from "@knowhow/runtime/testing";
import { expect, test } from "vitest";
import { createScanner } from "./create-scanner.ts";

test.each(scannerSuite)("T2 the scanner $title", async ({ run }) => {
  expect.assertions(0);
  await run(() => createScanner());
});
