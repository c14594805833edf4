import { describe, it } from "vitest";
import { hashSuite } from "../testing/hash-suite.ts";
import { nodeHash } from "./node-hash.ts";

describe("R6 the hash", () => {
  it.each(hashSuite)("$title", ({ run }) => run(nodeHash));
});
