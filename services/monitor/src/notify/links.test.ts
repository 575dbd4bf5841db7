import { describe, expect, test } from 'vitest';
import { sampleTransition } from '../../fixtures/sample-change.ts';
import type { Transition } from '../alert/transition.ts';
import { compileLink } from './links.ts';

const sample = sampleTransition('uid', 1);

describe('a link', () => {
  const urlOf = (template: string, transition: Transition = sample) => {
    const link = compileLink('dashboard', template, { REST: 'a=b&c' });
    return 'mistake' in link ? link.mistake : link.url(transition);
  };

  test('holds its values percent-encoded, in their places', () => {
    const probe = { id: 'shop/till', name: 'a&b=c> <#é' };
    const template =
      'https://grafana.test/d?ns={{ probe.namespace }}&p={{ probe.name }}&r={{request.name}}&from={{ beganAt }}&{{ env.REST }}';
    const encoded =
      'https://grafana.test/d?ns=shop&p=a%26b%3Dc%3E%20%3C%23%C3%A9&r=GET%20http%3A%2F%2Fshop.test%2F';
    expect(urlOf(template, { ...sample, probe })).toBe(
      `${encoded}&from=2025-12-31T23%3A59%3A20.000Z&a=b&c`,
    );
  });

  test.each([
    ['an unknown name', 'https://grafana.test/{{ probe.nmae }}', 'probe.nmae'],
    ['a name of every object', 'https://grafana.test/{{ constructor }}', 'constructor'],
    ['a value as its host', 'https://{{ probe.name }}/', 'url'],
    ['a value as its user', 'https://{{ probe.name }}@grafana.test/', 'url'],
    ['a variable that is not set', 'https://grafana.test/{{ env.NOT }}', 'NOT'],
    ['another scheme', 'javascript:alert(1)', 'url'],
    ['an end of its own', 'https://grafana.test/> [x](y)', 'url'],
  ])('is refused with %s', (_, template, said) => {
    const link = compileLink('dashboard', template);
    expect(link).toEqual({ mistake: expect.stringContaining(said) });
  });
});
