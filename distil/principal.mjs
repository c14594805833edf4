/** Principal components of vectors, so that they can be stored with fewer numbers. */

/**
 * The `kept` strongest directions (rows, strongest first) of vectors through the origin, by Jacobi rotations of their second moments.
 * @param {Float32Array} vectors @param {number} width @param {number} kept @returns {Float64Array}
 */
export function principalDirections(vectors, width, kept) {
  const matrix = secondMoments(vectors, width);
  const rotation = new Float64Array(width * width);
  for (let i = 0; i < width; i += 1) rotation[i * width + i] = 1;
  for (let sweep = 0; sweep < 12 && offDiagonal(matrix, width) > 1e-12; sweep += 1) {
    for (let p = 0; p < width; p += 1) {
      for (let q = p + 1; q < width; q += 1) rotate(matrix, rotation, width, p, q);
    }
  }
  const order = Array.from({ length: width }, (_, i) => i).sort(
    (a, b) => matrix[b * width + b] - matrix[a * width + a],
  );
  const directions = new Float64Array(kept * width);
  order.slice(0, kept).forEach((column, row) => {
    for (let i = 0; i < width; i += 1) directions[row * width + i] = rotation[i * width + column];
  });
  return directions;
}

/** @param {Float32Array} vectors @param {Float64Array} directions @param {number} width @returns {Float32Array} */
export function project(vectors, directions, width) {
  const kept = directions.length / width;
  const count = vectors.length / width;
  const result = new Float32Array(count * kept);
  const axes = Float32Array.from(directions);
  // Four directions at a time, so that each number of a vector is read a quarter as often.
  for (let row = 0; row < count; row += 1) {
    const from = row * width;
    for (let k = 0; k < kept; k += 4) {
      let [s0, s1, s2, s3] = [0, 0, 0, 0];
      const axis = k * width;
      for (let i = 0; i < width; i += 1) {
        const value = vectors[from + i];
        s0 += value * axes[axis + i];
        s1 += value * axes[axis + width + i];
        s2 += value * axes[axis + 2 * width + i];
        s3 += value * axes[axis + 3 * width + i];
      }
      result[row * kept + k] = s0;
      result[row * kept + k + 1] = s1;
      result[row * kept + k + 2] = s2;
      result[row * kept + k + 3] = s3;
    }
  }
  return result;
}

/** @param {Float32Array} vectors @param {number} width */
function secondMoments(vectors, width) {
  const count = vectors.length / width;
  const step = Math.max(1, Math.floor(count / 40_000));
  const matrix = new Float64Array(width * width);
  let used = 0;
  for (let row = 0; row < count; row += step) {
    used += 1;
    for (let i = 0; i < width; i += 1) {
      const value = vectors[row * width + i];
      for (let j = i; j < width; j += 1) matrix[i * width + j] += value * vectors[row * width + j];
    }
  }
  for (let i = 0; i < width; i += 1) {
    for (let j = i; j < width; j += 1) {
      matrix[i * width + j] /= used;
      matrix[j * width + i] = matrix[i * width + j];
    }
  }
  return matrix;
}

/** @param {Float64Array} matrix @param {number} width */
function offDiagonal(matrix, width) {
  let sum = 0;
  for (let i = 0; i < width; i += 1) {
    for (let j = 0; j < width; j += 1) if (i !== j) sum += matrix[i * width + j] ** 2;
  }
  return sum;
}

/** @param {Float64Array} matrix @param {Float64Array} rotation @param {number} width @param {number} p @param {number} q */
function rotate(matrix, rotation, width, p, q) {
  const off = matrix[p * width + q];
  if (Math.abs(off) < 1e-15) return;
  const theta = (matrix[q * width + q] - matrix[p * width + p]) / (2 * off);
  const t = Math.sign(theta || 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  for (let i = 0; i < width; i += 1) {
    const a = matrix[i * width + p];
    const b = matrix[i * width + q];
    matrix[i * width + p] = c * a - s * b;
    matrix[i * width + q] = s * a + c * b;
  }
  for (let i = 0; i < width; i += 1) {
    const a = matrix[p * width + i];
    const b = matrix[q * width + i];
    matrix[p * width + i] = c * a - s * b;
    matrix[q * width + i] = s * a + c * b;
    const u = rotation[i * width + p];
    const v = rotation[i * width + q];
    rotation[i * width + p] = c * u - s * v;
    rotation[i * width + q] = s * u + c * v;
  }
}
