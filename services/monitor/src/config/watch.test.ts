import { mkdir, mkdtemp, rename, rm, symlink, unlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ConfigWatch, watchConfig } from './watch.ts';

describe('watchConfig', () => {
  let directory = '';
  let file = '';
  let watch: ConfigWatch | undefined;
  const onChange = vi.fn();

  beforeEach(async () => {
    onChange.mockReset();
    directory = await mkdtemp(join(tmpdir(), 'picket-watch-'));
    file = join(directory, 'probes.yaml');
    await writeFile(file, 'one');
  });
  afterEach(async () => {
    watch?.close();
    await rm(directory, { recursive: true });
  });

  const begin = () => {
    watch = watchConfig(file, onChange, { interval: 20, settle: 10 });
  };
  const calls = (count: number) =>
    vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(count), {
      timeout: 20_000,
      interval: 5,
    });

  it('calls back once for each change', async () => {
    begin();
    await writeFile(file, 'second');
    await calls(1);
    await writeFile(file, 'three');
    await calls(2);
    await writeFile(file, 'four!');
    await calls(3);
  });

  it('notices a change made right after it began', async () => {
    begin();
    await writeFile(file, 'second');
    await calls(1);
  });

  it('notices a new file renamed over the old one, of the same size and times', async () => {
    const time = new Date(1_700_000_000_000);
    await utimes(file, time, time);
    begin();
    await writeFile(`${file}.new`, 'two');
    await utimes(`${file}.new`, time, time);
    await rename(`${file}.new`, file);
    await calls(1);
  });

  it('notices the swapped directory link of a ConfigMap volume', async () => {
    const [first, second] = [join(directory, '..1'), join(directory, '..2')];
    await mkdir(first);
    await mkdir(second);
    await writeFile(join(first, 'probes.yaml'), 'one');
    await writeFile(join(second, 'probes.yaml'), 'two');
    await symlink('..1', join(directory, '..data'));
    await unlink(file);
    await symlink('..data/probes.yaml', file);
    begin();
    await symlink('..2', join(directory, '..data_tmp'));
    await rename(join(directory, '..data_tmp'), join(directory, '..data'));
    await calls(1);
  });

  it('tells of a file that went away, and of its return', async () => {
    begin();
    await unlink(file);
    await calls(1);
    await writeFile(file, 'second');
    await calls(2);
  });

  it('tells of nothing after it is closed', async () => {
    begin();
    watch?.close();
    await writeFile(file, 'second');
    const other = vi.fn();
    watch = watchConfig(file, other, { interval: 20, settle: 10 });
    await writeFile(file, 'three');
    await vi.waitFor(() => expect(other).toHaveBeenCalledTimes(1), { timeout: 20_000 });
    expect(onChange).not.toHaveBeenCalled();
  });
});
