import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SandboxCommand } from "../../script.ts";
import { bubblewrap } from "./bubblewrap.ts";
import { filteredNetwork } from "./filtered-network.ts";
import { loadSandboxRuntime } from "./load-sandbox-runtime.ts";

const network = filteredNetwork(loadSandboxRuntime);
const sandbox = bubblewrap(network);
const status = await sandbox.status();
const filter = status.works ? await sandbox.filtersHosts() : status;
const why = filter.works ? "" : ` (skipped: ${filter.reason})`;

const command = (script: string, hosts: readonly string[]): SandboxCommand => ({
  program: "/usr/bin/bash",
  args: ["-c", script],
  env: { PATH: "/usr/bin:/bin" },
  mounts: [],
  cwd: "/",
  hosts,
  limits: {
    seconds: 20,
    memoryMb: 256,
    processes: 64,
    outputBytes: 10_000,
    artifactBytes: 1_000_000,
    artifacts: 1,
  },
});

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const GET = (port: number) => `
import sys, urllib.request
try: print(urllib.request.urlopen("http://" + sys.argv[1] + ":${port}/", timeout=5).read().decode())
except Exception as error: print("failed:", error)
`;

describe("a sandbox without sandbox-runtime", () => {
  test("X10 refuses hosts, with the way to reach them", async () => {
    const without = bubblewrap(filteredNetwork(async () => undefined));
    expect(await without.filtersHosts()).toMatchObject({
      works: false,
      hint: expect.stringContaining("npm install -g @anthropic-ai/sandbox-runtime"),
    });
    await expect(without.run(command("true", ["example.com"]))).rejects.toMatchObject({
      code: "scripts.sandbox-refused",
    });
  });

  test("X10 takes no other module for it", async () => {
    expect(await loadSandboxRuntime("node:path")).toBeUndefined();
    expect(await loadSandboxRuntime("@example/not-installed")).toBeUndefined();
  });
});

describe.skipIf(!filter.works)(`X10 a script that declares hosts${why}`, () => {
  let port = 0;
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.headers.host ?? "");
    response.end("served");
  });
  const folder = mkdtempSync(join(tmpdir(), "knowhow-network-"));
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    port = typeof address === "object" && address !== null ? address.port : 0;
  });
  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const get = async (host: string, hosts: readonly string[]) => {
    const ended = await sandbox.run(command(`python3 -c '${GET(port)}' ${host}`, hosts));
    return text(ended.stdout.bytes) + text(ended.stderr.bytes);
  };

  test("reaches a host that it declares, and no other name of the same server", async () => {
    expect(await get("localhost", ["localhost"])).toBe("served\n");
    expect(await get("127.0.0.1", ["localhost"])).toContain("failed:");
    expect(await get("localhost", ["example.com"])).toContain("failed:");
    expect(asked).toHaveLength(1);
  });

  test("has no other way out: no address, no name, no login of the machine", async () => {
    const script = `
      unset http_proxy https_proxy all_proxy HTTP_PROXY HTTPS_PROXY ALL_PROXY
      python3 -c '${GET(port)}' 127.0.0.1; python3 -c '${GET(port)}' localhost
      ls /network; ls /tmp /home | wc -l; cat /proc/net/dev | tail -n +3 | cut -d: -f1`;
    const { stdout } = await sandbox.run(command(script, ["localhost"]));
    const lines = text(stdout.bytes);
    expect(lines.match(/failed:/g)).toHaveLength(2);
    expect(lines).not.toContain("served");
    expect(lines).toContain("proxy.sock");
    expect(lines.trim().split("\n").at(-1)?.trim()).toBe("lo");
  });

  test("keeps its exit code, its input and its limits, and scripts with other hosts wait for their turn", async () => {
    const both = await Promise.all([get("localhost", ["localhost"]), get("localhost", ["example.com"])]);
    expect(both).toEqual(["served\n", expect.stringContaining("failed:")]);
    const given = { ...command("cat; exit 7", ["localhost"]), stdin: new TextEncoder().encode("given") };
    const ended = await sandbox.run(given);
    expect(ended).toMatchObject({ code: 7 });
    expect(text(ended.stdout.bytes)).toBe("given");
    const slow = await sandbox.run({
      ...command("sleep 30", ["localhost"]),
      limits: { ...given.limits, seconds: 1 },
    });
    expect(slow.stopped).toBe("time");
  });
});
