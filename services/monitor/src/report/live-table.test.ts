import { Writable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import {
  answeredHttps,
  exampleProbe,
  exampleRequest,
  judgeRuns,
  refused,
} from '../../fixtures/example-run.ts';
import { hostile, hostileRuns, withoutOwnCodes } from '../../fixtures/hostile-run.ts';
import { PicketError } from '../errors.ts';
import type { Answered, Failed } from '../protocol/result.ts';
import { createLiveTable } from './live-table.ts';

class Terminal extends Writable {
  readonly isTTY = true;
  readonly columns: number;
  readonly rows: number;
  written = '';

  constructor({ columns = 80, rows = 24 }: { columns?: number; rows?: number }) {
    super();
    this.columns = columns;
    this.rows = rows;
  }

  override _write(chunk: Buffer, _: string, done: () => void): void {
    this.written += chunk.toString();
    done();
  }
}

function setUp(size: { columns?: number; rows?: number } = {}) {
  const out = new Terminal(size);
  let tick = () => {};
  let isTicking = true;
  const table = createLiveTable({
    out,
    footer: ['metrics: here   stop: Ctrl-C'],
    now: () => new Date(0),
    setInterval(run) {
      tick = run;
      return {
        cancel() {
          isTicking = false;
        },
      };
    },
  });
  /** The lines of the first picture: later ones are written as differences. */
  const firstPicture = () => {
    tick();
    return stripVTControlCharacters(out.written).split('\n');
  };
  return { table, out, firstPicture, tick: () => tick(), isTicking: () => isTicking };
}

const runsOf = (id: string, ...results: (Answered | Failed)[]) =>
  judgeRuns(exampleProbe(id), ...results.map(result => [result]));

test('says that it waits until there are results', () => {
  const { firstPicture } = setUp();
  expect(firstPicture()[0]).toBe('waiting for the first results');
});

test('rows in incident stand first, then those failing, then the healthy ones', () => {
  const { table, firstPicture } = setUp();
  for (const run of runsOf('well', answeredHttps())) table.judged(run);
  for (const run of runsOf('failing', refused())) table.judged(run);
  for (const run of runsOf('broken', refused(), refused())) table.judged(run);
  const picture = firstPicture();
  expect(picture[0]).toMatch(/^✖ {2}broken {2,}home {2,}incident .* ms {2}2 /);
  expect(picture[1]).toMatch(/^✖ {2}failing {2,}home {2,}failing /);
  expect(picture[2]).toMatch(/^✔ {2}well {2,}home {2,}healthy .* 200/);
  expect(picture.join('\n')).toContain('INCIDENT broken / home / unreachable: down');
});

test.each([9, 10, 24])('fits into %i rows, telling how many are hidden', rows => {
  const { table, firstPicture } = setUp({ rows, columns: 60 });
  for (let n = 0; n < 40; n++) {
    for (const run of runsOf(`probe ${n}`, refused(), refused())) table.judged(run);
  }
  const picture = firstPicture();
  expect(picture.length).toBeLessThanOrEqual(rows);
  expect(picture[0]).toContain('probe 0');
  expect(picture.join('\n')).toMatch(/and \d+ more/);
});

test('no line is wider than the terminal, also in scripts of double width', () => {
  const { table, firstPicture } = setUp({ columns: 50 });
  const request = exampleRequest({ key: '店舗の'.repeat(20) });
  const probe = exampleProbe('見張り'.repeat(20), { requests: [request] });
  for (const run of judgeRuns(probe, [refused()], [refused()])) table.judged(run);
  table.log.warn({ reason: 'long '.repeat(50) }, 'notification failed');
  for (const line of firstPicture()) expect(stringWidth(line)).toBeLessThanOrEqual(50);
});

test('a foreign text cannot steer the terminal', () => {
  const { table, out, tick } = setUp({ columns: 200 });
  for (const run of hostileRuns()) table.judged(run);
  table.log.warn({ reason: hostile }, 'it failed');
  tick();
  const plain = withoutOwnCodes(out.written);
  expect(plain).not.toMatch(/[\p{Cc}\p{Bidi_Control}\p{Zl}]/u);
  expect(plain).toContain('INCIDENT');
});

test('a request left out keeps its last result; removed probes leave', () => {
  const { table, firstPicture } = setUp();
  const [first, second] = judgeRuns(exampleProbe('shop'), [answeredHttps(204)], ['left-out']);
  for (const run of [first, second]) if (run) table.judged(run);
  for (const run of runsOf('gone', answeredHttps())) table.judged(run);
  table.removed('gone');
  const picture = firstPicture().join('\n');
  expect(picture).toMatch(/shop .*204/);
  expect(picture).not.toContain('gone');
});

test('of an error that tells of many things the first are shown', () => {
  const { table, firstPicture } = setUp();
  const problems = Array.from({ length: 12 }, (_, n) => `problem ${n}`);
  const error = new PicketError('PKT_CONFIG_INVALID', ['12 errors', ...problems].join('\n'));
  table.log.error({ err: error }, 'the old one goes on');
  const picture = firstPicture().join('\n');
  expect(picture).toContain('00:00:00 error: the old one goes on  err: 12 errors\n  problem 0\n');
  expect(picture).toContain('  and 8 more');
});

test('it is drawn a last time and its timer ends when it is disposed', () => {
  const { table, out, isTicking } = setUp();
  for (const run of runsOf('shop', answeredHttps())) table.judged(run);
  table[Symbol.dispose]();
  expect(out.written).toContain('shop');
  expect(isTicking()).toBe(false);
});
