import { readFileSync } from 'node:fs';

/** The flags the command runs Node with, taken from its first line: what is measured is what is shipped. */
export const nodeFlags = flagsOf(
  readFileSync(new URL('../bin/picket.js', import.meta.url), 'utf8').split('\n', 1)[0] ?? '',
);

function flagsOf(shebang: string): string[] {
  return shebang.split(' ').filter(word => word.startsWith('--'));
}
