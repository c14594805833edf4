/** Numbers of 32 bits that grow in number, in half the room or less that an array of them takes. */
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

  /** What was added so far. It is not copied: whoever takes it adds nothing more. */
  take(): Uint32Array {
    return this.#numbers.subarray(0, this.#length);
  }

  #grow(size: number): void {
    const larger = new Uint32Array(size);
    larger.set(this.#numbers);
    this.#numbers = larger;
  }
}
