import { BridgeError } from '../errors.ts';

/** Set by a server that serves over HTTP (spec: the service /api/run). */
export const webReserved = ['--repo', '--temp-dir', '--format'] as const;
/** The tool has fields for the others. */
export const toolReserved = ['--format'] as const;

/**
 * Throws BAD_REQUEST naming every element that equals a reserved flag or begins with `FLAG=`, wherever it stands, for
 * what an element means is the command's to say. `--title=--repo` is neither.
 */
export function refuseReservedFlags(argv: readonly string[], reserved: readonly string[]): void {
  const found = argv.flatMap((element, index) => {
    const flag = reserved.find(name => element === name || element.startsWith(`${name}=`));
    return flag === undefined ? [] : [`argv[${index}] is ${flag}`];
  });
  if (found.length === 0) return;
  throw new BridgeError(
    'BAD_REQUEST',
    `${found.join(', ')}: the server sets ${reserved.join(', ')}; leave them out (a value may begin so, as in --title=${reserved[0]})`,
  );
}
