import { waitFor } from '@picket/monitor/fixtures/wait-for';
import { describe, expect } from 'vitest';
import { testWithPicket } from './fixtures/cluster-test.ts';
import { down, up } from './fixtures/drill-target.ts';
import { conditionOf, isInIncident, isWell, probe } from './fixtures/probe.ts';
import { remains } from './fixtures/remains.ts';

const test = testWithPicket(({ webhook, probes }) => ({
  watchNamespaces: [probes.name],
  notifications: [{ id: 'ops', type: 'webhook', url: webhook.url }],
}));

const quick = { interval: 1, incidentThreshold: 2, recoveryThreshold: 2 };

describe.concurrent('the annotation picket.dev/run-now', () => {
  test('runs a probe at once, each value once', async ({ picket, probes, target }) => {
    expect(await picket.pods()).not.toEqual([]);
    const runs = () => target.requestsOf('daily').length;
    await probes.apply(
      probe('daily', { interval: 86_400, requests: [{ url: target.urlOf('daily') }] }),
    );
    await target.until('its first run', () => runs() === 1);
    const runNow = (value: string) =>
      probes.kubectl(['annotate', 'pkt', 'daily', `picket.dev/run-now=${value}`, '--overwrite']);
    for (const [value, expected] of [
      ['a', 2],
      ['b', 3],
    ] as const) {
      await runNow(value);
      await target.until(`the run of ${value}`, () => runs() === expected);
      await probes.probeWhere(
        'daily',
        `says ${value}`,
        ({ status }) => status?.lastRunNow === value,
      );
    }
    await runNow('b');
    await remains('it is run no more', () => runs() === 3, 3000);
  });
});

describe.concurrent('spec.suspend', () => {
  test('keeps a probe from running, its incident open, until it is taken back', async ({
    picket,
    probes,
    target,
    webhook,
  }) => {
    const suspended = (suspend: boolean) =>
      probe('paused', { ...quick, suspend, requests: [{ url: target.urlOf('paused') }] });
    target.answer('paused', down);
    await probes.apply(suspended(false));
    await probes.probeWhere('paused', 'is in incident', isInIncident);

    await probes.apply(suspended(true));
    const paused = await probes.probeWhere(
      'paused',
      'is suspended',
      found => conditionOf(found, 'Suspended') === 'True Suspended',
    );
    expect(conditionOf(paused, 'Healthy')).toBe('Unknown Suspended');
    const { length } = target.requestsOf('paused');
    target.answer('paused', up);
    await remains('it is not run', () => target.requestsOf('paused').length === length, 3000);
    expect(await picket.series('probe_success', 'paused')).toEqual([]);
    expect(webhook.of('paused').map(({ type }) => type)).toEqual(['incident']);

    await probes.apply(suspended(false));
    await probes.probeWhere('paused', 'is well', isWell);
    await webhook.until('its recovery is told', () => webhook.of('paused').length === 2);
    expect(webhook.of('paused').map(({ type }) => type)).toEqual(['incident', 'recovery']);
  });
});

describe.concurrent('a new name', () => {
  test('in the spec keeps the incident', async ({ picket, probes, target, webhook }) => {
    const named = (name: string) =>
      probe('renamed', { ...quick, name, requests: [{ url: target.urlOf('renamed') }] });
    target.answer('renamed', down);
    await probes.apply(named('before'));
    await probes.probeWhere('renamed', 'is in incident', isInIncident);
    await probes.apply(named('after'));
    await waitFor('its metrics have the new name', async () => {
      const infos = await picket.series('picket_probe_info', 'renamed');
      return infos.length === 1 && infos[0]?.labels.name === 'after';
    });
    await probes.probeWhere('renamed', 'is still in incident', isInIncident);
    target.answer('renamed', up);
    await webhook.until('its recovery is told', () => webhook.of('renamed').length === 2);
    expect(webhook.of('renamed').map(({ type }) => type)).toEqual(['incident', 'recovery']);
  });

  test('of the resource is another probe: one goes with its series, one begins anew', async ({
    picket,
    probes,
    target,
    webhook,
  }) => {
    const spec = { ...quick, requests: [{ url: target.urlOf('moved') }] };
    target.answer('moved', down);
    await probes.apply(probe('old', spec));
    await probes.probeWhere('old', 'is in incident', isInIncident);
    await probes.delete('pkt', 'old');
    await probes.apply(probe('new', spec));
    await probes.probeWhere('new', 'is in incident', isInIncident);
    await webhook.until('the new one is told', () => webhook.of('new').length === 1);
    expect(webhook.of('old').map(({ type }) => type)).toEqual(['incident']);
    expect(webhook.of('new')[0]?.id).not.toBe(webhook.of('old')[0]?.id);
    expect(await picket.series('probe_success', 'old')).toEqual([]);
  });

  test('of one deleted before begins anew, too', async ({ picket, probes, target, webhook }) => {
    expect(await picket.pods()).not.toEqual([]);
    const again = probe('again', { ...quick, requests: [{ url: target.urlOf('again') }] });
    target.answer('again', down);
    for (const count of [1, 2]) {
      await probes.apply(again);
      await webhook.until(`incident ${count} is told`, () => webhook.of('again').length === count);
      await probes.delete('pkt', 'again');
    }
    const [first, second] = webhook.of('again');
    expect([first?.type, second?.type]).toEqual(['incident', 'incident']);
    expect(second?.id).not.toBe(first?.id);
  });
});

describe.concurrent('a spec that changes during a run', () => {
  test('is used for the next run; never are two under way', async ({ picket, probes, target }) => {
    expect(await picket.pods()).not.toEqual([]);
    let [underWay, most] = [0, 0];
    const slowly: typeof up = (request, response) => {
      most = Math.max(most, ++underWay);
      const timer = setTimeout(() => up(request, response), 2500);
      response.once('close', () => {
        clearTimeout(timer);
        underWay -= 1;
      });
    };
    target.answer('slow', slowly);
    target.answer('slower', slowly);
    const asking = (path: string, threshold: number) =>
      probe('slow', {
        ...quick,
        incidentThreshold: threshold,
        requests: [{ url: target.urlOf(path) }],
      });
    await probes.apply(asking('slow', 2));
    await target.until('a run is under way', () => underWay === 1);
    await probes.apply(asking('slow', 3));
    await target.until('it is run again', () => target.requestsOf('slow').length >= 2);
    await probes.apply(asking('slower', 3));
    await target.until('it asks elsewhere', () => target.requestsOf('slower').length > 1);
    await probes.probeWhere('slow', 'is well', isWell);
    const { length } = target.requestsOf('slow');
    await remains(
      'nothing asks the old url',
      () => target.requestsOf('slow').length === length,
      3000,
    );
    expect(most).toBe(1);
  });
});
