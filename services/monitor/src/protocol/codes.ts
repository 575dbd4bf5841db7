/** One row of the specification's table of custom codes (spec/probe-monitor.md, "Errors"). */
export interface CodeRow {
  readonly meaning: string;
  /** What gives this code here, or why nothing can. */
  readonly arises: string;
}

/** Codes 0 to 99 and 599 stand in `response.status` for what kept a target from answering. */
export const codes = {
  0: { meaning: 'Connection not found', arises: 'the host name does not resolve' },
  1: { meaning: 'Connection reset', arises: 'the peer reset the connection' },
  2: { meaning: 'Connection refused', arises: 'nothing listens on the port' },
  3: { meaning: 'Too many redirects', arises: 'more redirects than `followRedirects`' },
  4: {
    meaning: 'Bad option value',
    arises: 'a rendered header, method or TLS setting has a value that cannot be used',
  },
  5: { meaning: 'Bad option', arises: 'never: an unknown option is a compile error' },
  6: { meaning: 'Timed out', arises: 'the request took longer than its `timeout`' },
  7: {
    meaning: 'Network error',
    arises: 'the network or host is unreachable, or an egress rule denies the address',
  },
  8: { meaning: 'Deprecated', arises: 'never: no deprecated client option is used' },
  9: { meaning: 'Bad response', arises: 'the peer’s answer is not of the protocol' },
  11: { meaning: 'Bad request', arises: 'never: a request that cannot be formed is 4, 14 or 20' },
  12: {
    meaning: 'Canceled',
    arises: 'the run was cut short at shutdown; its result counts for nothing',
  },
  13: {
    meaning: 'Not Supported',
    arises:
      'a url, redirect or uri has a scheme the check does not speak, or a database uri asks for what is not supported',
  },
  14: { meaning: 'Invalid URL', arises: 'the rendered url, uri or host cannot be parsed' },
  18: {
    meaning: 'Header or response size limit exceeded',
    arises: 'headers past 64 KiB, or a body or answer past 1 MiB',
  },
  19: {
    meaning: 'HTTP status code returned is 400 or above',
    arises: 'never: the status itself is reported',
  },
  20: {
    meaning: 'Invalid HTTP arguments',
    arises: 'a body its method or format cannot carry, or headers that contradict each other',
  },
  21: {
    meaning: 'Unexpected HTTP response to handle',
    arises: 'an upgrade (101) nobody asked for',
  },
  22: {
    meaning: 'Connection closed unexpectedly',
    arises: 'the peer closed before its answer, or the TLS handshake, was whole',
  },
  23: {
    meaning: 'Unsupported HTTP functionality',
    arises: 'a content or transfer encoding that is not known',
  },
  24: {
    meaning: 'Request or response size mismatch with the Content-Length header',
    arises: 'the body is shorter than Content-Length says',
  },
  25: {
    meaning: 'Missing HTTP client pool',
    arises: 'never: every request makes its own connection',
  },
  26: {
    meaning: 'Expected error, exact reason given at run time',
    arises: 'the server or proxy refused in words of its own, such as a failed login',
  },
  27: {
    meaning: 'Unable to verify the first or leaf certificate',
    arises: 'the TLS certificate is not trusted, expired or for another name',
  },
  99: {
    meaning: 'Others',
    arises: 'any other failure, such as no file handles left on this side, or no `ping` installed',
  },
  599: {
    meaning: 'Connection aborted',
    arises: 'an administrator or the system destroyed the connection on this side (ECONNABORTED)',
  },
} as const satisfies Record<number, CodeRow>;

export type Code = keyof typeof codes;
