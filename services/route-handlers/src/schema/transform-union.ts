import { type Entries, isPlainObject } from './plain-object.ts';
import type { Compile, Transform, TransformRules } from './transform.ts';

export interface UnionParts {
  readonly compile: Compile;
  readonly unions: TransformRules['unions'];
  readonly checkOf: (schema: Entries) => (value: unknown) => boolean;
  /** What a ref stands for; any other schema itself. */
  readonly targetOf: (schema: Entries) => Entries;
}

interface Alternative {
  readonly transform: Transform | undefined;
  readonly fits: (value: unknown) => boolean;
  readonly mayFit: (value: unknown) => boolean;
}

/** Sends a value through the first alternative that it fits; one that fits none stays as it is. */
export function unionStep(
  schemas: readonly unknown[],
  { compile, unions, checkOf, targetOf }: UnionParts,
): Transform | undefined {
  const known = schemas.filter(isPlainObject);
  const transforms = known.map(compile);
  if (transforms.every(transform => transform === undefined)) return undefined;
  const alternatives = known.map((schema, index) => ({
    transform: transforms[index],
    fits: checkOf(schema),
    mayFit: tagCheck(targetOf(schema)),
  }));
  return unions === 'given' ? asGiven(alternatives) : asMade(alternatives);
}

const asGiven =
  (alternatives: readonly Alternative[]): Transform =>
  value => {
    const taken = alternatives.find(({ fits }) => fits(value));
    return taken?.transform === undefined ? value : taken.transform(value);
  };

const asMade =
  (alternatives: readonly Alternative[]): Transform =>
  value => {
    for (const { transform, fits, mayFit } of alternatives) {
      if (!mayFit(value)) continue;
      const made = transform === undefined ? value : transform(value);
      if (fits(made)) return made;
    }
    return value;
  };

/**
 * Whether the tags of an alternative (properties that are to be one certain text) allow a value. Without it, each
 * level of a recursive union would be gone through once for every alternative of the level above.
 */
function tagCheck({ properties }: Entries): (value: unknown) => boolean {
  const tags = isPlainObject(properties) ? Object.entries(properties).flatMap(tagOf) : [];
  return value =>
    !isPlainObject(value) ||
    tags.every(([key, tag]) => !Object.hasOwn(value, key) || allows(tag, value[key]));
}

const tagOf = ([key, schema]: [string, unknown]): [string, string][] =>
  isPlainObject(schema) && typeof schema.const === 'string' ? [[key, schema.const]] : [];

const allows = (tag: string, value: unknown): boolean => typeof value !== 'string' || value === tag;
