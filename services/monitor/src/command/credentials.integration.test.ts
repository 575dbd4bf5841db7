import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { SMTPServerOptions } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createCertificates } from '../../fixtures/certificates.ts';
import { leakNames, serveLeaks } from '../../fixtures/leaky-target.ts';
import { serveHttp, serveTcp } from '../../fixtures/loopback.ts';
import { type MailServer, startMailServer } from '../../fixtures/mail-server.ts';
import { runPicket, startPicket } from '../../fixtures/picket-process.ts';
import { createTestFolder, type TestFolder } from '../../fixtures/test-folder.ts';
import {
  accept,
  type Behaviour,
  type Receiver,
  startReceiver,
} from '../../fixtures/webhook-receiver.ts';

const secrets = {
  env: 'Env/S3cret+ü&"x<y',
  header: 'Head3rTokenOne',
  cookie: 'C00kieValueTwo',
  password: 'UrlPassw0rdThree',
  query: 'QueryT0kenFour',
  key: 'ApiK3yFive',
  chained: 'Cha1nedTokenSix',
  fresh: 'FreshC00kieSeven',
  proxy: 'Pr0xyPasswordEight',
  server: 'ServerPassw0rdNine',
  hook: 'W3bhookPassTen',
  hookToken: 'HookT0kenEleven',
  chat: 'Ch4tPathTwelve',
  mail: 'M4ilPassThirteen',
  alerts: 'Al3rtsTokenFourteen',
  tickets: 'T1cketsTokenFifteen',
} as const;
const asked = Object.values(secrets).slice(0, 7);

const certificates = await createCertificates();

let cleanUp: AsyncDisposableStack;
let folder: TestFolder;
let receiver: Receiver;
/** Of all channels but webhooks and mail. */
let others: Receiver;
let mails: MailServer;
let file: string;
const env = {
  SECRET: secrets.env,
  HOOK: secrets.hook,
  HOOK_TOKEN: secrets.hookToken,
  CHAT: secrets.chat,
  MAIL: secrets.mail,
  ALERTS: secrets.alerts,
  TICKETS: secrets.tickets,
};

beforeEach(async () => {
  cleanUp = new AsyncDisposableStack();
  folder = cleanUp.use(await createTestFolder());
  receiver = await startReceiver(accept);
  cleanUp.defer(receiver.close);
  others = await startReceiver(behaveAsAddressed);
  cleanUp.defer(others.close);
  mails = await startMailServer({ ...certificates.valid, onAuth: logIn });
  cleanUp.defer(mails.close);
  file = await folder.write('probes.yaml', await config());
});
afterEach(() => cleanUp.disposeAsync());

describe('no credential that a target hands back is shown', () => {
  test('in JSON, metrics, notifications and the state file', async () => {
    await using picket = startPicket(['-c', file, '--metrics-port', '0', '--output', 'json'], {
      env,
    });
    const [, metrics = ''] = await picket.sees(/"metrics":"(http:[^"]+)"/);
    const { length: probes } = JSON.parse(await readFile(file, 'utf8')).probes;
    const told = () => new Set(receiver.received.map(({ body }) => JSON.parse(body).probe.id));
    const sentTo = (path: string) => others.received.filter(each => each.path.startsWith(path));
    const ticketed = () => sentTo('/api/run').filter(({ body }) => body.includes('"create"'));
    while (told().size < probes || ticketed().length < probes || mails.taken.length === 0)
      await setTimeout(50);
    const scrape = await (await fetch(metrics)).text();
    const files = await stateFiles();
    picket.kill('SIGTERM');
    const { code, stdout, stderr } = await picket.ended;

    expect(code).toBe(0);
    expect(shownIn(stdout)).toEqual([]);
    expect(shownIn(stderr)).toEqual([]);
    expect(shownIn(scrape)).toEqual([]);
    expect(stdout).toContain('the tracker refused it (CONFLICT): not with [redacted]');
    expect([...receiver.received, ...others.received].flatMap(({ body }) => shownIn(body))).toEqual(
      [],
    );
    expect(sentTo('/slack').length).toBeGreaterThan(0);
    expect(sentTo('/api/v2/alerts').length).toBeGreaterThan(0);
    const sources = mails.taken.map(({ source }) => source.replaceAll('=\r\n', ''));
    expect(sources.flatMap(shownIn)).toEqual([]);
    expect(files).toEqual([]);
    expect(await stateFiles()).toEqual([]);
  });

  test('in text', async () => {
    const { stdout, stderr } = await runPicket(['-c', file, '--repeat', '1', '--output', 'text'], {
      env,
    });
    expect(stdout).toContain('INCIDENT');
    expect(shownIn(stdout)).toEqual([]);
    expect(shownIn(stderr)).toEqual([]);
  });
});

