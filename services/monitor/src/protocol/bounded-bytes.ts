import { Fault } from './fault.ts';

/** Collects bytes up to a limit. Takes little more memory than they are, however small the parts they come in. */
export class BoundedBytes {
  length = 0;
  readonly #limit: number;
  /** Those collected, and room for more. */
  #bytes: Buffer = Buffer.alloc(0);

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Throws `Fault` 18 where they are too many. */
  add(bytes: Buffer): void {
    this.expect(bytes.length);
    const before = this.length;
    this.length += bytes.length;
    // Most answers come in one part, which is kept as it is; of several, each would hold on to its packet.
    if (before === 0) this.#bytes = bytes;
    else {
      if (this.length > this.#bytes.length) this.#grow(before);
      bytes.copy(this.#bytes, before);
    }
  }

  /** Throws `Fault` 18 where that many more bytes would be too many. */
  expect(count: number): void {
    if (this.length + count > this.#limit) {
      throw new Fault(18, `the answer is longer than ${this.#limit} bytes`);
    }
  }

  whole(): Buffer {
    return this.#bytes.subarray(0, this.length);
  }

  #grow(used: number): void {
    const room = Buffer.allocUnsafe(Math.max(this.length, Math.min(used * 2, this.#limit)));
    this.#bytes.copy(room, 0, 0, used);
    this.#bytes = room;
  }
}
