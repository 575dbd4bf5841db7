import { printable } from '../report/wording.ts';
import type { ImportedProbes } from './import-probes.ts';
import type { ImportedValue } from './value-names.ts';

/** Tells people what a value is: `"api key" of Log in (item[0]) and 4 more`. */
export function createValueDescriber({
  requests,
}: ImportedProbes): (value: ImportedValue) => string {
  const titles = new Map(requests.map(({ source, name }) => [source, `${name} (${source})`]));
  return ({ name, original, sources: [first = '', ...others] }) => {
    const called = original === name ? '' : `"${original}" `;
    const more = others.length > 0 ? ` and ${others.length} more` : '';
    return printable(`${called}of ${titles.get(first) ?? first}${more}`);
  };
}
