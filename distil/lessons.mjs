/** What the student is taught: to point where the teacher points, and to tell texts apart as the teacher does. */
import { shuffle } from "./random.mjs";

/** @typedef {ReturnType<typeof import("./student.mjs").createStudent>} Student */
/** @typedef {import("./student.mjs").Tokens} Tokens */

/**
 * Points where the teacher points: 1 − cos over all texts, in batches.
 * @param {Student} student @param {Tokens} tokens @param {Float32Array} targets vectors of length one
 * @param {{ texts: Int32Array, epochs: number, rate: number, batch: number, drop: number, random: () => number, report: (line: string) => void }} options
 */
export function agree(student, tokens, targets, { texts, epochs, rate, batch, drop, random, report }) {
  const { width } = student;
  const order = Int32Array.from(texts);
  const sums = new Float32Array(batch * width);
  const lengths = new Float32Array(batch);
  const dropped = new Uint8Array(tokens.pieces.length);
  const total = epochs * Math.ceil(order.length / batch);
  let done = 0;
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    shuffle(order, random);
    let loss = 0;
    for (let from = 0; from < order.length; from += batch) {
      const chosen = order.subarray(from, from + batch);
      if (drop > 0) dropSome(tokens, chosen, dropped, drop, random);
      student.forward(tokens, chosen, sums, lengths, dropped);
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
      student.backward(tokens, chosen, sums, dropped);
      student.step(rate * schedule(done, total));
      done += 1;
    }
    report(`agree: epoch ${epoch + 1}, loss ${(loss / order.length).toFixed(4)}`);
  }
}

/**
 * Tells partners apart: in a batch of pairs, each first text should find its partner among all second ones, and be as near
 * to the others as the teacher says (`trust` is how much the teacher counts against the pairing).
 * @param {Student} student @param {Tokens} tokens @param {Float32Array} targets @param {Int32Array} pairs two numbers each
 * @param {{ epochs: number, rate: number, batch: number, heat: number, teacherHeat: number, trust: number, pull: number, random: () => number, report: (line: string) => void }} options
 */
export function tellApart(student, tokens, targets, pairs, options) {
  const { epochs, rate, batch, heat, teacherHeat, trust, pull, random, report } = options;
  const { width } = student;
  const order = Int32Array.from({ length: pairs.length / 2 }, (_, index) => index);
  const left = new Int32Array(batch);
  const right = new Int32Array(batch);
  const [a, b] = [new Float32Array(batch * width), new Float32Array(batch * width)];
  const [la, lb] = [new Float32Array(batch), new Float32Array(batch)];
  const [ga, gb] = [new Float32Array(batch * width), new Float32Array(batch * width)];
  const [mine, theirs] = [new Float32Array(batch * batch), new Float32Array(batch * batch)];
  const [ta, tb] = [new Float32Array(batch * width), new Float32Array(batch * width)];
  const batches = Math.floor(order.length / batch);
  const total = epochs * batches;
  let done = 0;
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    shuffle(order, random);
    let loss = 0;
    for (let number = 0; number < batches; number += 1) {
      for (let at = 0; at < batch; at += 1) {
        const pair = order[number * batch + at];
        const turn = random() < 0.5 ? 1 : 0;
        left[at] = pairs[2 * pair + turn];
        right[at] = pairs[2 * pair + 1 - turn];
        ta.set(targets.subarray(left[at] * width, (left[at] + 1) * width), at * width);
        tb.set(targets.subarray(right[at] * width, (right[at] + 1) * width), at * width);
      }
      student.forward(tokens, left, a, la);
      student.forward(tokens, right, b, lb);
      toUnit(a, la, width);
      toUnit(b, lb, width);
      products(a, b, mine, batch, width);
      products(ta, tb, theirs, batch, width);
      for (let at = 0; at < batch; at += 1) {
        softmax(mine, at * batch, batch, heat);
        softmax(theirs, at * batch, batch, teacherHeat);
        for (let other = 0; other < batch; other += 1) {
          const wanted = trust * theirs[at * batch + other] + (other === at ? 1 - trust : 0);
          if (wanted > 0) loss -= wanted * Math.log(mine[at * batch + other] + 1e-12);
          mine[at * batch + other] = (mine[at * batch + other] - wanted) / heat;
        }
      }
      gradients(mine, a, b, ga, gb, batch, width);
      if (pull > 0) {
        for (let i = 0; i < ga.length; i += 1) {
          ga[i] -= pull * ta[i];
          gb[i] -= pull * tb[i];
        }
      }
      throughUnit(ga, a, la, width);
      throughUnit(gb, b, lb, width);
      student.backward(tokens, left, ga);
      student.backward(tokens, right, gb);
      student.step(rate * schedule(done, total));
      done += 1;
    }
    report(`tell apart: epoch ${epoch + 1}, loss ${(loss / batches / batch).toFixed(4)}`);
  }
}

