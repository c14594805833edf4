import { strict as assert } from "node:assert";

/** What a client can do; methods that it lacks are undefined. */
export interface Driver {
  tools(): Promise<readonly string[]>;
  call(name: string, args: Record<string, unknown>): Promise<{ text: string; isError: boolean }>;
  read(uri: string): Promise<string>;
  complete?(prompt: string, argument: string, value: string): Promise<readonly string[]>;
  prompt?(name: string, args: Record<string, string>): Promise<string>;
  /** Resolves on the next notification that the tools changed. Called before the change. */
  toolsChanged?(): Promise<void>;
  close(): Promise<void>;
}

/** The scenario that every client runs: list, load, read, mount and be notified, complete, be refused, unmount. */
export async function proveStory(driver: Driver): Promise<void> {
  try {
    const before = await driver.tools();
    assert.ok(before.includes("skill_load"), `there is no skill_load in ${before.join(", ")}`);
    assert.ok(!before.includes("pdf.read"));

    const heard = driver.toolsChanged?.();
    const loaded = await driver.call("skill_load", { name: "pdf" });
    assert.equal(loaded.isError, false);
    assert.match(loaded.text, /Fill in the form/);
    await heard;
    assert.ok((await driver.tools()).includes("pdf.read"));
    assert.match((await driver.call("pdf.read", { path: "references/forms.md" })).text, /All forms/);

    assert.match(await driver.read("skill://pdf/references/forms.md"), /All forms/);
    assert.match(await driver.read("skill://rewritten-name/SKILL.md"), /knowhow-rewritten/);

    if (driver.complete !== undefined)
      assert.deepEqual(await driver.complete("pdf", "mode", "c"), ["careful"]);
    if (driver.prompt !== undefined) {
      assert.match(await driver.prompt("pdf", { mode: "fast" }), /in mode fast/);
      assert.match(await driver.prompt("hidden", {}), /step by step/);
    }

    assert.equal((await driver.call("skill_load", { name: "hidden" })).isError, true);
    await assert.rejects(driver.read("skill://hidden/SKILL.md"));
    await assert.rejects(driver.read("skill://pdf/..%2f..%2f..%2fetc%2fpasswd"));
    await assert.rejects(driver.read("file:///etc/passwd"));

    const again = driver.toolsChanged?.();
    assert.equal((await driver.call("skill_deactivate", { name: "pdf" })).isError, false);
    await again;
    assert.ok(!(await driver.tools()).includes("pdf.read"));
  } finally {
    await driver.close();
  }
}

/** The text of a result's parts. */
export function textOf(parts: readonly object[]): string {
  return parts.map((part) => ("text" in part ? String(part.text) : "")).join("\n");
}
