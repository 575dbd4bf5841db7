/** Lines about the monitor itself, as pino takes them. `fields` hold no secrets. */
export type Log = Readonly<
  Record<
    'debug' | 'info' | 'warn' | 'error',
    (fields: Readonly<Record<string, unknown>>, message: string) => void
  >
>;

type Level = keyof Log;

/** A log that hands every line but those of `debug` to one function. */
export function createLog(write: (level: Exclude<Level, 'debug'>, line: string) => void): Log {
  const at = (level: Exclude<Level, 'debug'>) => (fields: object, message: string) =>
    write(level, [message, ...Object.entries(fields).map(wordField)].join('  '));
  return { debug() {}, info: at('info'), warn: at('warn'), error: at('error') };
}

function wordField([name, value]: [string, unknown]): string {
  if (value instanceof Error) return `${name}: ${value.message}`;
  return `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`;
}
