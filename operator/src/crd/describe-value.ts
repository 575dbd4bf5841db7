import type { StructuralSchema } from './structural-schema.ts';

/**
 * The description of a value with what `kubectl explain`, the manual of the API, does not show: its bounds, its
 * default, and where the server checks no values, what it may be. Undefined where it has no description.
 */
export function describeValue(keywords: StructuralSchema, isChecked: boolean): string | undefined {
  const { description } = keywords;
  if (typeof description !== 'string') return undefined;
  return [
    description,
    ...(isChecked ? [] : choices(keywords)),
    ...range(keywords),
    ...fallback(keywords),
  ].join(' ');
}

function choices({ enum: values }: StructuralSchema): string[] {
  return Array.isArray(values) ? [`One of ${values.map(value => `\`${value}\``).join(', ')}.`] : [];
}

function range({ minimum, maximum }: StructuralSchema): string[] {
  return typeof minimum === 'number' && typeof maximum === 'number'
    ? [`From ${minimum} to ${maximum}.`]
    : [];
}

function fallback({ default: value }: StructuralSchema): string[] {
  return value === undefined ? [] : [`Default: ${value}.`];
}
