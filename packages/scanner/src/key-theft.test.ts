import type { ScanVerdict } from "@knowhow/runtime";
import { describe, expect, it } from "vitest";
import { KEY_THEFTS } from "../testing/key-theft.ts";
import { subjectOf } from "../testing/subject-of.ts";
import { createScanner } from "./create-scanner.ts";

const scanner = createScanner();
const ORDER: readonly ScanVerdict[] = ["safe", "review", "incomplete", "block"];

describe("a stolen key is found whatever the form:", () => {
  it.each(KEY_THEFTS)("T1 $title: at least $verdict", ({ files, verdict }) => {
    const report = scanner.scan(subjectOf(files));
    expect(ORDER.indexOf(report.verdict), JSON.stringify(report, null, 1)).toBeGreaterThanOrEqual(
      ORDER.indexOf(verdict),
    );
  });
});
