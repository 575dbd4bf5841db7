import { draftFromText, refuseServerFiles } from './refuse-server-files.ts';
import { refuseReservedFlags, webReserved } from './reserved-flags.ts';

/**
 * The argv of a client at another machine, as the command may have it: it sets nothing that is the server's to set, and
 * reaches none of its files. Throws BAD_REQUEST where it would.
 */
export function remoteArgv(argv: readonly string[]): string[] {
  refuseReservedFlags(argv, webReserved);
  refuseServerFiles(argv);
  return [...draftFromText(argv)];
}
