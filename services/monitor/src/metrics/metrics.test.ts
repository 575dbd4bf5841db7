import { describe, expect, test } from 'vitest';
import {
  answeredHttps,
  exampleAlert,
  exampleProbe,
  exampleRequest,
  judgeRuns,
  refused,
} from '../../fixtures/example-run.ts';
import { type ParsedMetric, parseExposition } from '../../fixtures/parse-exposition.ts';
import { createMetrics, type Metrics } from './metrics.ts';

async function scraped(metrics: Metrics): Promise<ReadonlyMap<string, ParsedMetric>> {
  return parseExposition(await textOf(metrics));
}

async function textOf(metrics: Metrics): Promise<string> {
  let text = '';
  for await (const slice of metrics.scrape()) text += slice;
  return text;
}

/** The values of a metric, by the label given. */
async function valuesOf(metrics: Metrics, name: string, label = 'request') {
  const { series = [] } = (await scraped(metrics)).get(name) ?? {};
  return Object.fromEntries(series.map(({ labels, value }) => [labels[label], value]));
}

function observed(...runs: ReturnType<typeof judgeRuns>): Metrics {
  const metrics = createMetrics({ version: '1.2.3' });
  for (const run of runs) metrics.observe(run);
  return metrics;
}

const home = exampleProbe('home');

describe('an answered HTTPS request', () => {
  const metrics = observed(...judgeRuns(home, [answeredHttps()]));

  test.each([
    ['probe_success', 1],
    ['probe_duration_seconds', 0.0425],
    ['probe_http_status_code', 200],
    ['probe_http_ssl', 1],
    ['probe_http_redirects', 1],
    ['probe_http_version', 1.1],
    ['probe_http_content_length', -1],
    ['probe_http_uncompressed_body_length', 4],
    ['probe_ssl_earliest_cert_expiry', 1_800_000_000],
    ['probe_ip_protocol', 4],
    ['probe_dns_lookup_time_seconds', 0.0015],
    ['picket_response_status', 200],
  ])('has %s %d', async (name, value) => {
    expect((await scraped(metrics)).get(name)?.series).toEqual([
      {
        name,
        labels: {
          job: 'picket',
          probe: 'home',
          instance: 'https://shop.example/',
          request: 'home',
        },
        value,
      },
    ]);
  });

  test('has its phases in seconds', async () => {
    expect(await valuesOf(metrics, 'probe_http_duration_seconds', 'phase')).toEqual({
      resolve: 0.0015,
      connect: 0.002,
      tls: 0.003,
      processing: 0.03,
      transfer: 0.006,
    });
  });

  test('names TLS version and cipher as blackbox_exporter does', async () => {
    expect(await valuesOf(metrics, 'probe_tls_version_info', 'version')).toEqual({ 'TLS 1.3': 1 });
    expect(await valuesOf(metrics, 'probe_tls_cipher_info', 'cipher')).toEqual({
      TLS_AES_256_GCM_SHA384: 1,
    });
  });

  test('has Last-Modified only where the response had one', async () => {
    const name = 'probe_http_last_modified_timestamp_seconds';
    expect(await valuesOf(metrics, name)).toEqual({});
    const http = {
      version: '1.1',
      redirects: 0,
      contentLength: 4,
      bodyLength: 4,
      lastModified: 1_600_000_000,
    };
    const modified = observed(...judgeRuns(home, [answeredHttps(200, { http })]));
    expect(await valuesOf(modified, name)).toEqual({ home: 1_600_000_000 });
  });
});

describe('a request nothing answered', () => {
  const metrics = observed(...judgeRuns(home, [refused()]));

  test('has status 0 under blackbox_exporter’s name and its code under ours', async () => {
    expect(await valuesOf(metrics, 'probe_success')).toEqual({ home: 0 });
    expect(await valuesOf(metrics, 'probe_http_status_code')).toEqual({ home: 0 });
    expect(await valuesOf(metrics, 'picket_response_status')).toEqual({ home: 2 });
    expect(await valuesOf(metrics, 'probe_http_version')).toEqual({ home: 0 });
  });

  test('has no series of what was never known', async () => {
    const names = [...(await scraped(metrics)).keys()];
    expect(names).not.toContain('probe_ip_protocol');
    expect(names).not.toContain('probe_ssl_earliest_cert_expiry');
  });

  test('has no error text in any label', async () => {
    const text = await textOf(metrics);
    expect(text).not.toContain('ECONNREFUSED');
    expect(text).not.toContain('secret');
  });
});

