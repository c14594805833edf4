// Find the skills of a project, and show the catalog for a model.
import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRuntime } from "@knowhow/runtime/node";

const project = await mkdtemp(join(tmpdir(), "knowhow-example-"));
const skill = join(project, ".agents/skills/release-notes");
await mkdir(skill, { recursive: true });
await writeFile(
  join(skill, "SKILL.md"),
  `---
name: release-notes
description: Writes release notes from merged pull requests. Use when the user asks what changed in a release.
---

# Release notes

1. List the pull requests since the last tag.
2. Group them by what they mean for users.
`,
);

const knowhow = await createRuntime({ cwd: project, home: project, cache: false });

for (const [name, description] of knowhow.library.discoveryIndex()) console.log(`- ${name}: ${description}`);

const { body, version } = await knowhow.read("release-notes");
console.log(`\n${body}`);

assert.deepEqual(
  knowhow.library.list().map(({ name }) => name),
  ["release-notes"],
);
assert.equal(version, knowhow.library.get("release-notes")?.version);
await rm(project, { recursive: true });
