import type { Transition } from '../../alert/transition.ts';
import { parseTemplate } from '../../template/parse.ts';

/** The names that a link may read, and their values. */
const names: Readonly<Record<string, (transition: Transition) => string>> = {
  'probe.id': ({ probe }) => probe.id,
  'probe.name': ({ probe }) => probe.name,
  'probe.namespace': ({ probe }) => resourceOf(probe.id)?.namespace ?? '',
  'request.name': ({ request }) => request.name,
  'alert.name': ({ alert }) => alert.name,
  'incident.beganAt': ({ beganAt }) => `${beganAt}`,
};

type Piece = (transition: Transition) => string;

/** A link as it is configured; its values are percent-encoded, so that none leaves its place in the url. */
export interface Link {
  readonly name: string;
  readonly url: (transition: Transition) => string;
}

/** Or what is wrong with it, for the message of an error. */
export function compileLink(name: string, template: string): Link | { readonly mistake: string } {
  const pieces: Piece[] = [];
  for (const part of parseTemplate(template)) {
    if (part.kind === 'mistake') return { mistake: part.mistake.message };
    if (part.kind === 'text') {
      pieces.push(() => part.text);
      continue;
    }
    const { source } = part.expression;
    const read = Object.hasOwn(names, source) ? names[source] : undefined;
    if (read === undefined) {
      return {
        mistake: `\`${source}\` is not known; write one of ${Object.keys(names).join(', ')}`,
      };
    }
    pieces.push(transition => encodeURIComponent(read(transition).toWellFormed()));
  }
  const url: Piece = transition => pieces.map(piece => piece(transition)).join('');
  return isWebAddress(template) ? { name, url } : { mistake: 'is no http or https url' };
}

/** Nothing but the values may change, so that a value never says where the link leads. */
function isWebAddress(template: string): boolean {
  return /^https?:\/\/[^\s{}<>/?#]+(?:[/?#][^\s<>]*)?$/.test(
    template.replaceAll(/\{\{[^}]*\}\}/g, '{}'),
  );
}

/** In Kubernetes a probe's id is that of its resource, `namespace/name`. */
export function resourceOf(probeId: string): { namespace: string; name: string } | undefined {
  const [, namespace, name] = /^([a-z0-9-]{1,63})\/([a-z0-9.-]{1,253})$/.exec(probeId) ?? [];
  return namespace === undefined || name === undefined ? undefined : { namespace, name };
}
