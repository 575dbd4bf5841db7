import type { Transition } from '../alert/transition.ts';
import { type Additions, alertOf, mistakesIn } from './alertmanager-alert.ts';
import { bodiesOf, slicesOf } from './alertmanager-batches.ts';
import { type AlertmanagerInstance, createInstance } from './alertmanager-instance.ts';
import type { Channel } from './channel.ts';
import type { ChannelContext } from './channels.ts';
import { DeliveryError } from './delivery-error.ts';
import { createHttpReceiver, headersOf } from './http-receiver.ts';
import {
  httpUrlOf,
  InvalidChannel,
  invalidChannel,
  type Mistake,
  makeAll,
} from './invalid-channel.ts';
import { compileLink } from './links.ts';
import type { AlertmanagerNotification } from './schema/alertmanager.ts';
import { defaultTimeout } from './schema/channel-fields.ts';

/** Milliseconds between two tellings of what fires: the Alertmanager keeps no alerts over a restart. */
const resendEvery = 60_000;
/** Milliseconds for which an alert fires once told. Where Picket dies, it resolves after them. */
const firesFor = 5 * resendEvery;

/** Throws `PKT_CONFIG_INVALID` where an address, header, label or annotation cannot be used. */
export function createAlertmanager(
  notification: AlertmanagerNotification,
  context: ChannelContext,
): Channel {
  const { id, timeout = defaultTimeout } = notification;
  const [additions, instances] = makeAll(id, [
    () => additionsOf(notification, context.env),
    () => instancesOf(notification, timeout, context),
  ]);

  const tell = async (
    transitions: readonly Transition[],
    patience: number,
    signal: AbortSignal,
  ) => {
    const firesUntil = context.now() + firesFor;
    // All are given to the instances at once: what recovers from now on comes behind them.
    const posts = slicesOf(transitions).map(slice => {
      const bodies = once(() => bodiesOf(slice.map(each => alertOf(each, additions, firesUntil))));
      return postToAny(instances, bodies, patience, signal);
    });
    const results = await Promise.allSettled(posts);
    const failed = results.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
  };

  return {
    id,
    timeout,
    send: (transition, signal) => tell([transition], timeout, signal),
    following: {
      every: resendEvery,
      tellLasting: (incidents, signal) => tell(incidents, resendEvery, signal),
    },
  };
}

/**
 * To all instances, as a cluster needs it: they tell each other whom they notified, not of which alerts. One that took
 * it is enough: another hears of what lasts a minute later, and resolves by itself what recovered.
 */
async function postToAny(
  instances: readonly AlertmanagerInstance[],
  bodies: () => readonly string[],
  patience: number,
  signal: AbortSignal,
): Promise<void> {
  try {
    await Promise.any(instances.map(instance => instance.post(bodies, patience, signal)));
  } catch (error) {
    throw error instanceof AggregateError ? inOne(error.errors) : error;
  }
}

/** Of several instances the first one makes it. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** All reasons, and the longest time that an instance asked to be left alone for. */
function inOne(errors: readonly unknown[]): unknown {
  const told = errors.filter(error => error instanceof DeliveryError);
  if (told.length === 0) return errors[0];
  const waits = told.flatMap(({ retryAfter }) => retryAfter ?? []);
  const reasons = new Set(told.map(({ message }) => message));
  return new DeliveryError(
    [...reasons].join('; '),
    waits.length > 0 ? Math.max(...waits) : undefined,
  );
}

function additionsOf(
  { id, labels = {}, annotations = {}, links: texts = {} }: AlertmanagerNotification,
  env: ChannelContext['env'],
): Additions {
  const compiled = Object.entries(texts).map(([name, text]) => compileLink(name, text, env));
  const links = compiled.filter(link => 'url' in link);
  const unsound = Object.keys(texts).flatMap((name, index): Mistake[] => {
    const link = compiled[index];
    return link && 'mistake' in link ? [{ field: ['links', name], reason: link.mistake }] : [];
  });
  const mistakes = [...mistakesIn({ labels, annotations, links }), ...unsound];
  if (mistakes.length > 0) throw new InvalidChannel(id, mistakes);
  return { labels, annotations, links };
}

function instancesOf(
  notification: AlertmanagerNotification,
  timeout: number,
  context: ChannelContext,
): readonly AlertmanagerInstance[] {
  const { id, headers = {} } = notification;
  const [addresses] = makeAll(id, [
    () => addressesOf(notification),
    () => headersOf({ id, headers }),
  ]);
  return addresses.map(({ text: url, field }) => {
    const receiver = createHttpReceiver({ id, url, field, headers, timeout }, context);
    return createInstance(receiver, timeout);
  });
}

interface Address {
  readonly text: string;
  /** Where it stands in the channel. */
  readonly field: Mistake['field'];
}

function addressesOf({ id, url, urls }: AlertmanagerNotification): readonly Address[] {
  if (url !== undefined && urls !== undefined)
    throw invalidChannel(id, ['urls'], 'is there beside url: keep one of them');
  if (url !== undefined) return [endpointOf(id, url, ['url'])];
  if (urls === undefined) throw invalidChannel(id, [], 'has no url');
  return makeAll(
    id,
    urls.map((text, index) => () => endpointOf(id, text, ['urls', index])),
  );
}

/** The address of the API, of the address as a browser shows it, too. */
function endpointOf(id: string, address: string, field: Mistake['field']): Address {
  const url = httpUrlOf(id, address, field);
  const path = url.pathname.replace(/\/+$/, '');
  if (/\/api\/v1(\/|$)/.test(path))
    throw invalidChannel(id, field, 'is of version 1 of the API: write /api/v2/alerts, or nothing');
  const base = path.replace(/\/api\/v2(\/alerts)?$/, '');
  url.pathname = `${base}/api/v2/alerts`;
  url.hash = '';
  return { text: url.href, field };
}
