import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Expected, type Received, ResponseReader } from './response-reader.ts';

const ordinary: Expected = {
  method: 'GET',
  maxBody: 1000,
  upgrade: false,
  wantsBody: () => true,
};

/** Reads the pieces, then the peer’s close where the answer is not whole before it. */
function read(pieces: readonly (string | Buffer)[], expected: Partial<Expected> = {}): Received {
  const reader = new ResponseReader({ ...ordinary, ...expected });
  const bytes = pieces.map(piece => (typeof piece === 'string' ? Buffer.from(piece) : piece));
  if (!bytes.some(piece => reader.push(piece))) reader.end();
  return reader.received();
}

const bodyOf = (answer: string, expected?: Partial<Expected>) =>
  read([answer], expected).body.toString();
const ok = (headers: string, body = '') => `HTTP/1.1 200 OK\r\n${headers}\r\n${body}`;
const chunked = (body: string) => ok('Transfer-Encoding: chunked\r\n', body);

/** A piece of an answer that is the same however it is split. */
function splitAt(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [0, ...cuts.map(cut => cut % (bytes.length + 1)), bytes.length];
  places.sort((one, other) => one - other);
  return places.slice(1).map((end, index) => bytes.subarray(places[index], end));
}

describe('the head of an answer', () => {
  test('is read into version, status, reason and headers in lower case', () => {
    const { head } = read(['HTTP/1.0 404 Not Found here\r\nX-One:  a b \r\nEMPTY:\r\n\r\n']);
    expect(head).toMatchObject({ version: '1.0', status: 404, statusText: 'Not Found here' });
    expect({ ...head.headers }).toEqual({ 'x-one': 'a b', empty: '' });
  });

  test('joins repeated headers', () => {
    expect(read([ok('A: 1\r\na: 2\r\n')]).head.headers.a).toBe('1, 2');
  });

  test('may lack a reason', () => {
    expect(read(['HTTP/1.1 200\r\n\r\n']).head).toMatchObject({ status: 200, statusText: '' });
  });

  test('comes after any interim answers', () => {
    const interim = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n';
    const { head } = read([interim + ok('A: 1\r\n')]);
    expect({ ...head.headers }).toEqual({ a: '1' });
  });

  test('keeps a header called like a property of every object', () => {
    const { headers } = read([ok('__proto__: a\r\n')]).head;
    expect(Object.entries(headers)).toEqual([['__proto__', 'a']]);
  });

  test.each([
    ['another protocol', 'SSH-2.0-OpenSSH'],
    ['HTTP/2 as text', 'HTTP/2 200\r\n\r\n'],
    ['a status of two digits', 'HTTP/1.1 99 No\r\n\r\n'],
    ['a status that begins with 0', 'HTTP/1.1 099 No\r\n\r\n'],
    ['a folded header', ok('A: 1\r\n b\r\n')],
    ['a blank before the colon', ok('A : 1\r\n')],
    ['a header without a colon', ok('A\r\n')],
    ['a header without a name', ok(': 1\r\n')],
    ['a zero byte', ok('A: \0\r\n')],
    ['a bare line feed in a value', ok('A: 1\nB: 2\r\n')],
    ['a Content-Length that is no number', ok('Content-Length: -1\r\n')],
    ['Content-Lengths that differ', ok('Content-Length: 1\r\nContent-Length: 2\r\n', 'ab')],
    ['two ways of framing', ok('Content-Length: 1\r\nTransfer-Encoding: chunked\r\n', 'a')],
  ])('is refused with 9 for %s', (_what, answer) => {
    expect(() => read([answer])).toThrow(expect.objectContaining({ status: 9 }));
  });

  test('is refused with 9 from its first bytes, as the line may never end', () => {
    const reader = new ResponseReader(ordinary);
    expect(() => reader.push(Buffer.from('220 '))).toThrow(expect.objectContaining({ status: 9 }));
  });

  test('is refused with 18 past 64 KiB, also when it never ends', () => {
    const long = `A: ${'x'.repeat(70_000)}`;
    expect(() => read([ok(`${long}\r\n`)])).toThrow(expect.objectContaining({ status: 18 }));
    expect(() => read([`HTTP/1.1 200 OK\r\n${long}`])).toThrow(
      expect.objectContaining({ status: 18 }),
    );
  });

  test('is refused with 18 when interim answers do not stop', () => {
    const interim = 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(4000);
    expect(() => read([interim])).toThrow(expect.objectContaining({ status: 18 }));
  });

  test.each(['', 'HTT', 'HTTP/1.1 200 OK\r\nA: 1\r\n'])(
    'is refused with 22 when the peer closes after %j',
    start => {
      expect(() => read([start])).toThrow(expect.objectContaining({ status: 22 }));
    },
  );

  test('is refused with 21 for an unasked 101, and read where it was asked for', () => {
    const answer = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n';
    expect(() => read([answer])).toThrow(expect.objectContaining({ status: 21 }));
    expect(read([answer], { upgrade: true }).head.status).toBe(101);
  });
});

