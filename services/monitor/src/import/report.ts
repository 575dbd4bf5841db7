import { styleText } from 'node:util';
import { counted } from '../report/counted.ts';
import { printable } from '../report/wording.ts';
import type { Fate, Finding } from './finding.ts';
import type { ImportedProbes } from './import-probes.ts';
import { createValueDescriber } from './value-describer.ts';
import { isFromOutside } from './write-probes.ts';

/** What needs no one's hand first, as the counts tell it. */
const fates: readonly Fate[] = ['carried', 'changed', 'left-out', 'incomplete'];

const words: Readonly<Record<Fate, string>> = {
  carried: 'carried',
  changed: 'changed',
  'left-out': 'left out',
  incomplete: 'incomplete',
};

const colors = {
  carried: 'green',
  changed: 'cyan',
  'left-out': 'yellow',
  incomplete: 'red',
} as const;

/** Findings told in words; a report of more is read by a program. */
const mostLines = 2000;

/** A report for programs: one JSON object. */
export function reportAsJson(imported: ImportedProbes, file: string): string {
  const { name, requests, probes, findings, values } = imported;
  const report = {
    file,
    name,
    counts: { ...countsOf(imported) },
    requests,
    findings,
    probes: probes.map(({ id, suspend = false }) => ({ id, suspended: suspend })),
    values: values.filter(isFromOutside).map(({ name, original, isSecret, value, sources }) => ({
      name,
      original,
      secret: isSecret,
      inSource: value !== undefined,
      sources,
    })),
  };
  return `${JSON.stringify(report, undefined, 2)}\n`;
}

/**
 * A report for people: counts, then a line for each finding under its request, then the values to set. What is
 * incomplete comes first.
 */
export function reportAsText(imported: ImportedProbes, stream: NodeJS.WritableStream): string {
  const { requests, findings, values } = imported;
  const paint = (color: Parameters<typeof styleText>[0], text: string) =>
    styleText(color, text, { stream });
  const lineOf = ({ fate, source, message }: Finding) =>
    `  ${paint(colors[fate], words[fate].padEnd(10))}  ${printable(source)}: ${printable(message)}`;
  const groups = [
    ...requests.map(({ name, source, findings }) => ({ title: `${name} (${source})`, findings })),
    { title: 'the file', findings },
  ]
    .filter(({ findings }) => findings.length > 0)
    .map(group => ({ ...group, findings: worstFirst(group.findings, ({ fate }) => fate) }));
  const told = worstFirst(groups, ({ findings }) => findings[0]?.fate).flatMap(
    ({ title, findings }) => [paint('bold', printable(title)), ...findings.map(lineOf)],
  );
  const rest = told.length - mostLines;
  const wanted = values.filter(isFromOutside);
  const describe = createValueDescriber(imported);
  return [
    summaryOf(imported),
    ...told.slice(0, mostLines),
    ...(rest > 0 ? [`... and ${rest} more lines, which --report json has`] : []),
    ...(wanted.length > 0 ? [paint('bold', 'values to set')] : []),
    ...wanted.map(value => {
      const what = value.isSecret ? 'a secret' : 'without a value in the file';
      return `  ${value.name}: ${what}, ${describe(value)}`;
    }),
  ]
    .map(line => `${line}\n`)
    .join('');
}

/** Incomplete ones before all others, which stay in their order. */
function worstFirst<T>(items: readonly T[], fateOf: (item: T) => Fate | undefined): readonly T[] {
  const rank = (item: T) => (fateOf(item) === 'incomplete' ? 0 : 1);
  return items.toSorted((a, b) => rank(a) - rank(b));
}

/** `12 requests: 10 probes (1 suspended); 0 carried, 4 changed, 5 left out, 1 incomplete`. */
function summaryOf(imported: ImportedProbes): string {
  const { requests, probes, suspended, findings } = countsOf(imported);
  const told = fates.map(fate => `${findings[fate]} ${words[fate]}`).join(', ');
  const held = suspended > 0 ? ` (${suspended} suspended)` : '';
  return `${counted(requests, 'request')}: ${counted(probes, 'probe')}${held}; ${told}`;
}

function countsOf({ requests, probes, findings }: ImportedProbes) {
  const all = [...requests.flatMap(request => request.findings), ...findings];
  const count = (wanted: Fate) => all.filter(({ fate }) => fate === wanted).length;
  return {
    requests: requests.length,
    probes: probes.length,
    suspended: probes.filter(({ suspend }) => suspend === true).length,
    findings: {
      carried: count('carried'),
      changed: count('changed'),
      'left-out': count('left-out'),
      incomplete: count('incomplete'),
    },
  };
}
