/** The training goal: the direction of the teacher's vectors. */
import { shuffle } from "./random.mjs";

/** @typedef {ReturnType<typeof import("./student.mjs").createStudent>} Student */
/** @typedef {import("./student.mjs").Tokens} Tokens */

/**
 * Minimises 1 − cos to the teacher's vectors over all texts, in batches.
 * @param {Student} student @param {Tokens} tokens @param {Float32Array} targets vectors of length one
 * @param {{ texts: Int32Array, epochs: number, rate: number, batch: number, random: () => number, report: (line: string) => void }} options
 */
export function agree(student, tokens, targets, { texts, epochs, rate, batch, random, report }) {
  const { width } = student;
  const order = Int32Array.from(texts);
  const sums = new Float32Array(batch * width);
  const lengths = new Float32Array(batch);
  const total = epochs * Math.ceil(order.length / batch);
  let done = 0;
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    shuffle(order, random);
    let loss = 0;
    for (let from = 0; from < order.length; from += batch) {
      const chosen = order.subarray(from, from + batch);
      student.forward(tokens, chosen, sums, lengths);
      for (let at = 0; at < chosen.length; at += 1) {
        const own = at * width;
        const aim = chosen[at] * width;
        let dot = 0;
        for (let d = 0; d < width; d += 1) dot += sums[own + d] * targets[aim + d];
        const length = lengths[at];
        const cosine = dot / length;
        loss += 1 - cosine;
        for (let d = 0; d < width; d += 1) {
          sums[own + d] = ((cosine * sums[own + d]) / length - targets[aim + d]) / length;
        }
      }
      student.backward(tokens, chosen, sums);
      student.step(rate * schedule(done, total));
      done += 1;
    }
    report(`agree: epoch ${epoch + 1}, loss ${(loss / order.length).toFixed(4)}`);
  }
}

/** A short warm-up, then a linear decay. @param {number} done @param {number} total */
function schedule(done, total) {
  return Math.min(1, (done + 1) / 200) * (1 - (0.98 * done) / total);
}
