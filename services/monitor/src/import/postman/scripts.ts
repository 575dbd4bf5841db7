import { at } from '../../probe/problem.ts';
import { isRecord } from '../../probe/record.ts';
import { type Complain, isDisabled } from './reading.ts';
import { type Reading, readingsIn } from './readings.ts';

/** A script that Postman runs before a request (`prerequest`) or after it (`test`), by what it does. */
export interface Script {
  readonly listen: 'prerequest' | 'test';
  readonly source: string;
  /** Names of the variables it sets. */
  readonly sets: readonly string[];
  /** Those of them that it takes from the response as they stand there. */
  readonly readings: readonly Reading[];
  /** Whether it changes the request before it is sent. */
  readonly isChanging: boolean;
  /** Statuses of the response that it demands. */
  readonly statuses: readonly number[];
}

/** The app keeps one for each of the two events. */
const mostScripts = 100;

/** The scripts of an item, a folder or a collection that do something. */
export function scriptsAt(events: unknown, source: string, complain: Complain): readonly Script[] {
  if (!Array.isArray(events)) return [];
  if (events.length > mostScripts) complain(source, `holds more than ${mostScripts} scripts`);
  return events.slice(0, mostScripts).flatMap((event: unknown, index) => {
    if (!isRecord(event) || isDisabled(event)) return [];
    const { listen } = event;
    const code = withoutComments(codeOf(event.script));
    if ((listen !== 'prerequest' && listen !== 'test') || code.trim() === '') return [];
    return [
      {
        listen,
        source: at(source, index),
        sets: [...code.matchAll(setting)].map(([, , name = '']) => name),
        readings: listen === 'test' ? readingsIn(code) : [],
        isChanging: listen === 'prerequest' && change.test(code),
        statuses: listen === 'test' ? statusesIn(code) : [],
      },
    ];
  });
}

/** The one status that test scripts demand; undefined where they demand none, or several. */
export function expectedStatusOf(scripts: readonly Script[]): number | undefined {
  const found = new Set(scripts.flatMap(({ statuses }) => statuses));
  const [status] = found;
  return found.size === 1 ? status : undefined;
}

/** Lines in a list, or one text. */
function codeOf(script: unknown): string {
  const exec = isRecord(script) ? script.exec : script;
  if (typeof exec === 'string') return exec;
  return Array.isArray(exec) ? exec.filter(line => typeof line === 'string').join('\n') : '';
}

/** Good enough for looking: `//` behind a colon or a quote is taken for part of a url. */
function withoutComments(code: string): string {
  const [first = '', ...rest] = code.split('/*');
  const outside = rest.map(piece => {
    const end = piece.indexOf('*/');
    return end === -1 ? '' : piece.slice(end + 2);
  });
  return [first, ...outside].join('').replaceAll(/(^|[^:'"`\\])\/\/.*$/gm, '$1');
}

const setting =
  /\b(?:pm\s*\.\s*(?:environment|collectionVariables|globals|variables)\s*\.\s*set|postman\s*\.\s*set(?:Environment|Global)Variable)\s*\(\s*(['"`])([^'"`\n]{1,200})\1/g;

const change =
  /\bpm\s*\.\s*request\s*\.\s*(?:(?:add|upsert|remove)Header|(?:add|remove)QueryParams|update|authorizeUsing|(?:headers|body|url|auth)(?:\s*\.\s*\w+){0,3}\s*\.\s*(?:add|addQueryParams|append|assimilate|clear|insert|populate|prepend|remove|removeQueryParams|repopulate|update|upsert|use)\s*\(|(?:method|url|body|auth)(?:\s*\.\s*\w+){0,3}\s*=(?!=))/;

const statusTests: readonly RegExp[] = [
  /\bpm\s*\.\s*response\s*\.\s*to\s*\.\s*have\s*\.\s*status\s*\(\s*([1-5]\d\d)\s*\)/g,
  /\bpm\s*\.\s*expect\s*\(\s*pm\s*\.\s*response\s*\.\s*code\s*\)\s*\.\s*to\s*\.\s*(?:deep\s*\.\s*|be\s*\.\s*)?(?:equals?|eqls?|eq)\s*\(\s*([1-5]\d\d)\s*\)/g,
  /\bresponseCode\s*\.\s*code\s*===?\s*([1-5]\d\d)\b/g,
];
/** One of several statuses will do, which is no demand for any of them. */
const choice = /\boneOf\s*\(|\bcode\s*===?\s*\d{3}\s*\|\|/;

function statusesIn(code: string): readonly number[] {
  if (choice.test(code)) return [];
  const found = statusTests.flatMap(test =>
    [...code.matchAll(test)].map(([, text]) => Number(text)),
  );
  return [...new Set(found)];
}
