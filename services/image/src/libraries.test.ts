import { describe, expect, test } from 'vitest';
import { readLdd } from './libraries.ts';

describe('the output of ldd', () => {
  test('names each library where it was found, and the loader', () => {
    const output = [
      '\tlinux-vdso.so.1 (0x00007ffd3a5f2000)',
      '\tlibstdc++.so.6 => /lib/x86_64-linux-gnu/libstdc++.so.6 (0x00007faaa0200000)',
      '\tlibcap.so.2 => /opt/my libraries/libcap.so.2 (0x00007f802088f000)',
      '\t/lib64/ld-linux-x86-64.so.2 (0x00007faaa0573000)',
      '',
    ].join('\n');
    expect(readLdd(output)).toEqual([
      '/lib/x86_64-linux-gnu/libstdc++.so.6',
      '/opt/my libraries/libcap.so.2',
      '/lib64/ld-linux-x86-64.so.2',
    ]);
  });

  test('that misses a library is refused', () => {
    expect(() => readLdd('\tlibcap.so.2 => not found\n')).toThrow('libcap.so.2 is not installed');
  });
});
