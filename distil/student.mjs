/** The student: one vector per piece; the vector of a text is the normalised sum over its pieces. */

/** @typedef {{ offsets: Int32Array, pieces: Int32Array }} Tokens The pieces of text `i` are from `offsets[i]` to `offsets[i + 1]`. */

/** A student with the state of Adam; only rows that occur in a batch are updated. @param {Float32Array} rows @param {number} width */
export function createStudent(rows, width) {
  const first = new Float32Array(rows.length);
  const second = new Float32Array(rows.length);
  const steps = new Int32Array(rows.length / width);
  const gradient = new Float32Array(rows.length);
  const isTouched = new Uint8Array(rows.length / width);
  /** @type {number[]} */
  const touched = [];
  return {
    rows,
    width,
    /**
     * Writes the sums of pieces into `sums` and their lengths into `lengths`.
     * @param {Tokens} tokens @param {ArrayLike<number>} batch @param {Float32Array} sums @param {Float32Array} lengths
     */
    forward(tokens, batch, sums, lengths) {
      sums.fill(0);
      for (let at = 0; at < batch.length; at += 1) {
        const text = batch[at];
        const base = at * width;
        for (let i = tokens.offsets[text]; i < tokens.offsets[text + 1]; i += 1) {
          const row = tokens.pieces[i] * width;
          for (let d = 0; d < width; d += 1) sums[base + d] += rows[row + d];
        }
        let square = 1e-12;
        for (let d = 0; d < width; d += 1) square += sums[base + d] * sums[base + d];
        lengths[at] = Math.sqrt(square);
      }
    },
    /**
     * Hands the gradients of the sums on to the pieces.
     * @param {Tokens} tokens @param {ArrayLike<number>} batch @param {Float32Array} gradients
     */
    backward(tokens, batch, gradients) {
      for (let at = 0; at < batch.length; at += 1) {
        const text = batch[at];
        const base = at * width;
        for (let i = tokens.offsets[text]; i < tokens.offsets[text + 1]; i += 1) {
          const piece = tokens.pieces[i];
          if (isTouched[piece] === 0) {
            isTouched[piece] = 1;
            touched.push(piece);
          }
          const row = piece * width;
          for (let d = 0; d < width; d += 1) gradient[row + d] += gradients[base + d];
        }
      }
    },
    /** Updates the rows of the batch. @param {number} rate */
    step(rate) {
      for (const piece of touched) {
        steps[piece] += 1;
        const scale = rate * Math.sqrt(1 - 0.999 ** steps[piece]);
        const unbias = 1 - 0.9 ** steps[piece];
        const row = piece * width;
        for (let at = row; at < row + width; at += 1) {
          const slope = gradient[at];
          gradient[at] = 0;
          first[at] += 0.1 * (slope - first[at]);
          second[at] += 0.001 * (slope * slope - second[at]);
          rows[at] -= (scale * first[at]) / (unbias * (Math.sqrt(second[at]) + 1e-8));
        }
        isTouched[piece] = 0;
      }
      touched.length = 0;
    },
  };
}
