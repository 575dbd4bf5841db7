import { isRecord, memberOf } from '../../probe/record.ts';

/** Variables of an environment or folder, before those of what is around it. */
export interface Scope {
  readonly values: Readonly<Record<string, unknown>>;
  /** Whether Insomnia keeps it out of what people share. */
  readonly isPrivate: boolean;
  readonly outer?: Scope;
}

export interface Found {
  readonly value: unknown;
  readonly scope: Scope;
}

/**
 * Finds a variable, the innermost first. Mappings of the same name are one, as Insomnia merges them: what the inner
 * one lacks is looked for in the outer.
 */
export function lookUp(
  start: Scope | undefined,
  path: readonly string[],
  onStep: () => void,
): Found | undefined {
  for (let scope = start; scope; scope = scope.outer) {
    onStep();
    const reached = reach(scope.values, path);
    if (reached === 'blocked') return undefined;
    if (reached) return { value: reached.value, scope };
  }
  return undefined;
}

/** Something else than a mapping on the way hides the mappings of outer scopes. */
function reach(
  values: Readonly<Record<string, unknown>>,
  path: readonly string[],
): { readonly value: unknown } | 'blocked' | undefined {
  let value: unknown = values;
  for (const key of path) {
    if (Array.isArray(value) && /^\d+$/.test(key)) {
      value = value[Number(key)];
      if (value === undefined) return 'blocked';
      continue;
    }
    if (!isRecord(value)) return 'blocked';
    value = memberOf(value, key);
    if (value === undefined) return undefined;
  }
  return { value };
}
