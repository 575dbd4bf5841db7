import { at } from '../../probe/problem.ts';
import { memberOf } from '../../probe/record.ts';
import type { Finding } from '../finding.ts';
import type { Importer } from '../importer.ts';
import { assetOf } from './asset.ts';
import { draftOfEntry, type Exchange } from './draft-of-entry.ts';
import { mergeAlike } from './merge.ts';
import { type Har, type HarEntry, readHar } from './read-har.ts';

/** HAR 1.2, as browsers and proxies record it. */
export const importHar: Importer = ({ text, withAssets }) => {
  const har = readHar(text);
  const readings = har.entries.map(read);
  const exchanges = readings.flatMap(reading => ('method' in reading ? reading : []));
  const unread = readings.flatMap(reading => ('method' in reading ? [] : reading));
  const sorted = exchanges.map(exchange => ({ exchange, ...destinyOf(exchange, withAssets) }));
  const kept = sorted.flatMap(({ exchange, asset, reason }) =>
    asset === undefined && reason === undefined ? exchange : [],
  );
  return {
    name: nameOf(har, kept),
    drafts: mergeAlike(kept.map(exchange => draftOfEntry(exchange, har.pages))),
    findings: [
      ...unread,
      ...reasonFindings(sorted.flatMap(({ reason }) => reason ?? [])),
      ...assetFindings(sorted.flatMap(({ asset }) => asset ?? [])),
    ],
  };
};

function read({ source, value }: HarEntry): Exchange | Finding {
  const request = memberOf(value, 'request');
  const [method, url] = [memberOf(request, 'method'), memberOf(request, 'url')];
  if (typeof method === 'string' && method !== '' && typeof url === 'string' && url !== '') {
    return { source, value, method, url };
  }
  const place = request === undefined || request === null ? source : at(source, 'request');
  return {
    fate: 'left-out',
    source: place,
    message: 'it holds no request with a method and a url',
  };
}

/** Why an exchange becomes no probe; empty where it does. */
function destinyOf({ value, method, url }: Exchange, withAssets: boolean) {
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(url)?.[1]?.toLowerCase();
  if (scheme === 'ws' || scheme === 'wss' || memberOf(value, '_resourceType') === 'websocket') {
    return { reason: 'connections of WebSockets are no requests' };
  }
  if (scheme !== 'http' && scheme !== 'https') {
    const start = scheme === undefined ? 'without http:// or https://' : `with ${scheme}:`;
    return { reason: `addresses ${start} lead to no server` };
  }
  if (isStream(value)) return { reason: 'streams of events do not end' };
  const asset = withAssets ? undefined : assetOf(value, method, url);
  return asset === undefined ? {} : { asset };
}

function isStream(entry: unknown): boolean {
  if (memberOf(entry, '_resourceType') === 'eventsource') return true;
  const mimeType = memberOf(memberOf(memberOf(entry, 'response'), 'content'), 'mimeType');
  return typeof mimeType === 'string' && /^text\/event-stream/i.test(mimeType);
}

function reasonFindings(reasons: readonly string[]): Finding[] {
  return counted(reasons).map(([reason, count]) => ({
    fate: 'left-out',
    source: 'log.entries',
    message: `${reason} (${count})`,
  }));
}

function assetFindings(assets: readonly string[]): Finding[] {
  if (assets.length === 0) return [];
  const kinds = counted(assets).map(([asset, count]) => `${asset} (${count})`);
  const message = `browsers load beside a page: ${kinds.join(', ')}; --with-assets keeps them`;
  return [{ fate: 'left-out', source: 'log.entries', message }];
}

/** How often there is each, in the order of the alphabet. */
function counted(words: readonly string[]): (readonly [string, number])[] {
  const groups = [...Map.groupBy(words, word => word)];
  return groups
    .map(([word, all]) => [word, all.length] as const)
    .toSorted(([one], [other]) => one.localeCompare(other, 'en'));
}

/** The first page's, else the host that was asked first. */
function nameOf({ pages }: Har, [first]: readonly Exchange[]): string {
  const [title] = pages.values();
  return title ?? (first === undefined ? undefined : URL.parse(first.url)?.host) ?? 'har';
}
