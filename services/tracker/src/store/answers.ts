import type { Readable } from 'node:stream';

/** Reads what a process answers, line by line and byte by byte. */
export class Answers {
  readonly #chunks: Buffer[] = [];
  #size = 0;
  #ended = false;
  #wake: () => void = () => {};

  constructor(stream: Readable) {
    stream.on('data', (chunk: Buffer) => {
      this.#chunks.push(chunk);
      this.#size += chunk.length;
      this.#wake();
    });
    const end = (): void => {
      this.#ended = true;
      this.#wake();
    };
    stream.on('end', end);
    stream.on('close', end);
  }

  /** Never settles once the process has ended. */
  async line(): Promise<string> {
    return (await this.nextLine()) ?? (await never());
  }

  /** Never settles once the process has ended. */
  async bytes(count: number): Promise<Buffer> {
    return (await this.nextBytes(count)) ?? (await never());
  }

  /** The next line, undefined if the process ended before it was whole. */
  async nextLine(): Promise<string | undefined> {
    let length = this.#lengthOfLine();
    while (length === undefined) {
      if (this.#ended) return undefined;
      await this.#more();
      length = this.#lengthOfLine();
    }
    return this.#take(length + 1).toString('utf8', 0, length);
  }

  /** The next bytes, undefined if the process ended before there were as many. */
  async nextBytes(count: number): Promise<Buffer | undefined> {
    while (this.#size < count) {
      if (this.#ended) return undefined;
      await this.#more();
    }
    return this.#take(count);
  }

  #lengthOfLine(): number | undefined {
    let before = 0;
    for (const chunk of this.#chunks) {
      const at = chunk.indexOf(10);
      if (at !== -1) return before + at;
      before += chunk.length;
    }
    return undefined;
  }

  /** Of the chunks only those are joined that it lies in: what waits behind them is not copied. */
  #take(count: number): Buffer {
    const parts: Buffer[] = [];
    let missing = count;
    while (missing > 0) {
      const chunk = this.#chunks.shift();
      if (chunk === undefined) break;
      parts.push(chunk.subarray(0, missing));
      if (chunk.length > missing) this.#chunks.unshift(chunk.subarray(missing));
      missing -= Math.min(missing, chunk.length);
    }
    this.#size -= count;
    const [only] = parts;
    return parts.length === 1 && only !== undefined ? only : Buffer.concat(parts);
  }

  #more(): Promise<void> {
    return new Promise(resolve => {
      this.#wake = resolve;
    });
  }
}

function never(): Promise<never> {
  return new Promise(() => {});
}
