/** The results of work on each item, in the order of the items; at most `limit` are worked on at the same time. */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  let hasFailed = false;
  const workOn = async (): Promise<void> => {
    for (const [at, item] of waiting) {
      if (hasFailed) return;
      results[at] = await work(item);
    }
  };
  const workers = Array.from({ length: Math.min(limit, items.length) }, workOn);
  try {
    await Promise.all(workers);
  } catch (error) {
    hasFailed = true;
    throw error;
  }
  return results;
}
