import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, test } from 'vitest';
import { sampleChange } from '../../fixtures/sample-change.ts';
import { createStateFiles } from '../../fixtures/state-files.ts';

const files = createStateFiles();
const { newPath, open } = files;

afterEach(() => files[Symbol.asyncDispose]());

describe('a state file', () => {
  test('is refused while another opener holds it, and usable once that one has closed', async () => {
    const path = await newPath();
    const holder = open(path);
    expect(() => open(path)).toThrow(
      expect.objectContaining({
        code: 'PKT_STATE_IN_USE',
        message: expect.stringContaining(path),
      }),
    );
    await holder.close();
    await open(path).store.open('shop');
  });

  test.each([
    ['text', () => 'probes:\n  - id: shop\n'.repeat(100)],
    ['a damaged page', damage],
  ])('is refused and left as it is when it holds %s', async (_, content) => {
    const path = await newPath();
    await writeFile(path, await content());
    const before = await readFile(path);
    expect(() => open(path)).toThrow(
      expect.objectContaining({
        code: 'PKT_STATE_UNREADABLE',
        message: expect.stringContaining('move it away'),
      }),
    );
    expect(await readFile(path)).toEqual(before);
  });

  test('is refused when it is another program’s database', async () => {
    const path = await newPath();
    const other = new DatabaseSync(path);
    other.exec('CREATE TABLE songs (title TEXT)');
    other.close();
    const before = await readFile(path);
    expect(() => open(path)).toThrow(/another program’s/);
    expect(await readFile(path)).toEqual(before);
  });

  test('is refused when a newer version wrote it', async () => {
    const path = await newPath();
    await open(path).close();
    const newer = new DatabaseSync(path);
    newer.exec('PRAGMA user_version = 1000');
    newer.close();
    expect(() => open(path)).toThrow(/newer version/);
  });

  test('is refused when it is a folder, or in a folder that is not there', async () => {
    const path = await newPath();
    for (const unusable of [tmpdir(), join(path, 'state.sqlite')])
      expect(() => open(unusable)).toThrow(
        expect.objectContaining({
          code: 'PKT_STATE_UNREADABLE',
          message: expect.stringContaining('check that its folder exists'),
        }),
      );
  });

  async function damage(): Promise<Buffer> {
    const path = await newPath();
    const file = open(path);
    const { uid } = await file.store.open('shop');
    await Promise.all(
      Array.from({ length: 100 }, (_, n) => file.store.record(sampleChange(uid, n))),
    );
    await file.close();
    const bytes = await readFile(path);
    // Every page but the first, which names the schema.
    return bytes.fill(0xa5, 4096);
  }
});
