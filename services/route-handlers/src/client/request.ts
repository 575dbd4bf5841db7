import { messageOf } from '../error-message.ts';
import { RouteHandlerError } from '../errors.ts';
import { fillPath } from '../path/fill-path.ts';
import type { RequestPart } from '../request-validator.ts';
import type { Endpoint } from './endpoint.ts';
import { fieldEntries } from './field-entries.ts';

/** The parts of a call, of whichever endpoint. */
export type CallParts = { readonly [P in RequestPart]?: unknown };

/** What is handed to `fetch`. */
export interface BuiltRequest {
  readonly url: string;
  readonly init: RequestInit;
}

/**
 * The request of a call: the path filled and the query encoded, cookies sent, the body as JSON; GET and HEAD carry
 * none. Without a `baseUrl` the URL is a path of the page's own server. Throws `RH_PATH` for params that give no
 * path, and `RH_CALL`, all problems in one, for anything else that cannot be sent.
 */
export function buildRequest(
  { method, path }: Pick<Endpoint, 'method' | 'path'>,
  { params, searchParams, headers, body }: CallParts,
  baseUrl = '',
): BuiltRequest {
  const filled = fillPath(path, { ...asObject(params) });
  const query = fieldEntries('searchParams', asObject(searchParams));
  const fields = fieldEntries('headers', asObject(headers));
  const header = toHeaders(fields.entries);
  const content = method === 'GET' || method === 'HEAD' ? noContent : toContent(body);

  const problems = [
    ...baseUrlProblems(baseUrl),
    ...query.problems,
    ...fields.problems,
    ...header.problems,
    ...content.problems,
  ];
  if (problems.length > 0) {
    throw new RouteHandlerError('RH_CALL', `${method} ${path}: ${problems.join(', ')}`);
  }
  return {
    url: `${baseUrl.replace(/\/+$/, '')}${filled}${toSearch(query.entries)}`,
    init: {
      method,
      headers: header.headers,
      credentials: 'include',
      ...(content.text === undefined ? {} : { body: content.text }),
    },
  };
}

const asObject = (part: unknown): object => (typeof part === 'object' && part !== null ? part : {});

/** Whether it can stand before a path; '' is the page's own server. */
const baseUrlProblems = (baseUrl: string): string[] =>
  /^(?:(?:https?:\/\/[^/?#]+)?(?:\/[^?#]*)?)$/i.test(baseUrl)
    ? []
    : ['baseUrl must start with http://, https:// or / and have neither query nor fragment'];

function toSearch(entries: Iterable<readonly [string, string]>): string {
  const query = new URLSearchParams();
  for (const [name, text] of entries) query.append(name, text);
  return query.size === 0 ? '' : `?${query}`;
}

interface BuiltHeaders {
  readonly headers: Headers;
  readonly problems: readonly string[];
}

function toHeaders(entries: Iterable<readonly [string, string]>): BuiltHeaders {
  const headers = new Headers();
  const problems: string[] = [];
  for (const [name, text] of entries) {
    try {
      headers.append(name, text);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      // The platform's own words hold the value, which may be a secret.
      problems.push(`headers/${name} must be a token and its value one line of Latin-1`);
    }
  }
  headers.set('content-type', 'application/json');
  return { headers, problems };
}

interface Content {
  /** Undefined where there is no body. */
  readonly text: string | undefined;
  readonly problems: readonly string[];
}

const noContent: Content = { text: undefined, problems: [] };

/** JSON cannot hold a bigint or a cycle. */
function toContent(body: unknown): Content {
  try {
    return { text: JSON.stringify(body), problems: [] };
  } catch (error) {
    const reason = messageOf(error);
    return { text: undefined, problems: [`body must be JSON: ${reason}`] };
  }
}
