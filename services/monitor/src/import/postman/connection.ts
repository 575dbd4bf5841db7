import { at } from '../../probe/problem.ts';
import { isRecord } from '../../probe/record.ts';
import type { Marked } from './marks.ts';
import { percentEncode, userinfoLetters } from './percent-encode.ts';
import { isDisabled, type JsonObject, textOf } from './reading.ts';
import { encoded, type Resolver } from './resolver.ts';

/** The proxy of a request as a url; undefined where it has none. */
export function proxyOf(request: JsonObject, resolver: Resolver, path: string): Marked | undefined {
  const { proxy } = request;
  const source = at(path, 'proxy');
  if (!isRecord(proxy) || isDisabled(proxy)) return undefined;
  const host = resolver.resolve(textOf(proxy.host), source).replace(/^https?:\/\//i, '');
  if (host === '') return undefined;
  const port = resolver.resolve(textOf(proxy.port ?? 8080), source);
  const { match } = proxy;
  if (
    typeof match === 'string' &&
    !/^(?:<all_urls>|https?(?:\+https?)?:\/\/\*(?::\*)?\/\*)$/.test(match)
  ) {
    resolver.tell('changed', at(source, 'match'), 'the proxy is used for every url of the request');
  } else resolver.tell('carried', source, 'the request goes through the proxy');
  return `http://${credentialsOf(proxy, resolver, source)}${host}:${port}`;
}

function credentialsOf(proxy: JsonObject, resolver: Resolver, source: string): Marked {
  if (proxy.authenticate !== true) return '';
  const encode = (text: string) => percentEncode(text.replaceAll('%', '%25'), userinfoLetters);
  const inUrl = (text: string) => encoded(resolver, text, encode, { form: 'url', source });
  const user = inUrl(resolver.resolve(textOf(proxy.username), source));
  return `${user}:${inUrl(resolver.resolve(textOf(proxy.password), source))}@`;
}

/** Client certificates stand in files beside Postman. */
export function tellOfCertificate(request: JsonObject, { tell }: Resolver, path: string): void {
  const { certificate } = request;
  if (!isRecord(certificate) || isDisabled(certificate)) return;
  if (!isRecord(certificate.key) && !isRecord(certificate.cert)) return;
  const message = 'the client certificate is not in the collection: give it to the probe as tls';
  tell('incomplete', at(path, 'certificate'), message);
}
