import { execFile } from "node:child_process";
import { chmodSync, existsSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { writeTree } from "../../testing/write-tree.ts";
import type { ListingPlace, TrustDecision } from "../../trust.ts";
import { nodeHash } from "../node-hash.ts";
import type { RecordProblem } from "../state/record-folder.ts";
import { fileDecisionStore } from "./file-decision-store.ts";
import { type MigrationTarget, migrateApprovals } from "./migrate-approvals.ts";

const WHEN = new Date("2026-03-04T05:06:07.000Z");

interface OldApproval {
  readonly label: string;
  readonly uri: string;
  readonly digest: string;
  readonly granted: boolean;
}

const APPROVALS: readonly OldApproval[] = [
  { label: "acme", uri: "skill://pdf/SKILL.md", digest: "sha256:aa", granted: false },
  { label: "acme", uri: "skill://docx/SKILL.md", digest: "sha256:bb", granted: true },
  { label: "beta.tools", uri: "skill://pdf/SKILL.md", digest: "sha256:cc", granted: false },
];

const pathOf = ({ label, uri }: Pick<OldApproval, "label" | "uri">) =>
  `mcp-approvals/${label}/${nodeHash.sha256(uri)}.json`;

/** A state folder as an earlier version left it. */
function stateWith(approvals: readonly OldApproval[]): string {
  const tree = writeTree(
    Object.fromEntries(
      approvals.map((approval) => [`state/${pathOf(approval)}`, `${JSON.stringify(approval)}\n`]),
    ),
  );
  onTestFinished(tree.remove);
  for (const approval of approvals) {
    const path = tree.at(`state/${pathOf(approval)}`);
    chmodSync(path, 0o600);
    utimesSync(path, WHEN, WHEN);
  }
  return tree.at("state");
}

function decisionOf({ label, uri, digest, granted }: OldApproval): TrustDecision {
  const key = { kind: "mcp-listing", label, uri, digest } as const;
  return { key, state: "trusted", by: "user", at: WHEN.toISOString(), granted };
}

const everything = APPROVALS.map(decisionOf).toSorted((a, b) =>
  JSON.stringify(a.key) < JSON.stringify(b.key) ? -1 : 1,
);
const byKey = (decisions: readonly TrustDecision[]) =>
  decisions.toSorted((a, b) => (JSON.stringify(a.key) < JSON.stringify(b.key) ? -1 : 1));
const place = ({ label, uri }: OldApproval): ListingPlace => ({ kind: "mcp-listing", label, uri });

describe("approvals of an earlier version", () => {
  test("T3 become decisions at first use, without loss, and their files go", async () => {
    const state = stateWith(APPROVALS);
    const [first] = APPROVALS;
    if (first === undefined) throw new Error("no approval");
    expect(await fileDecisionStore(state).find(place(first))).toEqual([decisionOf(first)]);
    expect(existsSync(join(state, "mcp-approvals"))).toBe(false);
    expect(byKey(await fileDecisionStore(state).list())).toEqual(everything);
  });

  test("T3 are not migrated unless a server is asked about", async () => {
    const state = stateWith(APPROVALS);
    await fileDecisionStore(state).find({ kind: "skill", path: "/p", name: "pdf" });
    expect(existsSync(join(state, "mcp-approvals"))).toBe(true);
  });

  test("T3 are taken over once: a second run changes nothing, and a revocation stays", async () => {
    const state = stateWith(APPROVALS);
    const [first] = APPROVALS;
    if (first === undefined) throw new Error("no approval");
    const store = fileDecisionStore(state);
    expect(await store.revoke(place(first))).toBe(true);
    expect(byKey(await fileDecisionStore(state).list())).toEqual(
      everything.filter(({ key }) => key.digest !== first.digest),
    );
  });

  test("T3 survive a crash at every step", async () => {
    for (let crashAt = 0; crashAt < 8; crashAt += 1) {
      const state = stateWith(APPROVALS);
      const store = fileDecisionStore(`${state}-new`);
      let steps = 0;
      const step = () => {
        steps += 1;
        if (steps > crashAt) throw new CrashError();
      };
      const crashing: MigrationTarget = {
        find: async (at) => {
          step();
          return store.find(at);
        },
        record: async (decision) => {
          step();
          await store.record(decision);
          step();
        },
      };
      await migrateApprovals(state, crashing, {
        onProblem: ({ problem }) => expect(problem).toContain("crash"),
      });
      const later: MigrationTarget = {
        find: async (at) => store.find(at),
        record: async (decision) => store.record(decision),
      };
      await migrateApprovals(state, later);
      expect(byKey(await store.list()), `crash at step ${crashAt}`).toEqual(everything);
      expect(existsSync(join(state, "mcp-approvals"))).toBe(false);
    }
  });

  test("T3 are not lost when a decision cannot be written", async () => {
    const state = stateWith(APPROVALS);
    const problems: RecordProblem[] = [];
    const full: MigrationTarget = {
      find: async () => [],
      record: () => Promise.reject(new Error("disk full")),
    };
    await migrateApprovals(state, full, { onProblem: (problem) => problems.push(problem) });
    expect(problems.map(({ problem }) => problem)).toEqual(
      APPROVALS.map(() => "cannot be migrated: disk full"),
    );
    expect(byKey(await fileDecisionStore(state).list())).toEqual(everything);
  });

  test("T3 never overwrite what was decided since", async () => {
    const state = stateWith(APPROVALS.slice(0, 1));
    const [first] = APPROVALS;
    if (first === undefined) throw new Error("no approval");
    const refused = { ...decisionOf(first), state: "refused", at: "2026-09-09T00:00:00.000Z" } as const;
    const kept = new Map([[first.uri, refused]]);
    const target: MigrationTarget = {
      find: async () => [...kept.values()],
      record: () => Promise.reject(new Error("overwritten")),
    };
    await migrateApprovals(state, target, {
      onProblem: ({ problem }) => {
        throw new Error(problem);
      },
    });
    expect(existsSync(join(state, pathOf(first)))).toBe(false);
  });

  test.each<[string, (path: string, text: string) => void]>([
    ["half a file", (path, text) => writeFileSync(path, text.slice(0, 20))],
    ["an empty file", (path) => writeFileSync(path, "")],
    ["another server's", (path, text) => writeFileSync(path, text.replace("acme", "beta"))],
    ["another skill's", (path, text) => writeFileSync(path, text.replace("pdf", "docx"))],
    ["no grant", (path, text) => writeFileSync(path, text.replace("false", '"no"'))],
    ...(process.platform === "win32"
      ? []
      : [
          ["a file that others can write", (path: string) => chmodSync(path, 0o666)] as [
            string,
            (path: string) => void,
          ],
        ]),
  ])("T3 stay where they are, and are reported, when they cannot be understood: %s", async (_what, spoil) => {
    const state = stateWith(APPROVALS);
    const [first] = APPROVALS;
    if (first === undefined) throw new Error("no approval");
    const path = join(state, pathOf(first));
    spoil(path, `${JSON.stringify(first)}\n`);
    const before = statSync(path).size;
    const problems: RecordProblem[] = [];
    const store = fileDecisionStore(state, { onProblem: (problem) => problems.push(problem) });
    expect(byKey(await store.list())).toEqual(everything.filter(({ key }) => key.digest !== first.digest));
    expect(problems.map((problem) => problem.path)).toEqual([path]);
    expect(statSync(path).size).toBe(before);
  });

  test("T3 are taken over whole when two processes start at once", async () => {
    const many = Array.from({ length: 40 }, (_, index) => ({
      ...{
        label: "acme",
        uri: `skill://s${index}/SKILL.md`,
        digest: `sha256:${index}`,
        granted: index % 2 === 0,
      },
    }));
    const state = stateWith(many);
    const module = fileURLToPath(new URL("./file-decision-store.ts", import.meta.url));
    const script = `import { fileDecisionStore } from ${JSON.stringify(module)};
      console.log((await fileDecisionStore(${JSON.stringify(state)}).list()).length);`;
    const args = ["--import", "tsx", "--input-type=module", "-e", script];
    const runs = await Promise.all([1, 2].map(() => promisify(execFile)(process.execPath, args)));
    for (const { stderr } of runs) expect(stderr).toBe("");
    expect(byKey(await fileDecisionStore(state).list())).toEqual(byKey(many.map(decisionOf)));
    expect(readdirSync(state)).toEqual(["decisions"]);
  });
});

class CrashError extends Error {
  override readonly message = "crash";
}
