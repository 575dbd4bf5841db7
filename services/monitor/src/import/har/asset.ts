import { memberOf } from '../../probe/record.ts';

/** What a browser loads beside a page, in the plural, for people. */
export type Asset =
  | 'CORS preflights'
  | 'fonts'
  | 'images'
  | 'manifests'
  | 'media files'
  | 'reports of the browser'
  | 'scripts'
  | 'stylesheets';

/** Chrome's own word for what was loaded; `undefined` for what is no asset. Others leave it to the other signs. */
const byResourceType: ReadonlyMap<unknown, Asset | undefined> = new Map([
  ['document', undefined],
  ['fetch', undefined],
  ['xhr', undefined],
  ['cspviolationreport', 'reports of the browser'],
  ['font', 'fonts'],
  ['image', 'images'],
  ['manifest', 'manifests'],
  ['media', 'media files'],
  ['preflight', 'CORS preflights'],
  ['script', 'scripts'],
  ['stylesheet', 'stylesheets'],
  ['texttrack', 'media files'],
]);

const byMimeType: readonly (readonly [RegExp, Asset])[] = [
  [/^image\//, 'images'],
  [/^(?:font\/|application\/(?:x-)?font|application\/vnd\.ms-fontobject)/, 'fonts'],
  [/^(?:audio\/|video\/|text\/vtt)/, 'media files'],
  [/^text\/css/, 'stylesheets'],
  [/^(?:text|application)\/(?:x-)?(?:java|ecma)script|^application\/wasm/, 'scripts'],
  [/^application\/manifest\+json/, 'manifests'],
];

const byExtension: readonly (readonly [RegExp, Asset])[] = [
  [/\.(?:avif|bmp|gif|ico|jpe?g|png|svg|webp)$/i, 'images'],
  [/\.(?:eot|otf|ttf|woff2?)$/i, 'fonts'],
  [/\.(?:aac|m3u8|m4[av]|mov|mp[34]|mpd|og[gv]|ts|vtt|wav|webm)$/i, 'media files'],
  [/\.css(?:\.map)?$/i, 'stylesheets'],
  [/\.(?:mjs|js|wasm)(?:\.map)?$/i, 'scripts'],
  [/\.webmanifest$/i, 'manifests'],
];

/** What kind of asset an entry loads, told by what the browser says of it, the answer's type, its address. */
export function assetOf(entry: unknown, method: string, url: string): Asset | undefined {
  const resourceType = memberOf(entry, '_resourceType');
  if (byResourceType.has(resourceType)) return byResourceType.get(resourceType);
  const request = memberOf(entry, 'request');
  if (method === 'OPTIONS' && asksForMethod(memberOf(request, 'headers'))) return 'CORS preflights';
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  const mimeType = memberOf(memberOf(memberOf(entry, 'response'), 'content'), 'mimeType');
  const type = typeof mimeType === 'string' ? mimeType.trim().toLowerCase() : '';
  if (type !== '' && !/^(?:x-unknown|application\/octet-stream|text\/plain)/.test(type)) {
    return byMimeType.find(([pattern]) => pattern.test(type))?.[1];
  }
  const path = URL.parse(url)?.pathname ?? '';
  return byExtension.find(([pattern]) => pattern.test(path))?.[1];
}

function asksForMethod(headers: unknown): boolean {
  if (!Array.isArray(headers)) return false;
  return headers.some(header =>
    /^access-control-request-method$/i.test(String(memberOf(header, 'name'))),
  );
}
