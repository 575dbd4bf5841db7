import { startApiServer } from '@picket/cluster';
import { createCertificates } from '@picket/monitor/fixtures/certificates';
import { serveHttp, serveHttps, serveTcp } from '@picket/monitor/fixtures/loopback';
import { freePort } from '@picket/monitor/fixtures/server-process';
import { waitFor } from '@picket/monitor/fixtures/wait-for';
import { accept, refuse, startReceiver } from '@picket/monitor/fixtures/webhook-receiver';
import { stringify } from 'yaml';
import { chartFolder, helm } from '../chart/fixtures/helm.ts';
import { startOperatorOfChart } from '../chart/fixtures/operator-of-chart.ts';
import { renderChart } from '../chart/fixtures/render-chart.ts';
import { type Prometheus, startPrometheus } from '../fixtures/prometheus.ts';
import { startMonitor } from './monitor.ts';
import { readRules, withoutIntervals } from './rules.ts';

/** A monitor and an operator that watched what broke, and a Prometheus with the chart's rules that scraped both. */
export interface ObservedRun extends AsyncDisposable {
  readonly prometheus: Prometheus;
}

/** Probes run each second, so all has been seen after a few. */
export async function observeRun(): Promise<ObservedRun> {
  await using started = new AsyncDisposableStack();
  const [api, targets, channels] = await Promise.all([
    startApiServer(),
    serveTargets(),
    startChannels(),
  ]);
  started.use(api);
  started.use(targets);
  started.use(channels);

  const specs = specsOf(targets);
  const values = {
    notifications: channels.notifications,
    egress: { allow: ['127.0.0.0/8'] },
  };
  const [monitor, operator] = await Promise.all([
    startMonitor({ probes: probesOf(specs), ...values }),
    startOperator(api, specs, values),
  ]);
  started.use(monitor);
  started.use(operator);
  const scraped = [
    { targets: [monitor.address], labels: {} },
    // As a ServiceMonitor has it.
    { targets: [operator.address], labels: { ...ofPod, endpoint: 'metrics' } },
  ];
  const rules = stringify(withoutIntervals(await readRules()));
  const prometheus = started.use(await startPrometheus(async () => scraped, { rules }));

  const sees = (expr: string, count = 1) =>
    waitFor(expr, async () => (await prometheus.query(expr)).length >= count, { every: 250 });
  await sees('probe_success{probe="shop"} == 1', 2);
  targets.breakShop();
  await sees('picket_alert_state{probe="shop", alert="down"} == 1', 2);
  await sees('picket_notifications_total{outcome="sent"}', 2);
  await sees('picket_notifications_total{outcome="retried"}', 2);
  await api.stopServer();
  await sees('rest_client_requests_total{code="<error>"}');
  // Rates want two samples, within any four seconds.
  await sees('rate(rest_client_requests_total{code="<error>"}[4s])');

  const stack = started.move();
  return { prometheus, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

const ofPod = {
  job: 'picket',
  namespace: 'watch',
  pod: 'picket-0',
  service: 'picket',
  container: 'picket',
};

type Targets = Awaited<ReturnType<typeof serveTargets>>;

/** A shop that breaks, one with a certificate, one that only takes connections, and one that always fails. */
async function serveTargets() {
  await using started = new AsyncDisposableStack();
  const { valid } = await createCertificates();
  let isBroken = false;
  const shop = started.use(
    await serveHttp((_, response) => response.writeHead(isBroken ? 503 : 200).end('shop')),
  );
  const failing = started.use(await serveHttp((_, response) => response.writeHead(500).end('{}')));
  const secure = started.use(await serveHttps(valid, (_, response) => response.end('secure')));
  const greeter = started.use(await serveTcp(socket => socket.write('hello\n')));
  const stack = started.move();
  return {
    shop: `http://localhost:${shop.port}/`,
    failing: `http://127.0.0.1:${failing.port}/`,
    secure: `https://127.0.0.1:${secure.port}/`,
    greeter: greeter.port,
    breakShop() {
      isBroken = true;
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

function specsOf({ shop, failing, secure, greeter }: Targets) {
  const often = { interval: 1, incidentThreshold: 1, recoveryThreshold: 1 };
  const alerts = [{ name: 'down', assertion: 'response.status != 200' }];
  const spec = (fields: object) => ({ ...often, ...fields });
  return {
    shop: spec({
      histogram: true,
      labels: { team: 'web' },
      requests: [{ name: 'home', url: shop, alerts }],
    }),
    // Its second request is skipped.
    chain: spec({
      requests: [
        { name: 'log in', url: failing, alerts },
        { name: 'order', url: `${failing}{{ responses.[0].data.token }}`, alerts },
      ],
    }),
    secure: spec({ requests: [{ name: 'home', url: secure, allowUnauthorized: true, alerts }] }),
    greeter: spec({ socket: { host: '127.0.0.1', port: greeter } }),
    here: spec({ ping: [{ uri: '127.0.0.1' }] }),
  };
}

type Specs = ReturnType<typeof specsOf>;

const probesOf = (specs: Specs) =>
  Object.entries(specs).map(([id, spec]) => ({ id, name: `The ${id}`, ...spec }));

/** One channel that takes what it is sent, and one that never does. */
async function startChannels() {
  const [open, shut] = await Promise.all([startReceiver(accept), startReceiver(refuse(500))]);
  return {
    notifications: [
      { id: 'open', type: 'webhook', url: open.url },
      { id: 'shut', type: 'webhook', url: shut.url },
    ],
    async [Symbol.asyncDispose]() {
      await Promise.all([open.close(), shut.close()]);
    },
  };
}

/** With the file, the flags and the rights that the chart gives it. */
async function startOperator(
  { kubectl, kubeconfig, kubeconfigFor }: Awaited<ReturnType<typeof startApiServer>>,
  specs: Specs,
  values: Readonly<Record<string, unknown>>,
) {
  for (const name of ['watch', 'shop']) await kubectl(['create', 'namespace', name]);
  const where = ['--namespace=watch', `--kubeconfig=${kubeconfig}`];
  await helm(['install', 'picket', chartFolder, ...where], values);
  await kubectl(['wait', '--for=condition=Established', 'crd/probes.picket.dev']);
  const items = Object.entries(specs).map(([name, spec]) => ({
    apiVersion: 'picket.dev/v1',
    kind: 'Probe',
    metadata: { name, namespace: 'shop' },
    spec,
  }));
  const list = { apiVersion: 'v1', kind: 'List', items };
  await kubectl(['create', '-f', '-'], { input: JSON.stringify(list) });
  const account = { serviceAccount: { namespace: 'watch', name: 'picket' } };
  const port = await freePort();
  const operator = await startOperatorOfChart(
    await renderChart(values),
    await kubeconfigFor(account),
    port,
  );
  return {
    address: `127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => operator[Symbol.asyncDispose](),
  };
}
