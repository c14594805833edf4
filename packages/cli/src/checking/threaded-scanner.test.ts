import { expect, it } from "vitest";
import { scannerSuite } from "../../../runtime/src/testing/scanner-suite.ts";
import { openScanner } from "./threaded-scanner.ts";

it.each(scannerSuite)("T2 the scanner of the command line $title", async ({ run }) => {
  expect.assertions(0);
  await run(() => openScanner(1));
});
