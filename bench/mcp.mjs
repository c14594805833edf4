import { spawn } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { bar, ratio } from "./bars.mjs";
import { makeSkills } from "./fixtures.mjs";
import { median } from "./measure.mjs";

const COUNT = 2_000;
const program = fileURLToPath(new URL("programs/sdk-skill-server.mjs", import.meta.url));
const preload = fileURLToPath(new URL("programs/tell-cpu.cjs", import.meta.url));

/** The moments at which CPU time is read, and how much of the SDK's time ours may take. */
const MOMENTS = [
  { name: "first answer", bar: 0.5 },
  { name: "first page of skills/list", bar: undefined },
  { name: "all pages of skills/list", bar: undefined },
  { name: "reload after one edit", bar: 0.1 },
];

/** @typedef {{ readonly name: string; readonly args: readonly string[]; readonly reload: boolean }} SkillServer */

/** Serving skills over MCP: nothing is read before a client asks, and after an edit only one skill is read again. @param {import("./context.mjs").Context} context @returns {Promise<import("./bars.mjs").Claim>} */
export async function mcpClaim({ knowhow, home, scratch, nodes, runs }) {
  const tree = join(scratch, "mcp");
  makeSkills(tree, COUNT);
  const sdk = join(scratch, "sdk-skill-server.mjs");
  await build({
    entryPoints: [program],
    outfile: sdk,
    bundle: true,
    minify: true,
    format: "esm",
    platform: "node",
  });
  const servers = [
    { name: "SDK loadSkills", args: [sdk, tree], reload: true },
    { name: "knowhow mcp", args: [knowhow, "mcp", "--root", tree], reload: false },
  ];
  const rows = [];
  for (const node of nodes) {
    const taken = servers.map(() => /** @type {number[][]} */ ([]));
    for (let round = 0; round < runs; round += 1) {
      for (const [index, server] of servers.entries())
        taken[index]?.push(await talk(server, { node: node.path, home, scratch, tree }));
    }
    for (const [moment, { name }] of MOMENTS.entries()) {
      const measured = servers.map((server, index) => {
        const values = (taken[index] ?? []).map((run) => run[moment] ?? Number.NaN);
        return { name: `${server.name}: ${name}`, node: node.version, runs: values, cpuMs: median(values) };
      });
      rows.push(...measured.map((row) => ({ ...row, ratio: ratio(row, measured[0]) })));
    }
  }
  const bars = rows.flatMap((row) => {
    const limit = MOMENTS.find((moment) => row.name === `knowhow mcp: ${moment.name}`)?.bar;
    return limit === undefined ? [] : [bar(`${row.name} on ${row.node}`, row.ratio, limit, "×")];
  });
  return {
    id: "mcp",
    title: `Serve ${COUNT.toLocaleString("en")} skills over MCP`,
    baseline: "the official SDK's own skill server, bundled the same way, at the same moment",
    rows,
    bars,
  };
}

/** Runs a server once: one request, a request for everything, and one more after a file changed. @param {SkillServer} server @param {{ node: string; home: string; scratch: string; tree: string }} place @returns {Promise<number[]>} */
async function talk(server, { node, home, scratch, tree }) {
  const file = join(scratch, "cpu");
  rmSync(file, { force: true });
  rmSync(join(scratch, "index"), { recursive: true, force: true });
  const child = spawn(node, ["--require", preload, ...server.args], {
    env: {
      PATH: process.env.PATH ?? "",
      HOME: home,
      CPU_FILE: file,
      KNOWHOW_CACHE_DIR: join(scratch, "index"),
    },
    stdio: ["pipe", "pipe", "ignore"],
  });
  /** @type {Map<number | string, (message: any) => void>} */
  const waiting = new Map();
  createInterface({ input: child.stdout }).on("line", (line) => {
    const message = JSON.parse(line);
    waiting.get(message.id ?? message.method)?.(message);
  });
  let last = 0;
  /** @type {(error: Error) => void} */
  let failing = () => undefined;
  child.once("exit", () => failing(new Error(`${server.name} exited before it answered`)));
  const answerTo = (/** @type {number | string} */ key) =>
    new Promise((resolve, reject) => {
      waiting.set(key, resolve);
      failing = reject;
    });
  const send = (/** @type {object} */ message) =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const ask = async (/** @type {string} */ method, /** @type {object} */ params) => {
    last += 1;
    const answer = answerTo(last);
    send({ id: last, method, params });
    const { result, error } = /** @type {any} */ (await answer);
    if (error !== undefined) throw new Error(`${server.name}: ${error.message}`);
    return result;
  };
  const cpu = () => {
    const lines = readFileSync(file, "utf8").trim().split("\n");
    return Number(lines.find((line) => line.startsWith(`${last} `))?.split(" ")[1]);
  };
  try {
    const clientInfo = { name: "bench", version: "1.0.0" };
    await ask("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
    send({ method: "notifications/initialized" });
    const first = cpu();
    let page = await ask("skills/list", {});
    const firstPage = cpu();
    let count = page.skills.length;
    while (page.nextCursor !== undefined) {
      page = await ask("skills/list", { cursor: page.nextCursor });
      count += page.skills.length;
    }
    if (count !== COUNT) throw new Error(`${server.name} served ${count} skills instead of ${COUNT}`);
    const all = cpu();
    // A server that watches files starts to do so after the first answers.
    await wait(2_500);
    await ask("ping", {});
    const settled = cpu();
    const skill = join(tree, "skill-00000", "SKILL.md");
    const before = (await ask("skills/get", { uri: "skill://skill-00000/SKILL.md" })).skill.resources[0]
      .digest;
    const told = server.reload ? undefined : answerTo("notifications/resources/list_changed");
    writeFileSync(skill, `${readFileSync(skill, "utf8")}\nOne more line at ${Date.now()}.\n`);
    if (server.reload) await ask("bench/reload", {});
    await told;
    const [entry] = (await ask("skills/list", {})).skills;
    if (entry.resources[0].digest === before) throw new Error(`${server.name} did not notice the edit`);
    return [first, firstPage, all, cpu() - settled];
  } finally {
    child.stdin.end();
    child.kill();
  }
}
