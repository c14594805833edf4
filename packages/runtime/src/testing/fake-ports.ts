import { type MemoryEntry, memoryFiles } from "../discovery/memory-files.ts";
import { nodeHash } from "../node/node-hash.ts";
import type { Ports } from "../ports.ts";
import { type FakeEnvironmentOptions, fakeEnvironment } from "./fake-environment.ts";

/** Everything the engine asks for, from a tree in memory and a machine of which everything is known; the hash is real. */
export function fakePorts(
  tree: Readonly<Record<string, MemoryEntry>>,
  options: FakeEnvironmentOptions = {},
): Ports {
  return { files: memoryFiles(tree), environment: fakeEnvironment(options), hash: nodeHash };
}
