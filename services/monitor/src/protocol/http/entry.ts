import type { Request } from '../../probe/schema/request.ts';

/** The fields of a request HTTP needs, rendered; its time-out comes with each run. */
export type HttpEntry = Pick<
  Request,
  | 'method'
  | 'url'
  | 'headers'
  | 'body'
  | 'allowUnauthorized'
  | 'followRedirects'
  | 'tls'
  | 'proxyUrl'
  | 'ipFamily'
>;
