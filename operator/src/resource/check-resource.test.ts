import { describe, expect, it } from 'vitest';
import { checkResource } from './check-resource.ts';
import { decodeProbe } from './probes.ts';

const metadata = {
  name: 'shop',
  namespace: 'store',
  uid: 'c0ffee',
  resourceVersion: '7',
  generation: 2,
};
const requests = [{ url: 'http://shop/' }];

const check = (spec: unknown, channels: readonly string[] = []) =>
  checkResource(decodeProbe({ metadata, spec }), { channels: new Set(channels) });

describe('checkResource', () => {
  it('makes of a resource a probe with namespace and name for an id', () => {
    expect(check({ requests })).toEqual({
      ok: true,
      value: { id: 'store/shop', name: 'shop', requests },
    });
    const named = check({ name: 'The shop', requests, notify: ['ops'] }, ['ops']);
    expect(named.ok && named.value.name).toBe('The shop');
  });

  it('does not look for what env refers to', () => {
    const env = [{ name: 'KEY', valueFrom: { secretKeyRef: { name: 'none', key: 'none' } } }];
    expect(check({ requests, env }).ok).toBe(true);
  });

  it.each([[undefined], [null], [3], [[]]])('refuses the spec %j', spec => {
    expect(check(spec)).toEqual({
      ok: false,
      problems: [{ path: 'spec', message: expect.stringContaining('must be a mapping') }],
    });
  });

  it('tells every problem at once, of form, rules, channels and expressions', () => {
    const checked = check(
      {
        id: 'shop',
        interval: 0,
        requests: [
          { url: 'shop' },
          { url: 'http://shop/{{ env.NONE }}', alerts: [{ assertion: 'respons.status > 1' }] },
        ],
        notify: ['ops', 'opps', 'night'],
      },
      ['ops'],
    );
    expect(checked.ok ? [] : checked.problems).toEqual([
      expect.objectContaining({ path: 'spec.id', message: 'unknown field' }),
      expect.objectContaining({ path: 'spec.interval' }),
      expect.objectContaining({
        path: 'spec.requests[0].url',
        message: 'must begin with http:// or https://',
      }),
      {
        path: 'spec.notify[1]',
        message: 'there is no notification "opps"',
        hint: 'did you mean "ops"?',
      },
      {
        path: 'spec.notify[2]',
        message: 'there is no notification "night"',
        hint: 'there are ops',
      },
      expect.objectContaining({ path: 'spec.requests[1].url' }),
      expect.objectContaining({ path: 'spec.requests[1].alerts[0].assertion' }),
    ]);
  });

  it('says so where there are no channels', () => {
    expect(check({ requests, notify: ['ops'] })).toMatchObject({
      problems: [{ path: 'spec.notify[0]', hint: 'none is configured' }],
    });
  });
});