test.each([301, 302, 303, 307, 308])(
  'a redirect by %i takes no credential to another origin',
  async status => {
    const received: unknown[] = [];
    const elsewhere = cleanUp.use(
      await serveHttp(({ url, method, rawHeaders }, response) => {
        received.push({ url, method, rawHeaders });
        response.end();
      }),
    );
    const location = `http://localhost:${elsewhere.port}/landed`;
    const origin = cleanUp.use(
      await serveHttp((_, response) => response.writeHead(status, { location }).end()),
    );
    const url = `http://user:${secrets.password}@127.0.0.1:${origin.port}/?token=${secrets.query}`;
    const headers = {
      Authorization: `Bearer ${secrets.header}`,
      Cookie: `session=${secrets.cookie}`,
      'X-Api-Key': secrets.key,
      'Proxy-Authorization': secrets.proxy,
    };
    const byUrl = { requests: [{ url }] };
    const byHeaders = { requests: [{ url, headers }] };
    const probes = [byUrl, byHeaders].map((entries, n) => ({ id: `${n}`, name: 'r', ...entries }));
    const redirected = await folder.write('redirected.yaml', { probes });

    expect(await runPicket(['-c', redirected, '--once'])).toMatchObject({ code: 0, stderr: '' });
    expect(received).toMatchObject(Array(2).fill({ url: '/landed', method: 'GET' }));
    expect(shownIn(JSON.stringify(received))).toEqual([]);
  },
);

test('none is shown where the config is refused for what stands beside it', async () => {
  const written = JSON.parse(await readFile(file, 'utf8'));
  const [chain] = written.probes;
  const [, leak] = chain.requests;
  const refused = await folder.write('refused.yaml', {
    probes: [
      { ...chain, interval: 'often', requests: [{ ...leak, url: `x${leak.url} `, timeout: 0 }] },
      { ...chain, id: 'other', redis: [{ uri: `redis://u:${secrets.server}@h:99999` }] },
      {
        ...chain,
        id: 'third',
        requests: [{ ...leak, headers: { ...leak.headers, Authorization: `${secrets.header}\n` } }],
      },
    ],
    notifications: [
      { id: 'a', type: 'webhook', url: `ftp://u:${secrets.hook}@h/` },
      { id: 'b', type: 'webhook', url: 'http://h/', headers: { A: `${secrets.hook}\n\u0001` } },
    ],
  });
  const { code, stderr } = await runPicket(['-c', refused, '--validate'], { env });
  expect(code).toBe(1);
  expect(shownIn(stderr), stderr).toEqual([]);
});

async function stateFiles(): Promise<string[]> {
  const names = (await folder.names()).filter(name => name !== 'probes.yaml');
  expect(names).not.toEqual([]);
  const read = names.map(name => readFile(join(folder.path, name), 'latin1').catch(() => ''));
  return (await Promise.all(read)).flatMap(shownIn);
}

/** What is shown, with the words around it. */
function shownIn(text: string): string[] {
  const lower = text.toLowerCase();
  return Object.entries(secrets).flatMap(([name, secret]) =>
    formsOf(secret).flatMap(form => {
      const at = lower.indexOf(form.toLowerCase());
      return at === -1 ? [] : [`${name}: ${text.slice(Math.max(at - 150, 0), at + 60)}`];
    }),
  );
}

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    JSON.stringify(secret).slice(1, -1).replaceAll('/', '\\/'),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    bytes.toString('latin1'),
    Buffer.from(bytes.toString('latin1')).toString('latin1'),
  ];
}

