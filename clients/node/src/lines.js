const LF = 0x0a;

/**
 * Splits a stream of bytes into lines at LF and nowhere else. Lines are decoded when they are complete, so it does not
 * matter where the chunks end; each byte is examined once and copied at most a few times, however long the line.
 */
export class Lines {
  #kept = Buffer.allocUnsafe(1 << 16);
  #length = 0;
  #limit;

  /** @param {number} limit the maximum length of a line, in bytes */
  constructor(limit) {
    this.#limit = limit;
  }

  /**
   * Returns the lines that `chunk` completes, without their LF. Throws if a line is too long.
   *
   * @param {Buffer} chunk
   * @returns {string[]}
   */
  push(chunk) {
    const lines = [];
    let start = 0;
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, start)) {
      lines.push(this.#take(chunk.subarray(start, end)));
      start = end + 1;
    }
    this.#keep(chunk.subarray(start));
    return lines;
  }

  /** @param {Buffer} end */
  #take(end) {
    if (this.#length === 0) return end.toString('utf8');
    this.#keep(end);
    const line = this.#kept.toString('utf8', 0, this.#length);
    this.#length = 0;
    if (this.#kept.length > 1 << 20) this.#kept = Buffer.allocUnsafe(1 << 16);
    return line;
  }

  /** @param {Buffer} bytes */
  #keep(bytes) {
    const length = this.#length + bytes.length;
    if (length > this.#limit) throw new RangeError(`a line is longer than ${this.#limit} bytes`);
    if (length > this.#kept.length) {
      const larger = Buffer.allocUnsafe(Math.max(length, 2 * this.#kept.length));
      this.#kept.copy(larger, 0, 0, this.#length);
      this.#kept = larger;
    }
    bytes.copy(this.#kept, this.#length);
    this.#length = length;
  }
}
