import type { ApiServer } from '@picket/cluster';

/** Writes the API server has taken or refused so far, by what they were: `PUT leases`, `PATCH probes/status`. */
export type ApiWrites = ReadonlyMap<string, number>;

const reads: ReadonlySet<string> = new Set(['GET', 'LIST', 'WATCH', 'WATCHLIST', 'CONNECT']);

/** From the server's own `apiserver_request_total`, which counts its own writes to itself too. */
export async function readApiWrites({ kubectl }: Pick<ApiServer, 'kubectl'>): Promise<ApiWrites> {
  const text = await kubectl(['get', '--raw', '/metrics']);
  const writes = new Map<string, number>();
  for (const [, labels = '', count] of text.matchAll(/^apiserver_request_total\{(.*)\} (\S+)$/gm)) {
    const verb = labelOf(labels, 'verb');
    const subresource = labelOf(labels, 'subresource');
    if (reads.has(verb)) continue;
    const path = subresource === '' ? '' : `/${subresource}`;
    const name = `${verb} ${labelOf(labels, 'resource')}${path}`;
    writes.set(name, (writes.get(name) ?? 0) + Number(count));
  }
  return writes;
}

/** Of each kind of write, how many came between the two. */
export function writesBetween(before: ApiWrites, after: ApiWrites): ApiWrites {
  const grown = [...after].map(([name, count]) => [name, count - (before.get(name) ?? 0)] as const);
  return new Map(grown.filter(([, count]) => count > 0));
}

function labelOf(labels: string, name: string): string {
  return new RegExp(`(?:^|,)${name}="([^"]*)"`).exec(labels)?.[1] ?? '';
}
