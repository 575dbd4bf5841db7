import type { BoundedBytes } from '../bounded-bytes.ts';
import { Fault } from '../fault.ts';
import type { BodyReader } from './body-reader.ts';
import { parseHeaders } from './response-head.ts';

const maxSizeLine = 4096;
const maxTrailers = 65_536;
const sizeLine = /^([\da-f]+)[\t ]*(?:;[\t\x20-\x7e\x80-\xff]*)?$/i;

type State = 'size' | 'data' | 'data-end' | 'trailers' | 'done';

/** Reads `Transfer-Encoding: chunked` (RFC 9112, section 7.1); extensions and trailers are checked and dropped. */
export class ChunkedReader implements BodyReader {
  readonly #into: BoundedBytes;
  #state: State = 'size';
  /** Bytes of the current chunk not yet there. */
  #missing = 0;
  /** Part of a line whose end has not come yet. */
  #line = '';
  readonly #trailers: string[] = [];
  #trailerBytes = 0;

  constructor(into: BoundedBytes) {
    this.#into = into;
  }

  push(bytes: Buffer): boolean {
    let at = 0;
    while (at < bytes.length && this.#state !== 'done') {
      at = this.#state === 'data' ? this.#readData(bytes, at) : this.#readLine(bytes, at);
    }
    return this.#state === 'done';
  }

  end(): void {
    throw new Fault(22, 'the connection was closed in the middle of a chunked body');
  }

  #readData(bytes: Buffer, at: number): number {
    const end = Math.min(at + this.#missing, bytes.length);
    this.#into.add(bytes.subarray(at, end));
    this.#missing -= end - at;
    if (this.#missing === 0) this.#state = 'data-end';
    return end;
  }

  #readLine(bytes: Buffer, at: number): number {
    const feed = bytes.indexOf(0x0a, at);
    const end = feed === -1 ? bytes.length : feed + 1;
    this.#line += bytes.toString('latin1', at, end);
    this.#checkLineLength();
    if (feed !== -1) {
      if (!this.#line.endsWith('\r\n')) throw malformed();
      const line = this.#line.slice(0, -2);
      this.#line = '';
      this.#takeLine(line);
    }
    return end;
  }

  #checkLineLength(): void {
    const limit = this.#state === 'trailers' ? maxTrailers - this.#trailerBytes : maxSizeLine;
    if (this.#state === 'data-end' && this.#line.length > 2) throw malformed();
    if (this.#line.length > limit) {
      throw new Fault(18, 'the chunked body has a line that is too long, or too many trailers');
    }
  }

  #takeLine(line: string): void {
    if (this.#state === 'size') this.#takeSize(line);
    else if (this.#state === 'data-end') this.#takeDataEnd(line);
    else this.#takeTrailer(line);
  }

  #takeSize(line: string): void {
    const size = sizeLine.exec(line)?.[1];
    if (size === undefined) throw malformed();
    this.#missing = Number.parseInt(size, 16);
    this.#into.expect(this.#missing);
    this.#state = this.#missing === 0 ? 'trailers' : 'data';
  }

  #takeDataEnd(line: string): void {
    if (line !== '') throw malformed();
    this.#state = 'size';
  }

  #takeTrailer(line: string): void {
    this.#trailerBytes += line.length + 2;
    if (line !== '') {
      this.#trailers.push(line);
      return;
    }
    parseHeaders(this.#trailers);
    this.#state = 'done';
  }
}

function malformed(): Fault {
  return new Fault(9, 'the chunked body is malformed');
}
