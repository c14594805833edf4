/** @typedef {Readonly<Record<string, number>>} Weights the bias, and one weight per feature */
/** @typedef {{ readonly values: readonly number[]; readonly label: number }} Example */

/** Small weights are preferred, so that features that say the same share their influence. */
const RIDGE = 1;
const ROUNDS = 40;

/** Fits a logistic function by Newton's method; the first weight is the bias. @param {readonly Example[]} examples @returns {readonly number[]} */
export function fitLogistic(examples) {
  const width = (examples[0]?.values.length ?? 0) + 1;
  /** @type {number[]} */
  let weights = new Array(width).fill(0);
  for (let round = 0; round < ROUNDS; round += 1) {
    const gradient = weights.map((weight, at) => (at === 0 ? 0 : RIDGE * weight));
    /** @type {number[][]} */
    const curvature = weights.map((_, row) =>
      weights.map((__, at) => (row !== at ? 0 : row === 0 ? 1e-6 : RIDGE)),
    );
    for (const { values, label } of examples) {
      const inputs = [1, ...values];
      const chance = logistic(inputs, weights);
      const slope = chance * (1 - chance);
      for (let row = 0; row < width; row += 1) {
        const value = inputs[row] ?? 0;
        gradient[row] = (gradient[row] ?? 0) + (chance - label) * value;
        const line = curvature[row] ?? [];
        for (let at = 0; at < width; at += 1) line[at] = (line[at] ?? 0) + slope * value * (inputs[at] ?? 0);
      }
    }
    const step = solve(curvature, gradient);
    weights = weights.map((weight, at) => weight - (step[at] ?? 0));
    if (step.every((part) => Math.abs(part) < 1e-7)) break;
  }
  return weights;
}

/** @param {readonly number[]} inputs with a leading 1 @param {readonly number[]} weights */
export function logistic(inputs, weights) {
  const sum = inputs.reduce((total, value, at) => total + value * (weights[at] ?? 0), 0);
  return 1 / (1 + Math.exp(-sum));
}

/** Solves a system of linear equations by elimination. @param {readonly (readonly number[])[]} matrix @param {readonly number[]} right */
function solve(matrix, right) {
  const rows = matrix.map((row, at) => [...row, right[at] ?? 0]);
  const size = rows.length;
  for (let pivot = 0; pivot < size; pivot += 1) {
    let best = pivot;
    for (let row = pivot + 1; row < size; row += 1)
      if (Math.abs(rows[row]?.[pivot] ?? 0) > Math.abs(rows[best]?.[pivot] ?? 0)) best = row;
    const top = rows[best] ?? [];
    rows[best] = rows[pivot] ?? [];
    rows[pivot] = top;
    for (const [row, line] of rows.entries()) {
      const factor = row === pivot ? 0 : (line[pivot] ?? 0) / (top[pivot] ?? 1);
      if (factor !== 0)
        for (let at = pivot; at <= size; at += 1) line[at] = (line[at] ?? 0) - factor * (top[at] ?? 0);
    }
  }
  return rows.map((row, at) => (row[size] ?? 0) / (row[at] ?? 1));
}
