/** Pseudo-random numbers in [0, 1); the same seed gives the same numbers (mulberry32). @param {number} seed @returns {() => number} */
export function seeded(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Shuffles in place. @param {Int32Array} list @param {() => number} random */
export function shuffle(list, random) {
  for (let index = list.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1));
    const kept = list[index] ?? 0;
    list[index] = list[other] ?? 0;
    list[other] = kept;
  }
}
