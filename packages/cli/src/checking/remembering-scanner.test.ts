import type { ScanSubject } from "@knowhow/runtime";
import { scannerSuite } from "@knowhow/runtime/testing";
import { createScanner } from "@knowhow/scanner";
import { describe, expect, it } from "vitest";
import { rememberingScanner } from "./remembering-scanner.ts";

const file = (path: string, text: string) => ({ path, bytes: new TextEncoder().encode(text) });
const subject = (more: Partial<ScanSubject> = {}): ScanSubject => ({
  name: "a",
  files: [file("SKILL.md", "x"), file("b", "y")],
  gaps: [],
  ...more,
});

describe("a scanner that remembers", () => {
  it.each(scannerSuite)("T2 $title", async ({ run }) => {
    expect.assertions(0);
    await run(() => rememberingScanner(createScanner()));
  });

  it("T1 scans the same content once, and anything else anew", async () => {
    const scanned: ScanSubject[] = [];
    const scanner = rememberingScanner({
      id: "counting/1",
      scan: (given) => {
        scanned.push(given);
        return { verdict: "safe", findings: [], inspected: { files: scanned.length, bytes: 0 } };
      },
    });
    const first = await scanner.scan(subject());
    expect(await scanner.scan(subject({ files: [file("b", "y"), file("SKILL.md", "x")] }))).toBe(first);
    expect(scanned).toHaveLength(1);
    for (const other of [
      subject({ name: "b" }),
      subject({ files: [file("SKILL.md", "x"), file("b", "z")] }),
      subject({ files: [file("SKILL.md", "x"), file("c", "y")] }),
      subject({ files: [file("SKILL.md", 'x["b",1]y')] }),
      subject({ gaps: [{ path: "c", reason: "it is too large" }] }),
    ])
      expect(await scanner.scan(other)).not.toBe(first);
    expect(scanned).toHaveLength(6);
  });
});
