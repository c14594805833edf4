/** A growable list of 32-bit numbers that needs at most half the memory of an array. */
export class NumberList {
  #numbers = new Uint32Array(1_024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#numbers.length) this.#grow(this.#length * 2);
    this.#numbers[this.#length] = value;
    this.#length += 1;
  }

  append(values: Uint32Array): void {
    const length = this.#length + values.length;
    if (length > this.#numbers.length) this.#grow(length * 2);
    this.#numbers.set(values, this.#length);
    this.#length = length;
  }

  /** The numbers added so far. Not copied, so nothing may be added afterwards. */
  take(): Uint32Array {
    return this.#numbers.subarray(0, this.#length);
  }

  #grow(size: number): void {
    const larger = new Uint32Array(size);
    larger.set(this.#numbers);
    this.#numbers = larger;
  }
}
