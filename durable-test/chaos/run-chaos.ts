import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { lines, query } from "../support/databases.ts";
import { startPostgres } from "../support/start-postgres.mjs";
import { openProxy } from "../support/tcp-proxy.ts";
import type { ChaosEngine, Standing } from "./engines.ts";
import { type ChaosTask, idOf, pause, WRITES } from "./sink.ts";

/** How much happens in a chaos. */
export interface ChaosPlan {
  readonly runs: number;
  /** In this time the host starts the runs, and everything else happens. */
  readonly lastsMs: number;
  /** Restarts of the server, in turn fast and immediate. */
  readonly restarts: number;
  /** Workers that are killed. */
  readonly kills: number;
  /** For this time nothing arrives that two of the three workers send, and nothing that is sent to them. */
  readonly silentMs: number;
  readonly deadAfterMs: number;
  /** How long the engine has to finish afterwards. */
  readonly settleMs: number;
}

/** What came of it. */
export interface ChaosFigures {
  readonly engine: string;
  readonly runs: number;
  readonly ended: number;
  readonly asked: number;
  /** Runs that neither ended nor asked. */
  readonly lost: Readonly<Record<string, number>>;
  /** Writes that were made more than once, before anyone was asked. */
  readonly doubled: number;
  /** Writes that an ended run did not make. */
  readonly omitted: number;
  /** Processes that ended and were not killed. */
  readonly deaths: number;
  readonly cuts: number;
  readonly restarts: number;
  readonly kills: number;
  /** Seconds from the end of the chaos until nothing changed any more. */
  readonly settledIn: number;
}

const CUT_MS = 250;
const WORKERS = 3;

