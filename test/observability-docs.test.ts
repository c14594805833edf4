import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { repository } from "./support/sources.ts";

const read = (path: string) => readFileSync(join(repository, path), "utf8");
const page = read("docs/observability.md");
const rowsOf = (pattern: RegExp) => [...page.matchAll(pattern)].map(([, name]) => name);

describe("the page about observability", () => {
  it("O1 lists exactly the events of the union", () => {
    const events = [...read("packages/runtime/src/events.ts").matchAll(/type: "([a-z.]+)"/g)];
    expect(
      rowsOf(
        /^\| `((?:library|skill|script|root|resource|tool|session|approval|proposal|run|step)\.\w+)` \|/gm,
      ),
    ).toEqual(events.map(([, type]) => type));
  });

  it("O2 lists exactly the spans, and every attribute that is set", () => {
    const [, union = ""] = /type SpanName = ([^;]+);/.exec(read("packages/runtime/src/ports.ts")) ?? [];
    const names = [...union.matchAll(/"([a-z.]+)"/g)].map(([, name]) => `knowhow.${name}`);
    expect(rowsOf(/^\| `(knowhow\.[a-z.]+)` \|/gm)).toEqual(names);
    const keys = [...read("packages/runtime/src/session/tracing/spans.ts").matchAll(/"([a-z]+\.[a-z]+)":/g)];
    expect([...new Set(keys.map(([, key]) => key))].filter((key) => !page.includes(`\`${key}\``))).toEqual(
      [],
    );
  });

  it("O2 shows the example that the tests run", () => {
    expect(page).toContain(`\`\`\`ts\n${read("examples/05-watch-a-conversation.ts")}\`\`\``);
  });
});
