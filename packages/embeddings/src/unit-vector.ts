/** Normalizes a vector in place. A vector of zeros, which has no meaning, is left unchanged. */
export function toUnit(vector: Float32Array): Float32Array {
  let square = 0;
  for (const value of vector) square += value * value;
  if (square === 0 || !Number.isFinite(square)) return vector.fill(0);
  const scale = 1 / Math.sqrt(square);
  for (let at = 0; at < vector.length; at += 1) vector[at] = (vector[at] ?? 0) * scale;
  return vector;
}