/** Lets an engine execute runs while everything fails, and counts what came of them. */
export async function runChaos(engine: ChaosEngine, plan: ChaosPlan): Promise<ChaosFigures> {
  const server = await startPostgres();
  if ("reason" in server) throw new Error(server.reason);
  const { url } = server;
  const folder = mkdtempSync(join(tmpdir(), "knowhow-chaos-"));
  const sink = join(folder, "writes");
  const proxy = await openProxy(url);
  const crew = openCrew();
  try {
    await engine.prepare(url);
    const base = { sink, runs: plan.runs, paceMs: plan.lastsMs / plan.runs, deadAfterMs: plan.deadAfterMs };
    // The worker with fewer tools is the one whose network works.
    const workers = Array.from({ length: WORKERS }, (_, worker) =>
      crew.keep(engine.worker, {
        ...base,
        worker,
        isComplete: worker < WORKERS - 1,
        url: worker < WORKERS - 1 ? proxy.url : url,
      }),
    );
    await Promise.all(workers.map(({ ready }) => ready()));
    const host = crew.once(engine.host, { ...base, worker: -1, isComplete: true, url });
    await host.ready;
    const deadline = Date.now() + plan.lastsMs;
    const counts = { cuts: 0, restarts: 0, kills: 0 };
    const repeat = async (times: number, act: (index: number) => Promise<void>): Promise<void> => {
      const began = Date.now();
      for (let index = 0; index < times; index += 1) {
        await pause(Math.max(0, began + ((index + 0.5) * plan.lastsMs) / times - Date.now()));
        await act(index);
      }
    };
    await Promise.all([
      host.ended,
      (async () => {
        for (; Date.now() < deadline; await pause(CUT_MS)) if (await cut(url)) counts.cuts += 1;
      })(),
      repeat(plan.restarts, async (index) => {
        await server.restart(index % 2 === 0 ? "fast" : "immediate");
        counts.restarts += 1;
      }),
      repeat(plan.kills, async (index) => {
        workers[index % WORKERS]?.kill();
        counts.kills += 1;
      }),
      (async () => {
        await pause(plan.lastsMs / 5);
        proxy.swallow();
        await pause(plan.silentMs);
        proxy.restore();
      })(),
    ]);
    const calm = Date.now();
    const standing = await settle(engine, url, plan);
    const settledIn = Math.round((Date.now() - calm) / 100) / 10;
    const before = count(sink);
    const doubled = [...before.values()].filter((times) => times > 1).length;
    // Whoever is asked looks at the sink. Afterwards every run has ended.
    const isMade = (run: string, step: string) => (count(sink).get(`${run} ${step}`) ?? 0) > 0;
    while ((await engine.answer(url, isMade)) > 0) await settle(engine, url, plan);
    const last = await engine.look(url);
    const made = count(sink);
    const omitted = Array.from({ length: plan.runs }, (_, index) => idOf(index)).flatMap((run) =>
      WRITES.filter((step) => !made.has(`${run} ${step}`)),
    ).length;
    const ended = standing.ended;
    const lost = { ...last.others, ...(last.asking > 0 ? { asking: last.asking } : {}) };
    const missing = plan.runs - last.ended - Object.values(lost).reduce((sum, each) => sum + each, 0);
    await crew.stop();
    return {
      engine: engine.name,
      runs: plan.runs,
      ended,
      asked: standing.asking,
      lost: missing === 0 ? lost : { ...lost, missing },
      doubled,
      omitted,
      deaths: crew.deaths(),
      ...counts,
      settledIn,
    };
  } finally {
    crew.kill();
    await proxy.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Waits until every run has ended or asks, or the time is over. */
async function settle(engine: ChaosEngine, url: string, { runs, settleMs }: ChaosPlan): Promise<Standing> {
  const end = Date.now() + settleMs;
  for (;;) {
    const standing = await engine.look(url);
    if (standing.ended + standing.asking >= runs || Date.now() > end) return standing;
    await pause(250);
  }
}

/** Cuts all connections, if there is a server. */
async function cut(url: string): Promise<boolean> {
  const text =
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";
  return query(url, text).then(
    () => true,
    () => false,
  );
}

/** How often each write was made. */
function count(sink: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines(sink)) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}

interface Member {
  ready(): Promise<void>;
  /** Kills the process; another one replaces it. */
  kill(): void;
}

/** The processes of a chaos. One that ends is started again, as a supervisor would. */
function openCrew() {
  const children = new Set<ChildProcess>();
  const killed = new WeakSet<ChildProcess>();
  let deaths = 0;
  let isStopping = false;

  const begin = (script: string, task: ChaosTask) => {
    const tsx = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
    const path = fileURLToPath(new URL(script, import.meta.url));
    const args = ["--conditions=@knowhow/source", "--no-deprecation", "--import", tsx, path];
    const child = spawn(process.execPath, [...args, JSON.stringify(task)], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    children.add(child);
    let said = "";
    child.stderr.on("data", (data) => {
      said = `${said}${data}`.slice(-2_000);
    });
    const ready = new Promise<boolean>((resolve) => {
      child.stdout.once("data", () => resolve(true));
      child.once("exit", () => resolve(false));
    });
    const ended = new Promise<number | null>((resolve) => {
      child.once("exit", (code) => {
        children.delete(child);
        resolve(code);
      });
    });
    return { child, ready, ended, said: () => said };
  };

  /** A process that cannot start while the database is away is not one that died. */
  const noteEnd = async ({ child, ready, said }: ReturnType<typeof begin>): Promise<void> => {
    if (isStopping || killed.has(child) || !(await ready)) return;
    deaths += 1;
    process.stderr.write(`chaos: a process ended by itself: ${said()}\n`);
  };

  return {
    deaths: () => deaths,
    keep: (script: string, task: ChaosTask): Member => {
      let current = begin(script, task);
      const first = current.ready;
      const watch = async (): Promise<void> => {
        for (; !isStopping; current = begin(script, task)) {
          await current.ended;
          await noteEnd(current);
          if (isStopping) return;
          await pause(200);
        }
      };
      void watch();
      return {
        ready: async () => {
          if (!(await first)) throw new Error(`a worker did not start: ${current.said()}`);
        },
        kill: () => {
          killed.add(current.child);
          current.child.kill("SIGKILL");
        },
      };
    },
    /** Runs a process until it ends well. */
    once: (script: string, task: ChaosTask) => {
      const first = begin(script, task);
      const ended = async (): Promise<void> => {
        for (let current = first; (await current.ended) !== 0; current = begin(script, task))
          await noteEnd(current);
      };
      return { ready: first.ready, ended: ended() };
    },
    stop: async () => {
      isStopping = true;
      const ended = [...children].map((child) => new Promise((resolve) => child.once("exit", resolve)));
      for (const child of children) child.kill("SIGTERM");
      const codes = await Promise.all(ended);
      deaths += codes.filter((code) => code !== 0).length;
    },
    kill: () => {
      isStopping = true;
      for (const child of children) child.kill("SIGKILL");
    },
  };
}
