import { memberOf } from '../../probe/record.ts';
import type { Finding } from '../finding.ts';

/** Told where the list of parameters says something else than the url, encoded or not. */
export function queryFinding(queryString: unknown, url: string, source: string): Finding[] {
  if (!Array.isArray(queryString)) return [];
  const listed = queryString.map((pair: unknown) => pairOf(pair, 'plain'));
  const decoded = queryString.map((pair: unknown) => pairOf(pair, 'decoded'));
  const sent = [...(URL.parse(url)?.searchParams ?? [])].map(([name, value]) => `${name}=${value}`);
  if (isSame(listed, sent) || isSame(decoded, sent)) return [];
  return [
    { fate: 'changed', source, message: 'it differs from the query of the url, which counts' },
  ];
}

/** Some recorders list parameters as they stand in the url, some as they are meant. */
function pairOf(pair: unknown, form: 'plain' | 'decoded'): string {
  const [name, value] = ['name', 'value'].map(member => {
    const text = memberOf(pair, member);
    return typeof text === 'string' ? text : '';
  });
  if (form === 'plain') return `${name}=${value}`;
  return [name, value]
    .map(text => new URLSearchParams(`x=${(text ?? '').replaceAll('&', '%26')}`).get('x'))
    .join('=');
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((pair, index) => pair === other[index]);
}
