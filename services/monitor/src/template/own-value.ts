const leadsOutOfData: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Whether expressions may not name this key, because it leads out of the data into JavaScript. */
export function isForbiddenKey(key: string): boolean {
  return leadsOutOfData.has(key);
}

/** What stands at the path, through own properties only; undefined where nothing does. */
export function ownValue(value: unknown, path: readonly (string | number)[]): unknown {
  let current = value;
  for (const key of path) {
    if (typeof current !== 'object' || current === null) return undefined;
    if (!Object.hasOwn(current, key)) return undefined;
    current = Reflect.get(current, key);
  }
  return current;
}
