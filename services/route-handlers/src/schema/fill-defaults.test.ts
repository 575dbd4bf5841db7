import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { compiledCheck } from './compiled-check.ts';
import { compileDecoding } from './decode.ts';
import { compileDefaults } from './fill-defaults.ts';

const node = (value: object) => ({
  $defs: {
    Node: {
      type: 'object',
      properties: { value, next: { anyOf: [{ $ref: '#/$defs/Node' }, { type: 'null' }] } },
    },
  },
  $ref: '#/$defs/Node',
});

describe('compileDefaults and compileDecoding', () => {
  it('make nothing of a schema without defaults and codecs, even one that leads to itself', () => {
    expect(compileDefaults(node({ type: 'string' }), compiledCheck)).toBeUndefined();
    expect(compileDecoding(node({ type: 'string' }), compiledCheck)).toBeUndefined();
  });

  it('make something of one with them', () => {
    const fill = compileDefaults(node({ type: 'string', default: 'a' }), compiledCheck);
    expect(fill?.({ next: { next: null } })).toEqual({
      value: 'a',
      next: { value: 'a', next: null },
    });
    const upper = Type.Codec(Type.String())
      .Decode(text => text.toUpperCase())
      .Encode(text => text);
    const decode = compileDecoding(node(upper), compiledCheck);
    expect(decode?.({ value: 'a', next: { value: 'b' } })).toEqual({
      value: 'A',
      next: { value: 'B' },
    });
  });
});
