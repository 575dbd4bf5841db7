import { BoundedBytes } from '../bounded-bytes.ts';
import { Fault } from '../fault.ts';
import { type BodyReader, bodyReader } from './body-reader.ts';
import { framingOf } from './framing.ts';
import { parseHead, type ResponseHead } from './response-head.ts';

/** Bytes of status line and headers that are read, those of interim answers counted in. */
const maxHead = 65_536;
const headEnd = '\r\n\r\n';
const beginning = Buffer.from('HTTP/1.');

export interface Expected {
  readonly method: string;
  readonly maxBody: number;
  /** The request asked for another protocol, so that 101 is an answer. */
  readonly upgrade: boolean;
  /** Whether the body is wanted, for an answer with this head. */
  readonly wantsBody: (head: ResponseHead) => boolean;
}

export interface Received {
  readonly head: ResponseHead;
  /** As it was sent, still compressed. */
  readonly body: Buffer;
}

/** Reads one HTTP/1.x answer, strictly, from bytes split anywhere. */
export class ResponseReader {
  readonly #expected: Expected;
  readonly #body: BoundedBytes;
  #pending: Buffer | undefined;
  #interimBytes = 0;
  #head: ResponseHead | undefined;
  #bodyReader: BodyReader | undefined;

  constructor(expected: Expected) {
    this.#expected = expected;
    this.#body = new BoundedBytes(expected.maxBody);
  }

  /** True when the answer is whole. Throws `Fault`. */
  push(bytes: Buffer): boolean {
    if (this.#bodyReader !== undefined) return this.#bodyReader.push(bytes);
    return this.#readHead(bytes);
  }

  /** The peer has closed, so the answer is whole. Throws `Fault` 22 or 24 where it is not. */
  end(): true {
    if (this.#bodyReader === undefined) {
      throw new Fault(22, 'the connection was closed before an answer came');
    }
    this.#bodyReader.end();
    return true;
  }

  /** Only once the answer is whole. */
  received(): Received {
    if (this.#head === undefined) throw new Fault(22, 'there is no whole answer');
    return { head: this.#head, body: this.#body.whole() };
  }

  #readHead(bytes: Buffer): boolean {
    const held = this.#pending?.length ?? 0;
    let rest = this.#pending === undefined ? bytes : Buffer.concat([this.#pending, bytes]);
    let searchFrom = Math.max(held - headEnd.length + 1, 0);
    for (;;) {
      checkBeginning(rest);
      const end = rest.indexOf(headEnd, searchFrom, 'latin1');
      this.#checkHeadSize(end === -1 ? rest.length : end);
      if (end === -1) {
        this.#pending = rest;
        return false;
      }
      const head = parseHead(rest.toString('latin1', 0, end));
      rest = rest.subarray(end + headEnd.length);
      if (this.#isFinal(head)) return this.#beginBody(head, rest);
      this.#interimBytes += end;
      searchFrom = 0;
    }
  }

  #isFinal({ status }: ResponseHead): boolean {
    if (status !== 101) return status >= 200;
    if (!this.#expected.upgrade) throw new Fault(21, 'the server switched protocols, unasked');
    return true;
  }

  #beginBody(head: ResponseHead, rest: Buffer): boolean {
    this.#head = head;
    if (!this.#expected.wantsBody(head)) return true;
    this.#bodyReader = bodyReader(framingOf(head, this.#expected.method), this.#body);
    if (this.#bodyReader === undefined) return true;
    return rest.length > 0 && this.#bodyReader.push(rest);
  }

  #checkHeadSize(length: number): void {
    if (this.#interimBytes + length > maxHead) {
      throw new Fault(18, `the answer’s headers are larger than ${maxHead} bytes`);
    }
  }
}

/** Told from the first bytes, as a server of another protocol may never end its line. */
function checkBeginning(bytes: Buffer): void {
  const count = Math.min(bytes.length, beginning.length);
  if (bytes.compare(beginning, 0, count, 0, count) !== 0) {
    throw new Fault(9, 'the answer is not HTTP/1');
  }
}
