import { ImportError } from './import-error.ts';

/** Requests of one file; past it a config file is no good place for them. */
const mostRequests = 10_000;

/** Throws `ImportError` where a file holds more requests than can be imported. */
export function checkCount(length: number): void {
  if (length <= mostRequests) return;
  const message = `holds ${length} requests, at most ${mostRequests} can be imported at once`;
  throw new ImportError([{ path: '', message }]);
}
