import { describe, expect, test } from "vitest";
import { fakeScanner } from "../../testing/fake-scanner.ts";
import { reviewStoreSuite } from "../../testing/review-store-suite.ts";
import { scanStoreSuite } from "../../testing/scan-store-suite.ts";
import { scannerSuite } from "../../testing/scanner-suite.ts";
import { memoryReviewStore } from "../trust/memory-review-store.ts";
import { memoryScanStore } from "./memory-scan-store.ts";

describe("memoryScanStore", () => {
  test.each(scanStoreSuite)("$title", async ({ run }) => {
    expect.assertions(0);
    await run(() => {
      const store = memoryScanStore();
      return { open: () => store };
    });
  });
});

describe("memoryReviewStore", () => {
  test.each(reviewStoreSuite)("$title", async ({ run }) => {
    expect.assertions(0);
    const store = memoryReviewStore();
    await run(() => store);
  });
});

describe("fakeScanner", () => {
  test.each(scannerSuite)("$title", async ({ run }) => {
    expect.assertions(0);
    await run(() => fakeScanner());
  });
});
