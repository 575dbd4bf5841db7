import { at } from '../../probe/problem.ts';
import type { Draft } from '../draft.ts';
import { authorized } from './auth.ts';
import { behaved } from './behavior.ts';
import { bodyOf } from './body.ts';
import { ownScripts } from './chain.ts';
import type { Item } from './collection.ts';
import { proxyOf, tellOfCertificate } from './connection.ts';
import { headersOf } from './headers.ts';
import { type Marked, withoutMarks } from './marks.ts';
import { type Complain, textOf } from './reading.ts';
import { createResolver, type Resolver, type Workshop } from './resolver.ts';
import { expectedStatusOf } from './scripts.ts';
import { urlOf } from './url.ts';

/** A request as a draft, and the variables in it that have no value, by where they are. */
export interface DraftedItem {
  readonly draft: Draft;
  readonly unresolved: ReadonlyMap<string, string>;
}

/** `index` is the item's place among those of the collection. */
export function draftOfItem(
  { item, index }: { readonly item: Item; readonly index: number },
  workshop: Workshop,
  complain: Complain,
): DraftedItem {
  const resolver = createResolver(workshop, item.scope, index);
  const path = at(item.source, 'request');
  const { request } = item;
  const behavior = behaved(item.behaviors, resolver);
  const method = methodOf(request.method, resolver, at(path, 'method'));
  const own = headersOf(request.header, resolver, at(path, 'header'), complain);
  const signed = authorized(item.auth, own, resolver);
  const url = urlOf(request.url, resolver, {
    source: at(path, 'url'),
    added: signed.parameter,
    isEncoded: behavior.isUrlEncoded,
    complain,
  });
  const { headers, text } = bodyOf(request.body, resolver, {
    method,
    source: at(path, 'body'),
    headers: signed.headers,
    isKept: behavior.isBodyKept,
    isTypeAdded: behavior.isTypeAdded,
    complain,
  });
  const proxy = proxyOf(request, resolver, path);
  tellOfCertificate(request, resolver, path);
  const expectedStatus = expectedStatusOf(item.scripts);
  tellOfScripts(item, expectedStatus, resolver);
  const { marks } = workshop;
  const textOrNone = (name: 'body' | 'proxyUrl', marked: Marked | undefined) =>
    marked === undefined || marked === '' ? {} : { [name]: marks.textOf(marked) };
  const draft: Draft = {
    source: item.source,
    name: item.name,
    folders: item.folders,
    ...(item.description !== undefined && { description: item.description }),
    method,
    url: marks.textOf(url),
    headers: headers.map(({ name, value }) => ({ name, value: marks.textOf(value) })),
    ...textOrNone('body', text),
    ...textOrNone('proxyUrl', proxy),
    ...(behavior.followRedirects !== undefined && { followRedirects: behavior.followRedirects }),
    ...(behavior.allowUnauthorized === true && { allowUnauthorized: true }),
    ...(expectedStatus !== undefined && { expectedStatus }),
    ...(resolver.after.length > 0 && { after: resolver.after }),
    findings: resolver.findings,
  };
  return { draft, unresolved: resolver.unresolved };
}

function methodOf(value: unknown, resolver: Resolver, source: string): string {
  const given = textOf(value).trim();
  const method = withoutMarks(given === '' ? 'GET' : resolver.resolve(given, source)).toUpperCase();
  if (/^[A-Z]{1,32}$/.test(method)) return method;
  resolver.tell(
    'incomplete',
    source,
    'Picket sends methods of letters alone; GET stands in its place',
  );
  return 'GET';
}

/** Its own scripts, and what those of its folders would change in it. */
function tellOfScripts(
  item: Item,
  expectedStatus: number | undefined,
  { tell, unresolved, scripted, chain }: Resolver,
): void {
  const own = ownScripts(item);
  for (const [name, place] of unresolved) {
    if (!scripted.has(name)) continue;
    tell('incomplete', place, `the variable "${name}" is set by a script alone`);
  }
  for (const script of item.scripts) {
    const { listen, isChanging, statuses, readings } = script;
    const chained = readings.filter(({ name }) => chain.has(name));
    if (chained.length > 0 && own.includes(script)) {
      const names = chained.map(({ name }) => `"${name}"`).join(', ');
      const message = `of the test script, what it sets from the response: ${names}`;
      tell('carried', script.source, message);
    }
    if (isChanging) {
      tell(
        'incomplete',
        script.source,
        'the prerequest script changes the request before it is sent',
      );
    } else if (expectedStatus !== undefined && statuses.includes(expectedStatus)) {
      const message = `of the test script, the status it expects: ${expectedStatus}`;
      tell('carried', script.source, message);
    } else if (own.includes(script) && chained.length === 0) {
      const instead = listen === 'test' ? "; Picket's alerts take its place" : '';
      tell('left-out', script.source, `the ${listen} script runs in Postman alone${instead}`);
    }
  }
}
