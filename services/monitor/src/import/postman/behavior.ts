import { at } from '../../probe/problem.ts';
import { isRecord, memberOf } from '../../probe/record.ts';
import type { Resolver } from './resolver.ts';

/** The settings of a request, a folder or a collection that mean something, and where they stand. */
export interface Behavior {
  readonly source: string;
  readonly settings: ReadonlyMap<string, unknown>;
}

/** What settings make of a request. */
interface Behaved {
  readonly followRedirects?: number;
  readonly allowUnauthorized?: boolean;
  /** Whether methods without a body are sent with it. */
  readonly isBodyKept: boolean;
  readonly isUrlEncoded: boolean;
  readonly isTypeAdded: boolean;
}

/** Why a setting has no place in a probe. */
const leftOut: ReadonlyMap<string, string> = new Map([
  ['followAuthorizationHeader', 'on a redirect to another host Picket drops Authorization'],
  ['followOriginalHttpMethod', 'on a redirect Picket changes the method as browsers do'],
  ['insecureHTTPParser', 'Picket reads responses strictly'],
  ['removeRefererHeaderOnRedirect', 'Picket sends no Referer of its own'],
  ['tlsCipherSelection', 'Picket chooses the ciphers'],
  ['tlsDisabledProtocols', 'Picket speaks TLS 1.2 and 1.3'],
  ['tlsPreferServerCiphers', 'Picket chooses the ciphers'],
]);

/** The settings that count for a request; `behaviors` are those it stands in, the outermost first. */
export function behaved(behaviors: readonly Behavior[], { tell }: Resolver): Behaved {
  const settings = new Map<string, { readonly value: unknown; readonly source: string }>();
  for (const { source, settings: own } of behaviors) {
    for (const [name, value] of own) settings.set(name, { value, source: at(source, name) });
  }
  for (const [name, { value, source }] of settings) {
    const why = leftOut.get(name);
    const isSet = Array.isArray(value) ? value.length > 0 : value === true;
    if (why !== undefined && isSet) tell('left-out', source, `${name}: ${why}`);
  }
  const { value: version, source: versionSource = '' } = settings.get('protocolVersion') ?? {};
  if (version === 'http2') tell('left-out', versionSource, 'Picket speaks HTTP/1.1, not HTTP/2');
  const settingOf = (name: string) => settings.get(name)?.value;
  const redirects = settingOf('followRedirects') === false ? 0 : settingOf('maxRedirects');
  const disabled = settings.get('disabledSystemHeaders');
  const off = Array.isArray(disabled?.value) ? disabled.value : [];
  const isTypeAdded = !off.includes('content-type');
  const others = off.filter(name => name !== 'content-type');
  if (others.length > 0) {
    const source = disabled?.source ?? '';
    tell('left-out', source, `Picket sends headers of its own for ${others.join(', ')}`);
  }
  return {
    ...(typeof redirects === 'number' && { followRedirects: redirects }),
    ...(settingOf('strictSSL') === false && { allowUnauthorized: true }),
    isBodyKept: settingOf('disableBodyPruning') === true,
    isUrlEncoded: settingOf('disableUrlEncoding') !== true,
    isTypeAdded,
  };
}

/** The settings at a place, if there are any. */
export function behaviorAt(value: unknown, source: string): readonly Behavior[] {
  const given = memberOf(value, 'protocolProfileBehavior');
  if (!isRecord(given)) return [];
  const known = [...names].filter(name => Object.hasOwn(given, name));
  const settings = new Map(known.map(name => [name, given[name]]));
  const headers = settings.get('disabledSystemHeaders');
  if (headers !== undefined) settings.set('disabledSystemHeaders', switchedOff(headers));
  return [{ source: at(source, 'protocolProfileBehavior'), settings }];
}

const names: ReadonlySet<string> = new Set([
  ...leftOut.keys(),
  'disableBodyPruning',
  'disableUrlEncoding',
  'disabledSystemHeaders',
  'followRedirects',
  'maxRedirects',
  'protocolVersion',
  'strictSSL',
]);

/** Of the headers Postman adds itself those it is told not to, as far as Picket adds them too. */
function switchedOff(value: unknown): readonly string[] {
  const headers = ['content-type', 'user-agent', 'accept', 'accept-encoding', 'connection', 'host'];
  if (!isRecord(value)) return [];
  const off = new Set(
    Object.entries(value)
      .filter(([, isOff]) => isOff === true)
      .map(([name]) => name.toLowerCase()),
  );
  return headers.filter(name => off.has(name));
}