describe('a request of another kind', () => {
  test('has the phases of an ICMP echo and nothing of HTTP', async () => {
    const requests = [exampleRequest({ kind: 'ping', key: 'host', instance: 'host.example' })];
    const ping = answeredHttps(200, { time: 12, phases: { resolve: 2 }, rtt: 9.5 });
    const metrics = observed(...judgeRuns(exampleProbe('ping', { requests }), [ping]));
    expect(await valuesOf(metrics, 'probe_icmp_duration_seconds', 'phase')).toEqual({
      resolve: 0.002,
      setup: 0.0005,
      rtt: 0.0095,
    });
    const names = [...(await scraped(metrics)).keys()];
    expect(names.filter(name => name.startsWith('probe_http_'))).toEqual([]);
  });
});

describe('a skipped or left out request', () => {
  const requests = [exampleRequest(), exampleRequest({ key: 'cart' })];
  const probe = exampleProbe('shop', { requests });

  test('is no success when skipped, and shows nothing it did not measure', async () => {
    const runs = judgeRuns(probe, [answeredHttps(), answeredHttps()], [refused(), 'skipped']);
    const metrics = observed(...runs);
    expect(await valuesOf(metrics, 'probe_success')).toEqual({ home: 0, cart: 0 });
    expect(await valuesOf(metrics, 'probe_duration_seconds')).toEqual({ home: 0.00125 });
  });

  test('keeps its last values when left out', async () => {
    const runs = judgeRuns(probe, [refused(), answeredHttps(204)], [refused(), 'left-out']);
    expect(await valuesOf(observed(...runs), 'probe_http_status_code')).toEqual({
      home: 0,
      cart: 204,
    });
  });
});

describe('alerts', () => {
  const slow = exampleAlert('slow "pages"', {
    text: 'response.time > 100',
    evaluate: ({ time }) => time > 100,
  });
  const requests = [exampleRequest({ alerts: [slow, exampleAlert('unreachable')] })];
  const probe = exampleProbe('home', { requests });

  test('that are true are no success, though the target answered', async () => {
    const metrics = observed(...judgeRuns(probe, [answeredHttps(200, { time: 101 })]));
    expect(await valuesOf(metrics, 'probe_success')).toEqual({ home: 0 });
  });

  test('show their streak, their state and how often they became an incident', async () => {
    const runs = judgeRuns(
      probe,
      [answeredHttps(200, { time: 101 })],
      [answeredHttps(200, { time: 102 })],
      [answeredHttps(200, { time: 1 })],
    );
    const metrics = createMetrics({ version: '1.2.3' });
    const seen: unknown[] = [];
    for (const run of runs) {
      metrics.observe(run);
      for (const transition of run.transitions) metrics.incident(transition);
      seen.push([
        (await valuesOf(metrics, 'picket_alert_consecutive', 'alert'))['slow "pages"'],
        (await valuesOf(metrics, 'picket_alert_state', 'alert'))['slow "pages"'],
        (await valuesOf(metrics, 'picket_incidents_total', 'alert'))['slow "pages"'],
      ]);
    }
    expect(seen).toEqual([
      [1, 0, 0],
      [0, 1, 1],
      [1, 1, 1],
    ]);
    expect(await valuesOf(metrics, 'picket_incidents_total', 'alert')).toMatchObject({
      unreachable: 0,
    });
  });
});

