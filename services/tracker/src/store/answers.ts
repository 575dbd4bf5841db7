import type { Readable } from 'node:stream';

/** Reads what a process answers, line by line and byte by byte. Never settles once the process has ended. */
export class Answers {
  #held = Buffer.alloc(0);
  #wake: () => void = () => {};

  constructor(stream: Readable) {
    stream.on('data', (chunk: Buffer) => {
      this.#held = Buffer.concat([this.#held, chunk]);
      this.#wake();
    });
  }

  async line(): Promise<string> {
    let end = this.#held.indexOf(10);
    while (end === -1) {
      await this.#more();
      end = this.#held.indexOf(10);
    }
    return this.#take(end + 1).toString('utf8', 0, end);
  }

  async bytes(count: number): Promise<Buffer> {
    while (this.#held.length < count) await this.#more();
    return this.#take(count);
  }

  #take(count: number): Buffer {
    const taken = this.#held.subarray(0, count);
    this.#held = this.#held.subarray(count);
    return taken;
  }

  #more(): Promise<void> {
    return new Promise(resolve => {
      this.#wake = resolve;
    });
  }
}
