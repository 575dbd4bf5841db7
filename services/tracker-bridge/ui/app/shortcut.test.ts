import { describe, expect, it } from 'vitest';
import { shortcutOf } from './shortcut.ts';

const plain = { ctrlKey: false, metaKey: false, altKey: false };

describe('shortcutOf', () => {
  it.each([
    ['g', false, { does: 'prefix' }],
    ['t', true, { does: 'go', key: 't' }],
    ['g', true, { does: 'go', key: 'g' }],
    ['?', false, { does: 'help' }],
    ['/', false, { does: 'press', key: '/' }],
    ['n', false, { does: 'press', key: 'n' }],
    ['Enter', false, undefined],
    ['ArrowDown', true, undefined],
  ])('%s, after g: %s', (key, isAfterPrefix, shortcut) => {
    expect(shortcutOf({ ...plain, key }, isAfterPrefix)).toEqual(shortcut);
  });

  it.each(['ctrlKey', 'metaKey', 'altKey'])('leaves keys with %s to the browser', modifier => {
    expect(shortcutOf({ ...plain, key: 'n', [modifier]: true }, false)).toBeUndefined();
  });
});
