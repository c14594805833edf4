import { chmodSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { proposalStoreSuite } from "../../testing/proposal-store-suite.ts";
import { type WrittenTree, writeTree } from "../../testing/write-tree.ts";
import { fileProposalStore } from "./file-proposal-store.ts";

let tree: WrittenTree;
beforeEach(() => {
  tree = writeTree();
});
afterEach(() => tree.remove());

describe("T4 proposals in files", () => {
  it.each(proposalStoreSuite)("$title", ({ run }) =>
    run(() => ({ open: () => fileProposalStore(tree.at("state")) })));

  it.skipIf(process.platform === "win32")("are only for the user", async () => {
    await fileProposalStore(tree.at("state")).exclusive(async () => undefined);
    expect(statSync(tree.at("state/proposals")).mode & 0o777).toBe(0o700);
  });

  it.skipIf(process.platform === "win32")(
    "count as missing if others can write them, or if they are damaged",
    async () => {
      const problems: string[] = [];
      const store = fileProposalStore(tree.at("state"), {
        onProblem: ({ problem }) => problems.push(problem),
      });
      const [first] = proposalStoreSuite.filter(({ title }) => title.startsWith("replaces"));
      await first?.run(() => ({ open: () => store }));
      const [name = ""] = readdirSync(tree.at("state/proposals/records"));
      const path = tree.at(`state/proposals/records/${name}`);
      chmodSync(path, 0o666);
      expect(await store.get("p-1")).toBeUndefined();
      chmodSync(path, 0o600);
      writeFileSync(path, '{"key":"p-1","value":{"id":"p-1","state":"applied"}}');
      expect([await store.get("p-1"), await store.list()]).toEqual([undefined, []]);
      expect(problems).toEqual([
        "can be written by other users",
        "contains an invalid value",
        "contains an invalid value",
      ]);
    },
  );
});
