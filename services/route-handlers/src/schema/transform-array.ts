import type { Entries } from './plain-object.ts';
import type { Compile, Transform } from './transform.ts';
import { enter } from './undecodable.ts';

/** What a schema's `items` and `prefixItems` do to an array; `items` may also be a list, as TypeBox's tuples have it. */
export function arrayStep(schema: Entries, compile: Compile): Transform | undefined {
  const { first, others } = itemSchemas(schema);
  const prefix = first.map(compile);
  const rest = compile(others);
  if (rest === undefined && prefix.every(transform => transform === undefined)) return undefined;
  return given => {
    if (!Array.isArray(given)) return given;
    let copy: unknown[] | undefined;
    for (let index = 0; index < given.length; index += 1) {
      const value: unknown = given[index];
      const transform = index < prefix.length ? prefix[index] : rest;
      if (transform === undefined) continue;
      const made = enter(transform, value, index);
      if (made === value) continue;
      copy ??= given.slice();
      copy[index] = made;
    }
    return copy ?? given;
  };
}

function itemSchemas({ items, prefixItems, additionalItems }: Entries): {
  readonly first: readonly unknown[];
  readonly others: unknown;
} {
  if (Array.isArray(items)) return { first: items, others: additionalItems };
  return { first: Array.isArray(prefixItems) ? prefixItems : [], others: items };
}
