import { faultOf } from '../record/check-value.ts';
import type { FieldShape, FieldValue } from '../record/field.ts';
import { coerceInstant } from './coerce-instant.ts';

/** A value as its field takes it, or what is wrong with it, in words that follow the name of the flag. */
export type Coerced = { readonly value: FieldValue } | { readonly fault: string };

/**
 * What a flag gave, as the value of its field. An empty text means that the field is to hold nothing, where it may.
 * References stay as they were given, an id or a number: only the board can tell which record is meant.
 */
export function coerceValue(shape: FieldShape, given: readonly string[]): Coerced {
  const [text = ''] = given;
  switch (shape.kind) {
    case 'line':
      return checked(shape, text === '' && !shape.required ? null : text);
    case 'text':
      return checked(shape, text);
    case 'choice':
      return checked(shape, text === '' && shape.nullable ? null : text);
    case 'instant':
      return checked(shape, text === '' ? null : (coerceInstant(text) ?? text));
    case 'number':
      return checked(shape, text === '' ? null : (coerceNumber(text) ?? text));
    case 'reference':
      if (text !== '') return { value: text };
      return shape.nullable
        ? { value: null }
        : { fault: `must be the id or number of a ${shape.to}` };
    case 'set':
      return coerceMembers(shape, given);
  }
}

function coerceMembers(
  shape: FieldShape & { readonly kind: 'set' },
  given: readonly string[],
): Coerced {
  // One empty value empties the set; beside others it is a member, which sets do not take.
  const members = given.length === 1 && given[0] === '' ? [] : [...new Set(given)];
  if (shape.of.kind === 'line') return checked(shape, members);
  return members.includes('')
    ? { fault: `must be ids or numbers of ${shape.of.to}s` }
    : { value: members };
}

function checked(shape: FieldShape, value: FieldValue): Coerced {
  const fault = faultOf(shape, value);
  return fault === undefined ? { value } : { fault };
}

/** A plain decimal: no hexadecimal, no exponent, no blanks. */
function coerceNumber(text: string): number | undefined {
  return /^\d{1,10}(?:\.\d{1,10})?$/.test(text) ? Number(text) : undefined;
}