async function config(): Promise<object> {
  const leaky = cleanUp.use(await serveLeaks(asked));
  const login = cleanUp.use(
    await serveHttp((_, response) => {
      response.setHeader('set-cookie', `sid=${secrets.fresh}; Path=/`);
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ token: secrets.chained }));
    }),
  );
  const proxy = cleanUp.use(await serveAnswer(`HTTP/1.1 407 ${secrets.proxy}\r\n\r\n`));
  const echo = cleanUp.use(await serveAnswer(`no ${secrets.env}`));
  const redis = cleanUp.use(await serveAnswer(`-ERR ${secrets.server} is wrong\r\n`));
  const postgres = cleanUp.use(await serveAnswer(postgresError(`no ${secrets.server}`)));
  const mysql = cleanUp.use(await serveAnswer(mysqlError(`no ${secrets.server}`), 'at once'));
  const leak = (name: string, index: number) => {
    const place = `127.0.0.1:${leaky.port}/${encodeURIComponent(name)}/${index}`;
    return {
      name: `${name} of ${index}`,
      saveBody: true,
      method: 'POST',
      url: `http://user:${secrets.password}@${place}?token=${secrets.query}`,
      headers: {
        Authorization: `Bearer ${secrets.header}`,
        Cookie: `a=b; session=${secrets.cookie}`,
        'X-Api-Key': secrets.key,
      },
      body: { secret: '{{ env.SECRET }}', token: '{{ responses.[0].body.token }}' },
    };
  };
  const chains = leakNames.flatMap(name =>
    asked.map((_, index) => ({
      requests: [{ url: `http://127.0.0.1:${login.port}/` }, leak(name, index)],
    })),
  );
  const server = (port: number) => ({ host: '127.0.0.1', port, password: secrets.server });
  const uri = (scheme: string, port: number) => ({
    uri: `${scheme}://user:${secrets.server}@127.0.0.1:${port}/0`,
  });
  const servers = [
    {
      requests: [
        {
          url: 'https://h.invalid/',
          proxyUrl: `http://u:${secrets.proxy}@127.0.0.1:${proxy.port}`,
        },
      ],
    },
    { redis: [server(redis.port), uri('redis', redis.port)] },
    {
      postgres: [
        { ...server(postgres.port), user: 'u', database: 'd' },
        uri('postgres', postgres.port),
      ],
    },
    { mysql: [{ ...server(mysql.port), username: 'u', database: 'd' }] },
    { mongo: [uri('mongodb', redis.port)] },
    { socket: { host: '127.0.0.1', port: echo.port, data: '{{ env.SECRET }}' } },
  ];
  const message =
    '{{ response.statusText }} {{ response.body }} {{ response.headers }} {{ response.config.url }} {{ response.config.headers }}' +
    ' {{ response.config.data }} {{ env.SECRET }}';
  return {
    probes: [...chains, ...servers].map((entries, index) => ({
      id: `p${index}`,
      name: 'p',
      interval: 2,
      incidentThreshold: 1,
      env: [{ name: 'SECRET', valueFrom: { secretKeyRef: { name: 's', key: 'k' } } }],
      alerts: [{ name: 'always', assertion: 'response.status >= 0', message }],
      ...entries,
    })),
    notifications: [
      {
        id: 'ops',
        type: 'webhook',
        url: `http://hook:{{ env.HOOK }}@${receiver.url.slice('http://'.length)}/?token={{ env.HOOK_TOKEN }}`,
      },
      {
        id: 'gone',
        type: 'webhook',
        url: 'http://hook:{{ env.HOOK }}@127.0.0.1:1/{{ env.HOOK_TOKEN }}',
      },
      { id: 'chat', type: 'slack', url: `${others.url}/slack/{{ env.CHAT }}` },
      { id: 'no-chat', type: 'slack', url: 'http://127.0.0.1:1/{{ env.CHAT }}' },
      mailBy('mail', mails.port, '{{ env.MAIL }}'),
      mailBy('no-mail', mails.port, '{{ env.MAIL }} is wrong'),
      {
        id: 'alerts',
        type: 'alertmanager',
        url: others.url,
        headers: { Authorization: 'Bearer {{ env.ALERTS }}' },
      },
      { id: 'tickets', type: 'tracker', url: others.url, token: '{{ env.TICKETS }}' },
    ],
  };
}

const mailBy = (id: string, port: number, password: string) => ({
  ...{ id, type: 'smtp', host: '127.0.0.1', port, tls: { ca: certificates.ca } },
  ...{ from: 'p@shop.test', to: ['ops@shop.test'], user: 'picket', password },
});

const logIn: NonNullable<SMTPServerOptions['onAuth']> = ({ password = '' }, _, done) => {
  if (password === secrets.mail) done(null, { user: 'picket' });
  else done(new Error(`no ${password}`));
};

/** A bridge that takes no ticket, an Alertmanager and Slack. */
const behaveAsAddressed: Behaviour = (response, { path, body }) => {
  if (path !== '/api/run') return void response.end('ok');
  const error = { code: 'CONFLICT', message: `not with ${secrets.tickets}` };
  const isRead = JSON.parse(body).argv[1] === 'read';
  const told = isRead ? { exitCode: 0, json: { items: [] } } : { exitCode: 1, json: { error } };
  response.end(JSON.stringify({ ok: true, ...told }));
};

const serveAnswer = (answer: string | Buffer, when: 'asked' | 'at once' = 'asked') =>
  serveTcp(socket => {
    if (when === 'at once') socket.end(answer);
    else socket.once('data', () => socket.end(answer));
  });

function postgresError(message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C28P01\0M${message}\0\0`);
  const length = Buffer.alloc(4);
  length.writeInt32BE(fields.length + 4);
  return Buffer.concat([Buffer.from('E'), length, fields]);
}

function mysqlError(message: string): Buffer {
  const payload = Buffer.concat([Buffer.from([0xff, 0x15, 0x04]), Buffer.from(`#28000${message}`)]);
  return Buffer.concat([Buffer.from([payload.length, 0, 0, 0]), payload]);
}
