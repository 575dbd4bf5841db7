import { printable } from './wording.ts';

/** Lines about the monitor itself, as pino takes them. `fields` hold no secrets. */
export type Log = Readonly<
  Record<
    'debug' | 'info' | 'warn' | 'error',
    (fields: Readonly<Record<string, unknown>>, message: string) => void
  >
>;

type Level = keyof Log;

/**
 * A log that hands every entry but those of `debug` to one function, as lines fit to be shown: several where
 * an error tells of several things.
 */
export function createLog(write: (lines: readonly string[]) => void): Log {
  const at = (level: Exclude<Level, 'debug'>) => (fields: object, message: string) => {
    const text = [message, ...Object.entries(fields).map(wordField)].join('  ');
    const [first = '', ...more] = text.split('\n').map(printable);
    write([level === 'info' ? first : `${level}: ${first}`, ...more.map(line => `  ${line}`)]);
  };
  return { debug() {}, info: at('info'), warn: at('warn'), error: at('error') };
}

function wordField([name, value]: [string, unknown]): string {
  if (value instanceof Error) return `${name}: ${value.message}`;
  return `${name}: ${printable(typeof value === 'string' ? value : JSON.stringify(value))}`;
}
