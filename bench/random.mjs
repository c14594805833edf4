/** One item of a list. @template T @param {readonly T[]} list @param {() => number} random @returns {T} */
export function pick(list, random) {
  const item = list[Math.floor(random() * list.length)];
  if (item === undefined) throw new Error("there is nothing to pick");
  return item;
}

/** Random numbers from 0 to 1 that depend only on the seed. @param {number} seed */
export function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
