import { BodyTooLarge } from '../body-too-large.ts';

const none = new Uint8Array();

/**
 * The chunks of a body as one. A body of one chunk isn't copied; of more, none is held on to, so that one sent byte
 * by byte takes no more memory than its size.
 */
export class GatheredBytes {
  readonly #limit: number;
  #bytes: Uint8Array = none;
  #size = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Throws `BodyTooLarge` past the limit. */
  add(chunk: Uint8Array): void {
    const size = this.#size + chunk.length;
    if (size > this.#limit) throw new BodyTooLarge(`more than ${this.#limit} bytes`);
    if (this.#size === 0) {
      this.#bytes = chunk;
    } else {
      if (size > this.#bytes.length) this.#grow(size);
      this.#bytes.set(chunk, this.#size);
    }
    this.#size = size;
  }

  whole(): Uint8Array {
    return this.#bytes.length === this.#size ? this.#bytes : this.#bytes.subarray(0, this.#size);
  }

  #grow(size: number): void {
    const larger = new Uint8Array(Math.min(Math.max(size, this.#bytes.length * 2), this.#limit));
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}
