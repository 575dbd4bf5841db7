import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { runPicket } from '../../fixtures/picket-process.ts';

const file = fileURLToPath(new URL('../../fixtures/mixed-mistakes.yaml', import.meta.url));

test('--validate tells every mistake of a file, whatever else is wrong, and exits 1', async () => {
  const { code, stdout, stderr } = await runPicket(['-c', file, '--validate'], { env: {} });

  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  const [summary, ...told] = stderr.trimEnd().split('\n');
  const lines = told.map(each => Number(/^[^:]+:(\d+)(?::\d+)? {2}\w+\S*: ./.exec(each)?.[1]));
  const expected = await markedLines();
  expect(lines, stderr).toEqual(expected);
  expect(summary).toBe(`picket: the configuration has ${expected.length} errors`);
});

/** The number of each line once for every mistake it says it holds. */
async function markedLines(): Promise<number[]> {
  const text = await readFile(file, 'utf8');
  return text.split('\n').flatMap((line, index) => {
    const count = Number(/ # (\d+)(, its \w+)?$/.exec(line)?.[1] ?? 0);
    return Array<number>(count).fill(index + 1);
  });
}
