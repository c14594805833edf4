/** Indexes of the largest accepted positive values, in one pass with a small heap. */
export function largest(
  values: Float32Array | Float64Array,
  count: number,
  accept: (index: number) => boolean,
): readonly number[] {
  const heap: number[] = [];
  const less = (a: number, b: number) =>
    (values[a] ?? 0) < (values[b] ?? 0) || (values[a] === values[b] && a > b);
  const down = (start: number) => {
    let at = start;
    for (;;) {
      const left = 2 * at + 1;
      if (left >= heap.length) return;
      const right = left + 1;
      const child = right < heap.length && less(heap[right] ?? 0, heap[left] ?? 0) ? right : left;
      if (!less(heap[child] ?? 0, heap[at] ?? 0)) return;
      [heap[at], heap[child]] = [heap[child] ?? 0, heap[at] ?? 0];
      at = child;
    }
  };
  for (let index = 0; index < values.length; index += 1) {
    if ((values[index] ?? 0) <= 0) continue;
    if (heap.length < count) {
      if (!accept(index)) continue;
      heap.push(index);
      if (heap.length === count) for (let at = (count >> 1) - 1; at >= 0; at -= 1) down(at);
    } else if (less(heap[0] ?? 0, index) && accept(index)) {
      heap[0] = index;
      down(0);
    }
  }
  return heap.sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0) || a - b);
}
