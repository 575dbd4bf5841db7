import type { Draft } from './draft.ts';
import type { Finding } from './finding.ts';

/** Requests of one probe in the order they are sent, each after those it reads. */
export type Bundle = readonly Draft[];

/** As many as the schema of a probe has room for. */
const mostRequests = 32;

/**
 * Makes bundles of drafts: a request alone, or after those whose responses it reads. Requests that read the same
 * first one share a bundle as far as there is room, so that a login is sent once and not once for each.
 */
export function bundled(drafts: readonly Draft[]): {
  readonly bundles: readonly Bundle[];
  readonly findings: readonly Finding[];
} {
  const bySource = new Map(drafts.map(draft => [draft.source, draft]));
  const needs = drafts.map(draft => ({ draft, needed: neededBy(draft, bySource) }));
  const findings = needs.flatMap(({ draft: { source }, needed }): Finding[] =>
    typeof needed === 'string' ? [{ fate: 'left-out', source, message: needed }] : [],
  );
  const sound = needs.flatMap(({ draft, needed }) =>
    typeof needed === 'string' ? [] : [{ draft, needed }],
  );
  const read = new Set(sound.flatMap(({ draft: { after = [] } }) => after));
  const bundles: Set<Draft>[] = [];
  const open = new Map<string, Set<Draft>>();
  for (const { draft, needed } of sound) {
    if (read.has(draft.source)) continue;
    // One that is suspended must not suspend its neighbours.
    const key = JSON.stringify([needed[0]?.source, needed.some(isIncomplete)]);
    const shared = new Set([...(open.get(key) ?? []), ...needed]);
    const current = open.get(key);
    if (current !== undefined && shared.size <= mostRequests) {
      for (const each of needed) current.add(each);
    } else {
      const bundle = new Set(needed);
      bundles.push(bundle);
      open.set(key, bundle);
    }
  }
  return { bundles: bundles.map(bundle => [...bundle]), findings };
}

export function isIncomplete({ findings }: Draft): boolean {
  return findings.some(({ fate }) => fate === 'incomplete');
}

/** `last` is read by the last of the requests, each of which reads the next one. */
function waitingForEachOther(requests: readonly Draft[], last: Draft): string {
  const [first, ...others] = requests.slice(requests.indexOf(last)).map(({ name }) => `"${name}"`);
  if (others.length === 0)
    return `${first} reads its own response, which is not there before it is sent`;
  return `${first} reads the response of ${others.join(', which reads that of ')}, which reads that of ${first}: none can be sent first`;
}

/** The requests it reads, directly or through others, and itself, in the order they are sent; else why it can't be. */
function neededBy(draft: Draft, bySource: ReadonlyMap<string, Draft>): Bundle | string {
  const sent = new Set<Draft>();
  const under = new Set<Draft>();
  const add = (each: Draft): string | undefined => {
    if (sent.has(each)) return undefined;
    if (under.has(each)) return waitingForEachOther([...under], each);
    if (under.size + sent.size >= mostRequests) {
      return `it reads the responses of more than ${mostRequests - 1} others, more than a probe has room for`;
    }
    under.add(each);
    for (const source of each.after ?? []) {
      const before = bySource.get(source);
      if (before === undefined) return `it reads the response of ${source}, which is left out`;
      const fault = add(before);
      if (fault !== undefined) return fault;
    }
    under.delete(each);
    sent.add(each);
    return undefined;
  };
  return add(draft) ?? [...sent];
}
