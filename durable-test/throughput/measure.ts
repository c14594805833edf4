/** Empty steps of a run. */
export const STEPS = 10;

/** Runs per second in three ways. */
export interface Throughput {
  readonly "one after the other": number;
  readonly "8 at once": number;
  readonly "through the queue": number;
}

export interface Measured {
  /** Starts a run and executes it here. */
  execute(): Promise<void>;
  /** Stores a run for a worker. */
  enqueue(): Promise<void>;
  /** Lets this process execute stored runs, 8 at a time, until the returned function is called. */
  work(): Promise<() => Promise<void> | undefined>;
  /** Runs that have ended here. */
  ended(): number;
}

const FEW = 40;
const MANY = 200;

/** Measures an engine in this process, prints the result as JSON, and ends the process. */
export async function measure({ execute, enqueue, work, ended }: Measured): Promise<void> {
  // V8 compiles what is executed, and the pool connects.
  await together(FEW, execute);
  const alone = await perSecond(FEW, async () => {
    for (let index = 0; index < FEW; index += 1) await execute();
  });
  const together8 = await perSecond(MANY, () => together(MANY, execute));
  const stop = await work();
  const before = ended();
  const queued = await perSecond(MANY, async () => {
    await together(MANY, enqueue);
    while (ended() < before + MANY) await new Promise((resolve) => setTimeout(resolve, 5));
  });
  await stop();
  const result: Throughput = {
    "one after the other": alone,
    "8 at once": together8,
    "through the queue": queued,
  };
  process.stdout.write(JSON.stringify(result), () => process.exit(0));
}

async function perSecond(count: number, act: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await act();
  return (count * 1_000) / (performance.now() - began);
}

/** Does something a number of times, 8 at once. */
async function together(count: number, act: () => Promise<void>): Promise<void> {
  let left = count;
  const turn = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await act();
    }
  };
  await Promise.all(Array.from({ length: 8 }, turn));
}