describe('a probe', () => {
  test('shows when it last ran, how often it runs, its name and its labels', async () => {
    const probe = exampleProbe('home', { labels: { team: 'web' } });
    const metrics = await scraped(observed(...judgeRuns(probe, [answeredHttps()])));
    expect(metrics.get('picket_last_run_timestamp_seconds')?.series).toEqual([
      {
        name: 'picket_last_run_timestamp_seconds',
        labels: { job: 'picket', probe: 'home' },
        value: 1_700_000_000.5,
      },
    ]);
    expect(metrics.get('picket_probe_interval_seconds')?.series[0]?.value).toBe(10);
    expect(metrics.get('picket_probe_info')?.series[0]?.labels).toEqual({
      job: 'picket',
      probe: 'home',
      name: 'Probe home',
      team: 'web',
    });
  });

  test('is called what the caller says, with its namespace', async () => {
    const identify = ({ id }: { id: string }) => {
      const [namespace = '', probe = ''] = id.split('/');
      return { namespace, probe };
    };
    const metrics = createMetrics({ version: '1', identify });
    for (const run of judgeRuns(exampleProbe('shop/home'), [answeredHttps()])) metrics.observe(run);
    expect((await scraped(metrics)).get('probe_success')?.series[0]?.labels).toMatchObject({
      namespace: 'shop',
      probe: 'home',
    });
  });

  test('that is forgotten leaves no series', async () => {
    const metrics = observed(
      ...judgeRuns(home, [answeredHttps()]),
      ...judgeRuns(exampleProbe('other', { histogram: true }), [refused()]),
    );
    metrics.forget('other');
    const all = [...(await scraped(metrics)).values()].flatMap(({ series }) => series);
    expect(new Set(all.map(({ labels }) => labels.probe))).toEqual(new Set(['home', undefined]));
    expect(await valuesOf(metrics, 'picket_probes', 'probe')).toEqual({ undefined: 1 });
  });

  test('whose definition changed keeps its counts, and leaves no series of what it no longer has', async () => {
    const [run, ...rest] = judgeRuns(home, [refused()], [refused()]);
    const metrics = createMetrics({ version: '1' });
    for (const judged of [run, ...rest]) {
      if (judged === undefined) continue;
      metrics.observe(judged);
      for (const transition of judged.transitions) metrics.incident(transition);
    }
    const alerts = [exampleAlert('slow'), exampleAlert('unreachable')];
    const requests = [exampleRequest({ alerts }), exampleRequest({ key: 'cart' })];
    const changed = exampleProbe('home', { requests, digest: 'changed' });
    for (const judged of judgeRuns(changed, [refused(), refused()])) metrics.observe(judged);
    const before = (await scraped(metrics)).get('picket_incidents_total')?.series;
    expect(before?.map(({ labels, value }) => [labels.request, labels.alert, value])).toEqual([
      ['home', 'slow', 0],
      ['home', 'unreachable', 1],
      ['cart', 'unreachable', 0],
    ]);
    for (const judged of judgeRuns(home, [refused()])) metrics.observe(judged);
    expect(await valuesOf(metrics, 'picket_incidents_total', 'alert')).toEqual({ unreachable: 1 });
  });

  test('has a histogram of durations only where it asks for one', async () => {
    const name = 'picket_request_duration_seconds';
    expect(
      (await scraped(observed(...judgeRuns(home, [answeredHttps()])))).get(name),
    ).toBeUndefined();
    const asking = exampleProbe('home', { histogram: true });
    const times = [4, 42.5, 60_000];
    const metrics = observed(
      ...judgeRuns(asking, ...times.map(time => [answeredHttps(200, { time })])),
    );
    const { series = [] } = (await scraped(metrics)).get(name) ?? {};
    const reading = (suffix: string, le?: string) =>
      series.find(({ name: of, labels }) => of === name + suffix && labels.le === le)?.value;
    expect(reading('_count')).toBe(3);
    expect(reading('_sum')).toBeCloseTo(60.0465, 9);
    expect(['0.005', '0.025', '0.05', '30', '+Inf'].map(le => reading('_bucket', le))).toEqual([
      1, 1, 2, 2, 3,
    ]);
  });
});

describe('the process', () => {
  test('counts deliveries, measures lag and tells its version', async () => {
    const metrics = createMetrics({ version: '1.2.3' });
    metrics.notification('ops', 'sent');
    metrics.notification('ops', 'retried');
    metrics.notification('ops', 'retried');
    metrics.lag(3);
    expect(await valuesOf(metrics, 'picket_notifications_total', 'outcome')).toEqual({
      sent: 1,
      retried: 2,
    });
    expect(await valuesOf(metrics, 'picket_build_info', 'version')).toEqual({ '1.2.3': 1 });
    const lag = (await scraped(metrics)).get('picket_run_lag_seconds')?.series;
    expect(lag?.find(({ labels }) => labels.le === '0.0025')?.value).toBe(0);
    expect(lag?.find(({ labels }) => labels.le === '0.005')?.value).toBe(1);
  });
});

describe('a scrape of many probes', () => {
  const metrics = createMetrics({ version: '1' });
  for (let n = 0; n < 3_000; n++) {
    for (const run of judgeRuns(exampleProbe(`p${n}`), [answeredHttps()])) metrics.observe(run);
  }

  test('leaves others their turn between its slices', async () => {
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns++;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const turnsAtSlice: number[] = [];
    for await (const slice of metrics.scrape()) {
      expect(slice.length).toBeLessThan(100_000);
      turnsAtSlice.push(turns);
    }
    isOver = true;
    expect(turnsAtSlice.length).toBeGreaterThan(50);
    // Every slice after the process's own metrics and the first was written in a turn of its own.
    expect(new Set(turnsAtSlice.slice(1)).size).toBe(turnsAtSlice.length - 1);
  });

  test('is whole and without repeats though probes come and go meanwhile', async () => {
    const [again] = judgeRuns(exampleProbe('p0'), [answeredHttps()]);
    let text = '';
    for await (const slice of metrics.scrape()) {
      text += slice;
      metrics.forget('p0');
      if (again) metrics.observe(again);
    }
    expect(parseExposition(text).get('probe_success')?.series).toHaveLength(3_000);
  });
});