describe('the body of an answer', () => {
  test('ends with Content-Length, what comes after it dropped', () => {
    expect(bodyOf(ok('Content-Length: 3\r\n', 'abcdef'))).toBe('abc');
    expect(bodyOf(ok('Content-Length: 3\r\nContent-Length: 3\r\n', 'abc'))).toBe('abc');
    expect(bodyOf(ok('Content-Length: 0\r\n', 'x'))).toBe('');
  });

  test('ends with the connection where nothing else says so', () => {
    expect(bodyOf(ok('', 'abc'))).toBe('abc');
  });

  test('ends with the last chunk, extensions and trailers dropped', () => {
    const body =
      '3;name="a;b"\r\nabc\r\n0A \r\n0123456789\r\n00\r\nTrailer: 1\r\nOther: 2\r\n\r\nrest';
    expect(bodyOf(chunked(body))).toBe('abc0123456789');
  });

  test.each(['HEAD 200', 'GET 204', 'GET 304'])('is none for %s', what => {
    const [method = '', status = ''] = what.split(' ');
    const answer = `HTTP/1.1 ${status} X\r\nContent-Length: 5\r\n\r\n`;
    const reader = new ResponseReader({ ...ordinary, method });
    expect(reader.push(Buffer.from(answer))).toBe(true);
    expect(reader.received().body).toHaveLength(0);
  });

  test('is not waited for where it is not wanted', () => {
    const reader = new ResponseReader({ ...ordinary, wantsBody: () => false });
    expect(reader.push(Buffer.from(ok('Content-Length: 5\r\n')))).toBe(true);
  });

  test.each([
    [9, 'a chunk without its line end', chunked('3\r\nabcd\r\n0\r\n\r\n')],
    [9, 'a chunk size that is no number', chunked('x\r\n')],
    [9, 'a negative chunk size', chunked('-1\r\n')],
    [9, 'a chunk size ended by a line feed alone', chunked('3\nabc\r\n0\r\n\r\n')],
    [9, 'a malformed trailer', chunked('0\r\nA b: 1\r\n\r\n')],
    [18, 'a long chunk extension', chunked(`1;${'x'.repeat(5000)}`)],
    [18, 'too many trailers', chunked(`0\r\n${'A: 1\r\n'.repeat(12_000)}`)],
    [18, 'a chunk larger than the limit', chunked('ffffffffffffffffffff\r\n')],
    [18, 'a Content-Length larger than the limit', ok('Content-Length: 1001\r\n')],
    [18, 'more bytes than the limit', ok('', 'x'.repeat(1001))],
    [22, 'a close in the middle of a chunk', chunked('5\r\nabc')],
    [22, 'a close before the last chunk', chunked('3\r\nabc\r\n')],
    [22, 'a close before the end of the trailers', chunked('0\r\n')],
    [23, 'an unknown transfer encoding', ok('Transfer-Encoding: gzip, chunked\r\n')],
    [24, 'fewer bytes than Content-Length', ok('Content-Length: 5\r\n', 'abc')],
  ])('is refused with %i for %s', (status, _what, answer) => {
    expect(() => read([answer])).toThrow(expect.objectContaining({ status }));
  });
});

describe('however the bytes are split', () => {
  const framings = fc.constantFrom('length', 'chunked', 'close');
  const content = fc.uint8Array({ maxLength: 300 }).map(bytes => Buffer.from(bytes));
  const cuts = fc.array(fc.nat(), { maxLength: 20 });

  test('a whole answer gives the same head and body', () => {
    fc.assert(
      fc.property(framings, content, fc.nat(40), cuts, (framing, body, size, places) => {
        const { head, body: read_ } = read(splitAt(framed(framing, body, size + 1), places));
        expect(head.status).toBe(200);
        expect(head.headers['x-interim']).toBeUndefined();
        expect(read_.equals(body)).toBe(true);
      }),
    );
  });

  test('a truncated answer is never taken for a whole one, unless its end is the close', () => {
    fc.assert(
      fc.property(fc.constantFrom('length', 'chunked'), content, fc.nat(), cuts, (...drawn) => {
        const [framing, body, end, places] = drawn;
        const whole = framed(framing, body, 7);
        const part = whole.subarray(0, end % whole.length);
        expect(() => read(splitAt(part, places))).toThrow(
          expect.objectContaining({ status: expect.toSatisfy(code => code === 22 || code === 24) }),
        );
      }),
    );
  });

  test('any bytes at all end in an answer or one of the known faults', () => {
    const noise: fc.Arbitrary<Buffer> = fc.oneof(
      fc.uint8Array({ maxLength: 200 }).map(bytes => Buffer.from(bytes)),
      fc.string({ maxLength: 200 }).map(text => Buffer.from(ok(text))),
      fc.string({ maxLength: 200 }).map(text => Buffer.from(chunked(text))),
    );
    fc.assert(
      fc.property(noise, cuts, (bytes: Buffer, places) => {
        const pieces = splitAt(bytes, places);
        expect(outcomeOf(pieces)).toEqual(outcomeOf([bytes]));
      }),
    );
  });
});

function framed(framing: string, body: Buffer, size: number): Buffer {
  const interim = 'HTTP/1.1 103 Early Hints\r\nX-Interim: 1\r\n\r\n';
  const head = (header: string) =>
    Buffer.from(`${interim}HTTP/1.1 200 OK\r\nA: b\r\n${header}\r\n`);
  if (framing === 'close') return Buffer.concat([head(''), body]);
  if (framing === 'length') {
    return Buffer.concat([head(`Content-Length: ${body.length}\r\n`), body]);
  }
  const parts: Buffer[] = [head('Transfer-Encoding: chunked\r\n')];
  for (let at = 0; at < body.length; at += size) {
    const chunk = body.subarray(at, at + size);
    parts.push(Buffer.from(`${chunk.length.toString(16)};e=1\r\n`), chunk, Buffer.from('\r\n'));
  }
  return Buffer.concat([...parts, Buffer.from('0\r\nT: 1\r\n\r\n')]);
}

function outcomeOf(pieces: readonly Buffer[]): unknown {
  try {
    return read(pieces).body.toString('hex');
  } catch (error) {
    if (error instanceof Error && 'status' in error) return error.status;
    throw error;
  }
}