/** Warms up briefly, then falls in a line. @param {number} done @param {number} total */
function schedule(done, total) {
  return Math.min(1, (done + 1) / 200) * (1 - (0.98 * done) / total);
}

/** @param {Tokens} tokens @param {Int32Array} chosen @param {Uint8Array} dropped @param {number} share @param {() => number} random */
function dropSome({ offsets }, chosen, dropped, share, random) {
  for (const text of chosen) {
    const [from, to] = [offsets[text], offsets[text + 1]];
    for (let i = from; i < to; i += 1) dropped[i] = to - from > 2 && random() < share ? 1 : 0;
  }
}

/** @param {Float32Array} vectors @param {Float32Array} lengths @param {number} width */
function toUnit(vectors, lengths, width) {
  for (let at = 0; at < lengths.length; at += 1) {
    const scale = 1 / lengths[at];
    for (let d = at * width; d < (at + 1) * width; d += 1) vectors[d] *= scale;
  }
}

/** Turns the gradient of a unit vector into that of the sum it was made of. @param {Float32Array} slope @param {Float32Array} unit @param {Float32Array} lengths @param {number} width */
function throughUnit(slope, unit, lengths, width) {
  for (let at = 0; at < lengths.length; at += 1) {
    const base = at * width;
    let dot = 0;
    for (let d = 0; d < width; d += 1) dot += slope[base + d] * unit[base + d];
    for (let d = 0; d < width; d += 1)
      slope[base + d] = (slope[base + d] - dot * unit[base + d]) / lengths[at];
  }
}

/** @param {Float32Array} a @param {Float32Array} b @param {Float32Array} into @param {number} count @param {number} width */
function products(a, b, into, count, width) {
  for (let i = 0; i < count; i += 1) {
    for (let j = 0; j < count; j += 1) {
      let s0 = 0;
      let s1 = 0;
      let s2 = 0;
      let s3 = 0;
      const [p, q] = [i * width, j * width];
      for (let d = 0; d < width; d += 4) {
        s0 += a[p + d] * b[q + d];
        s1 += a[p + d + 1] * b[q + d + 1];
        s2 += a[p + d + 2] * b[q + d + 2];
        s3 += a[p + d + 3] * b[q + d + 3];
      }
      into[i * count + j] = s0 + s1 + s2 + s3;
    }
  }
}

/** @param {Float32Array} slope @param {Float32Array} a @param {Float32Array} b @param {Float32Array} ga @param {Float32Array} gb @param {number} count @param {number} width */
function gradients(slope, a, b, ga, gb, count, width) {
  ga.fill(0);
  gb.fill(0);
  for (let i = 0; i < count; i += 1) {
    for (let j = 0; j < count; j += 1) {
      const g = slope[i * count + j];
      if (Math.abs(g) < 1e-4) continue;
      const [p, q] = [i * width, j * width];
      for (let d = 0; d < width; d += 1) {
        ga[p + d] += g * b[q + d];
        gb[q + d] += g * a[p + d];
      }
    }
  }
}

/** @param {Float32Array} values @param {number} from @param {number} count @param {number} heat */
function softmax(values, from, count, heat) {
  let top = -Infinity;
  for (let i = from; i < from + count; i += 1) top = Math.max(top, values[i]);
  let sum = 0;
  for (let i = from; i < from + count; i += 1) {
    values[i] = Math.exp((values[i] - top) / heat);
    sum += values[i];
  }
  for (let i = from; i < from + count; i += 1) values[i] /= sum;
}
