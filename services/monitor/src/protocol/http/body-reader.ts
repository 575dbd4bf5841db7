import type { BoundedBytes } from '../bounded-bytes.ts';
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
