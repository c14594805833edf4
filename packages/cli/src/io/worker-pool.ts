import { availableParallelism } from "node:os";
import { parentPort, Worker } from "node:worker_threads";

/** Threads that answer questions. */
export interface WorkerPool<Question, Answer> {
  /** Number of threads. */
  readonly size: number;
  /** Rejects if answering fails, or if the thread ends before. */
  ask(question: Question): Promise<Answer>;
  close(): Promise<void>;
}

/** More threads would wait for this one, which reads the files. */
const MAX_THREADS = 4;

interface Asked<Question> {
  readonly id: number;
  readonly question: Question;
}

type Answered<Answer> = { readonly id: number } & ({ readonly answer: Answer } | { readonly error: string });

interface Waiting<Answer> {
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

/**
 * Starts threads that run a file, which calls `answerInThread`. Questions and answers are copied. The threads end with the
 * process, also after Ctrl-C, and do not keep it alive.
 */
export function openWorkerPool<Question, Answer>(
  file: URL,
  size = Math.min(MAX_THREADS, availableParallelism()),
): WorkerPool<Question, Answer> {
  const threads = Array.from({ length: size }, () => startThread<Question, Answer>(file));
  let next = 0;
  return {
    size,
    ask: (question) => {
      const least = threads.reduce((best, thread) =>
        thread.waiting.size < best.waiting.size ? thread : best,
      );
      next += 1;
      return least.ask({ id: next, question });
    },
    close: async () => {
      await Promise.all(threads.map(({ worker }) => worker.terminate()));
    },
  };
}

function startThread<Question, Answer>(file: URL) {
  const worker = new Worker(file);
  const waiting = new Map<number, Waiting<Answer>>();
  let ended: Error | undefined;
  const end = (error: Error) => {
    ended ??= error;
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
  };
  worker.on("message", (answered: Answered<Answer>) => {
    const asked = waiting.get(answered.id);
    waiting.delete(answered.id);
    if (waiting.size === 0) worker.unref();
    if ("error" in answered) asked?.reject(new Error(answered.error));
    else asked?.resolve(answered.answer);
  });
  worker.once("error", end);
  worker.once("exit", () => end(new Error("a thread ended before it answered")));
  worker.unref();
  return {
    worker,
    waiting,
    ask: (asked: Asked<Question>) =>
      new Promise<Answer>((resolve, reject) => {
        if (ended !== undefined) return reject(ended);
        waiting.set(asked.id, { resolve, reject });
        worker.ref();
        worker.postMessage(asked);
      }),
  };
}

/** Answers the questions of a pool, in the file that its threads run. */
export function answerInThread<Question, Answer>(
  answer: (question: Question) => Answer | Promise<Answer>,
): void {
  parentPort?.on("message", async ({ id, question }: Asked<Question>) => {
    try {
      parentPort?.postMessage({ id, answer: await answer(question) });
    } catch (error) {
      parentPort?.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
    }
  });
}
