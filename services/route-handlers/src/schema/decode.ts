import { type Entries, isPlainObject } from './plain-object.ts';
import { type CheckOf, compileTransform, type Transform } from './transform.ts';
import { Undecodable } from './undecodable.ts';

/**
 * Compiles what a schema's codecs (`Type.Codec`) make of a value that fits it; `undefined` for a schema without
 * any. What a codec throws comes as `Undecodable`: it is how a codec refuses a value that fits its schema.
 */
export const compileDecoding = (schema: Entries, checkOf: CheckOf): Transform | undefined =>
  compileTransform(schema, { after: decoding, unions: 'given', checkOf });

function decoding({ '~codec': codec }: Entries): Transform | undefined {
  if (!isPlainObject(codec) || typeof codec.decode !== 'function') return undefined;
  const { decode } = codec;
  return value => {
    if (value === undefined) return undefined;
    try {
      return decode(value);
    } catch (cause) {
      throw new Undecodable('a codec refused a value', { cause });
    }
  };
}
