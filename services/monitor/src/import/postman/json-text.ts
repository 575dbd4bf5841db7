import type { Marked } from './marks.ts';
import { encoded, type Resolver } from './resolver.ts';

/** A text with its variables replaced; anything else as JSON, in whose texts they are. */
export function jsonText(value: unknown, resolver: Resolver, source: string): Marked {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return resolver.resolve(value, source);
  return jsonOf(value, resolver, source);
}

/** The value as JSON, its variables replaced in each text by itself. */
export function jsonOf(value: unknown, resolver: Resolver, source: string): Marked {
  if (typeof value === 'string') {
    const text = resolver.resolve(value, source);
    return `"${encoded(resolver, text, escaped, { form: 'json', source })}"`;
  }
  if (Array.isArray(value)) {
    return `[${value.map(each => jsonOf(each, resolver, source)).join(',')}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(
      ([name, each]) => `${JSON.stringify(name)}:${jsonOf(each, resolver, source)}`,
    );
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value);
}

const escaped = (text: string) => JSON.stringify(text).slice(1, -1);
