/** Prepares an input of a size, and returns what is to be measured with it. */
export type Prepare = (size: number) => () => unknown;

/** The least CPU time in milliseconds, by size. */
export type Times = ReadonlyMap<number, number>;

/** The sizes between which a function is measured. */
export interface Sizes {
  readonly smallest: number;
  readonly largest: number;
}

/** Twice the input may take this many times as long. Linear functions take 2, quadratic ones 4. */
const MOST = 3;

/** Less CPU time says nothing about growth: it is mostly noise. */
const FLOOR_MS = 2;

/** A function that grows too fast does so three times in a row; one step may be a limit, or other work of the machine. */
const DOUBLINGS = [1, 2, 4];
const ATTEMPTS = 3;

/**
 * Doubles the input of a function until its CPU time can be measured, and compares it with the time for twice the input.
 * Returns the times of a function that grows too fast.
 */
export async function measureGrowth(
  prepare: Prepare,
  { smallest, largest }: Sizes,
): Promise<Times | undefined> {
  const best = new Map<number, number>();
  const measure = async (size: number) => {
    const time = await cpuTime(prepare(size));
    const least = Math.min(time, best.get(size) ?? time);
    best.set(size, least);
    return least;
  };
  const timeOf = async (size: number) => best.get(size) ?? (await measure(size));
  const isTooFast = async (size: number) => (await timeOf(2 * size)) >= MOST * (await timeOf(size));
  const growsTooFast = async (size: number) => {
    for (let attempt = 1; attempt < ATTEMPTS && (await isTooFast(size)); attempt += 1) {
      await measure(size);
      await measure(2 * size);
    }
    return isTooFast(size);
  };
  for (let size = smallest; size <= largest; size *= 2) {
    if ((await timeOf(size)) < FLOOR_MS) continue;
    const steps = DOUBLINGS.map((times) => times * size);
    // Later runs may have been faster, so all steps are compared again.
    if ((await holdsForAll(steps, growsTooFast)) && (await holdsForAll(steps, isTooFast))) return best;
    // If the first run was slow because its code was compiled, a larger input is needed.
    if ((await measure(size)) >= FLOOR_MS) return undefined;
  }
  return undefined;
}

async function cpuTime(run: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

async function holdsForAll<Item>(
  items: readonly Item[],
  holds: (item: Item) => Promise<boolean>,
): Promise<boolean> {
  for (const item of items) if (!(await holds(item))) return false;
  return true;
}
