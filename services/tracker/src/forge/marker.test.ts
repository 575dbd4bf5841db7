import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readMarker, withMarker } from './marker.ts';

const id = '01HZZZZZZZZZZZZZZZZZZZZZZA';

it('gives back the text and the id, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', '\n', '-->', '<!--', ' ') }), text => {
      expect(readMarker(withMarker(text, id))).toEqual({ text, id });
    }),
  );
});

it('is found where a browser has sent carriage returns', () => {
  expect(readMarker(`a\r\nb\r\n\r\n<!-- tracker:${id} -->\r\n`)).toEqual({ text: 'a\nb', id });
});

it.each([
  'no marker',
  `<!-- tracker:${id} --> and then more`,
  '<!-- tracker:ZZZZZZZZZZZZZZZZZZZZZZZZZZ -->',
  '<!-- tracker:1 -->',
])('finds none in %j', text => {
  expect(readMarker(text)).toEqual({ text, id: undefined });
});

it('is left out where it does not fit', () => {
  expect(withMarker('x'.repeat(65_536), id)).toHaveLength(65_536);
});
