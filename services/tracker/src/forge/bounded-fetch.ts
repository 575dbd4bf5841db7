/** What one request may take: milliseconds, and bytes of its answer. */
export interface FetchBounds {
  /** The only origin that is ever spoken to: the token goes nowhere else. */
  readonly origin: string;
  readonly signal: AbortSignal;
  readonly timeout: number;
  readonly mostBytes: number;
}

const mostRedirects = 3;
const redirects: ReadonlySet<number> = new Set([301, 302, 307, 308]);
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * A `fetch` that stops after a time, whatever it was doing; reads no more than it should; and follows redirects only
 * of reads (a moved issue, a renamed repository) and only within the origin.
 */
export function boundedFetch(bounds: FetchBounds): typeof fetch {
  return async (input, init = {}) => {
    const timeout = AbortSignal.timeout(bounds.timeout);
    const signal = AbortSignal.any([bounds.signal, timeout]);
    const follow = (init.method ?? 'GET') === 'GET';
    let url = new URL(input instanceof Request ? input.url : input);
    for (let hops = 0; ; hops += 1) {
      refuseForeign(url, bounds.origin);
      const response = await fetch(url, { ...init, signal, redirect: 'manual' });
      const target = follow && hops < mostRedirects ? targetOf(response, url) : undefined;
      if (target === undefined) return await readWhole(response, bounds.mostBytes);
      await response.body?.cancel();
      url = target;
    }
  };
}

function refuseForeign(url: URL, origin: string): void {
  if (url.origin === origin) return;
  throw new Error(`the forge points to ${url.origin}, where its token must not go`);
}

function targetOf(response: Response, from: URL): URL | undefined {
  const location = response.headers.get('location');
  if (!redirects.has(response.status) || location === null) return undefined;
  return URL.canParse(location, from.href) ? new URL(location, from) : undefined;
}

async function readWhole(response: Response, most: number): Promise<Response> {
  const { status, headers } = response;
  if (bodiless.has(status) || response.body === null) {
    return new Response(null, { status, headers });
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.length;
    if (size > most) throw new Error(`the forge answered with more than ${most} bytes`);
    chunks.push(chunk);
  }
  return new Response(Buffer.concat(chunks), { status, headers });
}
