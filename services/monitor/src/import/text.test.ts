import { expect, test } from 'vitest';
import type { ValueReference } from './draft.ts';
import { withReferences } from './text.ts';

const open: ValueReference = { kind: 'value', name: 'open', isSecret: true };

test('a secret that goes on behind a reference is cut there', () => {
  const text = ['Token abc-', open, '-def'];
  const secret = (value: string) => ({ kind: 'value', name: 'S', value, isSecret: true });
  expect(withReferences(text, [{ name: 'S', start: 6, end: 13 }])).toEqual([
    'Token ',
    secret('abc-'),
    open,
    secret('-d'),
    'ef',
  ]);
});
