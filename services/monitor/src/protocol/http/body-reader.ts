import { Fault } from '../fault.ts';
import { ChunkedReader } from './chunked-reader.ts';
import type { Framing } from './framing.ts';

/** Takes a body’s bytes as they come. */
export interface BodyReader {
  /** True when the body is whole. Throws `Fault`. */
  push(bytes: Buffer): boolean;
  /** The peer has closed. Throws `Fault` 22 or 24 where the body is not whole. */
  end(): void;
}

/** Collects bytes up to a limit. */
export class BoundedBytes {
  length = 0;
  readonly #limit: number;
  readonly #parts: Buffer[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(bytes: Buffer): void {
    this.length += bytes.length;
    this.expect(0);
    this.#parts.push(bytes);
  }

  /** Throws `Fault` 18 where that many more bytes would be too many. */
  expect(count: number): void {
    if (this.length + count > this.#limit) {
      throw new Fault(18, `the body is larger than ${this.#limit} bytes`);
    }
  }

  whole(): Buffer {
    const [first] = this.#parts;
    return first !== undefined && this.#parts.length === 1 ? first : Buffer.concat(this.#parts);
  }
}

/** Undefined where there is no body to read. */
export function bodyReader(framing: Framing, into: BoundedBytes): BodyReader | undefined {
  if (framing.kind === 'none') return undefined;
  if (framing.kind === 'chunked') return new ChunkedReader(into);
  if (framing.kind === 'close') return untilClose(into);
  return framing.length === 0 ? undefined : ofLength(framing.length, into);
}

function untilClose(into: BoundedBytes): BodyReader {
  return {
    push(bytes) {
      into.add(bytes);
      return false;
    },
    end() {},
  };
}

function ofLength(length: number, into: BoundedBytes): BodyReader {
  into.expect(length);
  return {
    push(bytes) {
      const missing = length - into.length;
      into.add(bytes.length > missing ? bytes.subarray(0, missing) : bytes);
      return into.length === length;
    },
    end() {
      throw new Fault(24, `the body has ${into.length} bytes, its Content-Length says ${length}`);
    },
  };
}
