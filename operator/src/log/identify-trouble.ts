import { PicketError } from '@picket/monitor';
import { KubeError } from '../kube/kube-error.ts';
import type { Entry } from './entry.ts';
import { identifyProbe } from './identify-probe.ts';

/** Of an unexpected error's text, which may be of any length. */
const longestText = 200;

/**
 * What entries of one and the same trouble have in common, whichever probes they are about; undefined for what is
 * no trouble, or told of each probe by itself.
 */
export function identifyTrouble({ level, fields, message }: Entry): string | undefined {
  if (level !== 'warn' && level !== 'error') return undefined;
  const { err, reason, channel } = fields;
  const cause = err === undefined ? reason : causeOf(err, fields);
  return cause === undefined ? undefined : JSON.stringify([level, message, channel, cause]);
}

function causeOf(error: unknown, fields: Entry['fields']): unknown {
  if (error instanceof KubeError) {
    const { status, reason } = error;
    return isAway(error) ? [status, reason] : [status, reason, identifyProbe(fields).namespace];
  }
  if (error instanceof PicketError) return [error.code, error.message.slice(0, longestText)];
  if (error instanceof Error) return [error.name, error.message.slice(0, longestText)];
  return String(error).slice(0, longestText);
}

/** The trouble is the server's, and so that of everyone; what it refuses may differ from namespace to namespace. */
function isAway({ status }: KubeError): boolean {
  return status === 0 || status === 429 || status >= 500;
}
