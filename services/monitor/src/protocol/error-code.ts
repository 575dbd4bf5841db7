import { PrepareError } from '../errors.ts';
import type { Code } from './codes.ts';
import { Fault } from './fault.ts';

const maxCauses = 8;

/**
 * The code of the specification’s table for an error of ours, of Node or of a driver.
 * Looks at codes only, never at texts; an error without a known one takes that of its cause.
 */
export function codeOf(error: unknown): Code {
  for (const link of causesOf(error)) {
    if (link instanceof PrepareError || link instanceof Fault) return link.status;
    const code = foreignCodeOf(link);
    if (code !== undefined) return code;
  }
  return 99;
}

/** Names of Node’s resolver, of system calls, and of OpenSSL’s verification of certificates. */
const rows: readonly (readonly [Code, readonly string[]])[] = [
  [0, ['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'EAI_NONAME', 'EAI_ADDRFAMILY']],
  [0, ['ENODATA', 'ESERVFAIL']],
  [1, ['ECONNRESET']],
  [2, ['ECONNREFUSED']],
  [6, ['ETIMEDOUT', 'ETIMEOUT', 'ESOCKETTIMEDOUT']],
  [7, ['PKT_EGRESS_DENIED', 'ENETUNREACH', 'EHOSTUNREACH', 'ENETDOWN', 'EHOSTDOWN', 'ENETRESET']],
  [7, ['EADDRNOTAVAIL', 'EACCES', 'EPERM']],
  [12, ['ABORT_ERR']],
  [9, ['EPROTO']],
  [22, ['EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']],
  [27, ['ERR_TLS_CERT_ALTNAME_INVALID', 'ERR_TLS_CERT_ALTNAME_FORMAT', 'HOSTNAME_MISMATCH']],
  [27, ['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID', 'CERT_REVOKED', 'CERT_REJECTED']],
  [27, ['CERT_UNTRUSTED', 'CERT_SIGNATURE_FAILURE', 'CERT_CHAIN_TOO_LONG']],
  [27, ['CRL_HAS_EXPIRED', 'CRL_NOT_YET_VALID', 'CRL_SIGNATURE_FAILURE', 'UNABLE_TO_GET_CRL']],
  [27, ['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN']],
  [27, ['UNABLE_TO_GET_ISSUER_CERT', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY']],
  [27, ['UNABLE_TO_DECRYPT_CERT_SIGNATURE', 'UNABLE_TO_DECRYPT_CRL_SIGNATURE']],
  [27, ['UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE']],
  [27, ['ERROR_IN_CERT_NOT_BEFORE_FIELD', 'ERROR_IN_CERT_NOT_AFTER_FIELD']],
  [27, ['ERROR_IN_CRL_LAST_UPDATE_FIELD', 'ERROR_IN_CRL_NEXT_UPDATE_FIELD']],
  // UNSPECIFIED is Node’s name for the other reasons of OpenSSL’s verification, such as too short a key.
  [27, ['INVALID_CA', 'INVALID_PURPOSE', 'PATH_LENGTH_EXCEEDED', 'UNSPECIFIED']],
  [599, ['ECONNABORTED']],
];

const codeByName: ReadonlyMap<string, Code> = new Map(
  rows.flatMap(([code, names]) => names.map(name => [name, code] as const)),
);

function* causesOf(error: unknown): Generator<Error> {
  let link = error;
  for (let depth = 0; depth < maxCauses && link instanceof Error; depth += 1) {
    yield link;
    link = link.cause ?? (link instanceof AggregateError ? link.errors[0] : undefined);
  }
}

function foreignCodeOf(error: Error): Code | undefined {
  if (error.name === 'AbortError') return 12;
  if (error.name === 'TimeoutError') return 6;
  const name = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // Node says ECONNRESET, without a system call, of a peer that closes in the middle of a TLS handshake.
  if (name === 'ECONNRESET' && !('syscall' in error)) return 22;
  return codeByName.get(name) ?? tlsCodeOf(name);
}

/** OpenSSL’s own failures: an alert is the server’s refusal; anything else was no TLS. */
function tlsCodeOf(name: string): Code | undefined {
  if (!name.startsWith('ERR_SSL_')) return undefined;
  return name.includes('_ALERT_') ? 26 : 9;
}
