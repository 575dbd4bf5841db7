import type { Transition } from '../alert/transition.ts';
import type { Environment } from '../template/environment.ts';
import type { Names } from '../template/reference.ts';
import { compileChannelTemplate } from './channel-template.ts';

/** What links may read besides `env`; documented in `docs/notifications.md`. */
export const linkNames: Names = new Map([
  ['probe', ['id', 'name', 'namespace']],
  ['request', ['name']],
  ['alert', ['name']],
  ['beganAt', []],
]);

/** A link as it is configured. */
export interface Link {
  readonly name: string;
  readonly url: (transition: Transition) => string;
}

/** Of each name its value. */
type Values = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

/**
 * Or what is wrong with it, for the message of an error. Values are percent-encoded and none is part of the host, so
 * that no probe says where a link leads; what `env` gives is the author's and stays as it is.
 */
export function compileLink(
  name: string,
  text: string,
  env?: Environment,
): Link | { readonly mistake: string } {
  const render = compileChannelTemplate(text, linkNames, env);
  if ('mistake' in render) return render;
  const origin = originOf(render(sample('a')));
  if (origin === undefined || origin !== originOf(render(sample('b')))) {
    return { mistake: 'is no http or https url, or one whose host depends on the probe' };
  }
  return { name, url: transition => render(valuesOf(transition)) };
}

function valuesOf({ probe, request, alert, beganAt }: Transition): Values {
  const namespace = resourceOf(probe.id)?.namespace ?? '';
  return {
    probe: encoded({ id: probe.id, name: probe.name, namespace }),
    request: encoded({ name: request.name }),
    alert: encoded({ name: alert.name }),
    beganAt: encodeURIComponent(new Date(beganAt).toISOString()),
  };
}

function encoded(values: Readonly<Record<string, string>>) {
  return Object.fromEntries(
    Object.entries(values).map(([key, text]) => [key, encodeURIComponent(text.toWellFormed())]),
  );
}

function sample(text: string): Values {
  const named = Array.from(linkNames, ([name, fields]) => [
    name,
    fields.length === 0 ? text : Object.fromEntries(fields.map(field => [field, text])),
  ]);
  return Object.fromEntries(named);
}

/** Undefined where it is no address that may stand between `<` and `>` in Markdown. */
function originOf(url: string): string | undefined {
  const parsed = /^https?:\/\/[^\s<>\p{C}]+$/u.test(url) ? URL.parse(url) : null;
  return parsed === null ? undefined : `${parsed.username}@${parsed.origin}`;
}

/** In Kubernetes a probe's id is that of its resource, `namespace/name`. */
export function resourceOf(probeId: string): { namespace: string; name: string } | undefined {
  const [, namespace, name] = /^([a-z0-9-]{1,63})\/([a-z0-9.-]{1,253})$/.exec(probeId) ?? [];
  return namespace === undefined || name === undefined ? undefined : { namespace, name };
}
