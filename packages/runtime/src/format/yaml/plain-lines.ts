/** Iterates over the lines of a YAML text that have content, skipping blank lines and comments. */
export class PlainLines {
  /** The current line without indentation and trailing spaces; undefined after the last one. */
  text: string | undefined;
  /** Offset of `text` in the source. */
  at = 0;
  indent = 0;
  /** True if no line was skipped before this one. */
  adjacent = true;
  readonly #source: string;
  #next = 0;

  constructor(source: string) {
    this.#source = source;
    this.advance();
  }

  advance(): void {
    this.adjacent = true;
    while (this.#next <= this.#source.length) {
      const start = this.#next;
      const end = this.#lineEnd(start);
      this.#next = end + 1;
      const at = this.#skipSpaces(start);
      const last = this.#contentEnd(at, end);
      if (at < last && this.#source.charCodeAt(at) !== 35) {
        this.text = this.#source.slice(at, last);
        this.at = at;
        this.indent = at - start;
        return;
      }
      this.adjacent = false;
    }
    this.text = undefined;
  }

  /** Continues inside the current line, as if it started `skip` characters later. */
  enter(skip: number): void {
    this.text = this.text?.slice(skip);
    this.at += skip;
    this.indent += skip;
  }

  /**
   * Takes the lines of a block scalar below the current line, without their common indentation, and advances. Undefined
   * if there are none, or if spaces in blank lines would matter.
   */
  takeBlock(): { readonly lines: readonly string[]; readonly at: number } | undefined {
    const at = this.#next;
    const lines: string[] = [];
    let indent = -1;
    while (this.#next < this.#source.length) {
      const start = this.#next;
      const end = this.#lineEnd(start);
      const contentEnd = this.#source.charCodeAt(end - 1) === 13 ? end - 1 : end;
      const column = this.#skipSpaces(start) - start;
      const isBlank = start + column >= contentEnd;
      if (isBlank && column > Math.max(0, indent)) return undefined;
      if (!isBlank && indent < 0 && column > this.indent) indent = column;
      if (!isBlank && (indent < 0 || column < indent)) break;
      lines.push(isBlank ? "" : this.#source.slice(start + indent, contentEnd));
      this.#next = end + 1;
    }
    this.advance();
    return indent < 0 ? undefined : { lines, at };
  }

  #lineEnd(from: number): number {
    const newline = this.#source.indexOf("\n", from);
    return newline < 0 ? this.#source.length : newline;
  }

  #skipSpaces(from: number): number {
    let position = from;
    while (this.#source.charCodeAt(position) === 32) position += 1;
    return position;
  }

  #contentEnd(from: number, end: number): number {
    let last = end;
    while (
      last > from &&
      (this.#source.charCodeAt(last - 1) === 32 || this.#source.charCodeAt(last - 1) === 13)
    ) {
      last -= 1;
    }
    return last;
  }
}
