import { isForbiddenKey } from '../template/own-value.ts';

const step = /\.([\w$-]+)|\[(\d+)\]|\['([^'"[\]{}]+)'\]|\["([^'"[\]{}]+)"\]/y;

/**
 * A JSONPath as it is written behind `responses.[0].body`: `$.items[0]['a key']` is `.items.[0]['a key']`.
 * Undefined where it may name more than one value, or is no JSONPath.
 */
export function bodyPath(jsonPath: string): string | undefined {
  const path = jsonPath.trim();
  if (!path.startsWith('$')) return undefined;
  let written = '';
  step.lastIndex = 1;
  while (step.lastIndex < path.length) {
    const [whole, name, index, single, double] = step.exec(path) ?? [];
    if (whole === undefined) return undefined;
    const key = name ?? single ?? double;
    if (key !== undefined && isForbiddenKey(key)) return undefined;
    if (index !== undefined) written += `.[${index}]`;
    else written += name === undefined ? `['${key}']` : `.${name}`;
  }
  return written;
}
